import { ShoppingBag } from "lucide-react";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import type { Money } from "#contract/money.ts";
import { useSession } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/lazy.tsx";
import { Price } from "#web/ui/price.tsx";
import { Quantity } from "#web/ui/quantity.tsx";
import { say } from "#words/say.ts";
import { useAddToCart } from "./cart.queries.ts";

const Notice = lazyPart(() => import("#web/ui/notice.tsx").then((part) => part.Notice));

type Props = {
  variationId: number;
  /** The product's name, for the bar on a phone. */
  name: string;
  price: Money;
  /** How many can be had; 0 when it is sold out. */
  most: number;
  /** Beside the button: the wishlist's heart. */
  aside?: ReactNode;
  /** What is offered where it is sold out. */
  instead?: ReactNode;
};

/** How many, and into the cart. On a phone a bar with the same offer comes up once this one is out of sight. */
export function AddToCart({ variationId, name, price, most, aside, instead }: Props) {
  const [wanted, setWanted] = useState(1);
  // What is left of it can become less while one looks at it.
  const quantity = Math.min(wanted, most);
  const add = useAddToCart();
  const isAdmin = useSession(({ role }) => role === "admin");
  const row = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(row);
  const words = most === 0 ? say("Sold out") : say("Add to cart");
  const button = (
    <Button
      look="primary"
      size="large"
      busy={add.isPending}
      disabled={most === 0 || isAdmin}
      onClick={() => add.mutate({ variation_id: variationId, quantity })}
      className="min-w-32 grow"
    >
      <ShoppingBag aria-hidden="true" />
      {words}
    </Button>
  );
  // Beside the button that was pressed: the other one is out of sight.
  const refusal = add.isError && <Refused>{add.error.message}</Refused>;
  return (
    <div className="grid gap-3">
      {/* Where a phone has no room for all of them, the button gets a row of its own. */}
      <div ref={row} className={classes("flex flex-wrap justify-between gap-3", most > 1 && "buy-row")}>
        {most > 1 && <Quantity value={quantity} onValueChange={setWanted} max={most} className="h-13" />}
        {button}
        {aside}
      </div>
      {isAdmin && (
        <p className="text-sm text-muted">{say("Administrators have no cart. Sign in as a customer to buy.")}</p>
      )}
      <p className="hidden text-sm text-muted noscript:block">
        {say("Ordering needs JavaScript. Turn it on to use the cart.")}
      </p>
      {isInSight && refusal}
      {most === 0 && instead}
      {(most > 0 || instead) && (
        <div inert={isInSight} className={classes("cart-bar", isInSight && "translate-y-full opacity-0")}>
          {most === 0 ? (
            // Not twice while the one above is seen.
            <div className="grow">{!isInSight && instead}</div>
          ) : (
            <>
              {!isInSight && refusal}
              <p className="grid min-w-0 flex-1">
                <span className="truncate text-sm">{name}</span>
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

const Refused = ({ children }: { children: string }) => (
  <Suspense fallback={null}>
    <Notice tone="danger" role="alert" className="w-full">
      {children}
    </Notice>
  </Suspense>
);

/** False once it was scrolled past; true before the page has come alive, and while it is still to come. */
function useInSight(thing: RefObject<HTMLElement | null>) {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    if (!thing.current) return;
    // All that is below counts as in sight, so that a jump from past it to before it is seen as well.
    const watcher = new IntersectionObserver(([entry]) => entry && setInSight(entry.isIntersecting), {
      rootMargin: "0px 0px 99999px 0px",
    });
    watcher.observe(thing.current);
    return () => watcher.disconnect();
  }, [thing]);
  return isInSight;
}
