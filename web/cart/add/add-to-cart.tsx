import { ShoppingBag } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type { Money } from "#contract/money.ts";
import { isStaff, useSession } from "#web/api/session/session.ts";
import { useAddToCart } from "#web/cart/cart.queries.ts";
import { useIsVisible } from "#web/cart/use-is-visible.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Button, isFirstClick } from "#web/ui/forms/button.tsx";
import { QuantityField } from "#web/ui/forms/fields/quantity-field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Price } from "#web/ui/text/price.tsx";
import { say } from "#words/say.ts";

const Notice = lazyComponent(() => import("#web/ui/feedback/banner.tsx").then((part) => part.Banner));

type Props = {
  /** Undefined until every option is chosen; adding then calls `onMissing`. */
  variationId: number | undefined;
  /** The options of a variation, in words. */
  titleOf: (id: number) => string | undefined;
  onMissing: () => void;
  /** Product name, for the sticky bar on phones. */
  name: string;
  price: Money;
  /** Available quantity; 0 when sold out. */
  most: number;
  /** Next to the button: the wishlist button. */
  aside?: ReactNode;
  instead?: ReactNode;
};

/** Quantity and add-to-cart button; on phones a sticky bar repeats it once it is scrolled out of view. */
export function AddToCart({ variationId, titleOf, onMissing, name, price, most, aside, instead }: Props) {
  const [selected, setSelected] = useState(1);
  // Stock may go down while the page is open.
  const quantity = Math.min(selected, most);
  const add = useAddToCart();
  const worksHere = useSession(isStaff);
  const row = useRef<HTMLDivElement>(null);
  // Below the viewport it has yet to be scrolled to.
  const isVisible = useIsVisible(row, "0px 0px 99999px 0px");
  const label = most === 0 ? say("Sold out") : say("Add to cart");
  const button = (
    <Button
      look="primary"
      size="large"
      busy={add.isPending}
      disabled={most === 0 || worksHere}
      onClick={(click) => {
        if (variationId === undefined) onMissing();
        else if (isFirstClick(click)) add.mutate({ variation_id: variationId, quantity });
      }}
      className="min-w-32 grow"
    >
      <ShoppingBag />
      {label}
    </Button>
  );
  // Shown next to the pressed button, as the other one is off screen.
  const problem = add.isError && (
    // Another variation may have been chosen meanwhile.
    <AddProblem of={add.variables.variation_id === variationId ? undefined : titleOf(add.variables.variation_id)}>
      {add.error.message}
    </AddProblem>
  );
  return (
    <div className="grid gap-3">
      <div ref={row} className="buy-row flex flex-wrap justify-between gap-3">
        <Quantity value={quantity} onValueChange={setSelected} most={most} />
        {button}
        {aside}
      </div>
      <Restrictions worksHere={worksHere} />
      {isVisible && problem}
      {most === 0 && instead}
      {(most > 0 || instead) && (
        <div inert={isVisible} className={classes("cart-bar", isVisible && "translate-y-full opacity-0")}>
          {most === 0 ? (
            // Rendered once: here only while the other one is off screen.
            <div className="grow">{!isVisible && instead}</div>
          ) : (
            <>
              {!isVisible && problem}
              <p className="grid min-w-0 flex-1">
                <span dir="auto" className="as-written truncate text-sm">
                  {name}
                </span>
                <Price price={price} />
              </p>
              {button}
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Who can't buy here, and why. */
const Restrictions = ({ worksHere }: { worksHere: boolean }) => (
  <>
    {worksHere && (
      <p className="text-sm text-muted">{say("Administrators can't place orders. Sign in as a customer to buy.")}</p>
    )}
    <p className="hidden text-sm text-muted noscript:block">
      {say("To use the cart, turn on JavaScript in your browser.")}
    </p>
  </>
);

/** Always there, so that choosing an option moves nothing. */
const Quantity = ({
  value,
  onValueChange,
  most,
}: {
  value: number;
  onValueChange: (n: number) => void;
  most: number;
}) => (
  <QuantityField
    value={Math.max(1, value)}
    onValueChange={onValueChange}
    max={Math.max(1, most)}
    disabled={most <= 1}
    className="h-13"
  />
);

const AddProblem = ({ of, children }: { of: string | undefined; children: string }) => (
  <Suspense fallback={null}>
    <Notice tone="danger" role="alert" title={of} className="w-full">
      {children}
    </Notice>
  </Suspense>
);
