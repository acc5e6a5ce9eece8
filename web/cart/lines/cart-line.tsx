import type { CartItem } from "#contract/cart.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { QuantityField } from "#web/ui/forms/fields/quantity-field.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Price } from "#web/ui/text/price.tsx";
import { sayWith } from "#web/ui/text/say-with.ts";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { say, sayCount } from "#words/say.ts";
import { LineProblems } from "./line-problems.tsx";
import { isUnavailable, useCartLine } from "./use-cart-line.ts";

type Props = {
  line: CartItem;
  /** It waits under 'Saved for later'. */
  saved?: boolean;
  level?: 2 | 3;
  /** Called when the product link is followed, to close the drawer. */
  onLeave?: () => void;
};

/** The price of all units; of one unit with its compare-at price, which is not repeated below then. */
const LinePrice = ({ line: { line_total, quantity, compare_at }, isGone }: { line: CartItem; isGone: boolean }) => (
  <Price
    price={line_total}
    compareAt={quantity === 1 ? compare_at : null}
    className={classes("max-w-full", isGone && "text-muted line-through")}
  />
);

/** A cart line: product, quantity, price, problems and actions. */
export function CartLine({ line, saved = false, level = 3, onLeave }: Props) {
  const Heading = `h${level}` as const;
  const actions = useCartLine(line);
  const { product, options } = line;
  const isGone = isUnavailable(line);
  const address = paths.details(product.slug, line.variation_id);
  const chosen = options.map(({ name, value }) => `${name}: ${value}`).join(", ");
  const named = options.length > 0 ? `${product.name}, ${options.map(({ value }) => value).join(", ")}` : product.name;
  return (
    <li
      ref={moveFocusToNextRow}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-t border-hairline py-5 first:border-t-0 md:gap-5"
    >
      <ShopLink
        to={address}
        {...(onLeave ? { onClick: onLeave } : {})}
        tabIndex={-1}
        aria-hidden="true"
        className={classes(
          "block aspect-square self-start overflow-hidden rounded bg-sunken",
          isGone && "opacity-50 [filter:grayscale(1)]",
        )}
      >
        <ResponsiveImage image={{ url: product.thumbnail, alt: "", width: 320, height: 320 }} sizes="88px" />
      </ShopLink>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        {/* Without room for both, the price goes below, before a word of the name breaks. */}
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <Heading
            className={classes("max-w-full grow basis-28 text-base leading-snug font-medium", isGone && "text-muted")}
          >
            <ShopLink
              to={address}
              {...(onLeave ? { onClick: onLeave } : {})}
              className="underline-offset-4 hover:underline"
            >
              {product.name}
            </ShopLink>
          </Heading>
          <LinePrice line={line} isGone={isGone} />
        </div>
        <LineDetails line={line} chosen={chosen} />
        <LineProblems {...{ line, saved, actions }} />
        {actions.reason && (
          <Banner tone="danger" role="alert" className="px-3 py-2">
            {actions.reason}
          </Banner>
        )}
        <LineActions {...{ line, saved, actions, named }} isShort={onLeave !== undefined} />
        {!saved && <Limit line={line} />}
      </div>
    </li>
  );
}

/** The chosen options, the price of a unit of several, and the unit price. */
const LineDetails = ({
  line: { quantity, unit_price, price_per_measure, compare_at },
  chosen,
}: {
  line: CartItem;
  chosen: string;
}) =>
  (chosen || quantity > 1 || price_per_measure) && (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      {chosen && <span>{chosen}</span>}
      {quantity > 1 && (
        <span className="inline-flex gap-1">
          {sayWith("{price} each", {
            price: <Price price={unit_price} compareAt={compare_at} className="text-sm" />,
          })}
        </span>
      )}
      <UnitPrice price={price_per_measure} className="text-sm" />
    </p>
  );

/** Explains the maximum quantity; not for a maximum of one or when a problem says so. */
const Limit = ({ line: { quantity, max_quantity, problems } }: { line: CartItem }) =>
  problems.length === 0 &&
  max_quantity > 1 &&
  quantity >= max_quantity && (
    <p role="status" className="text-sm text-muted">
      {sayCount("You can order up to 1 of this item.", "You can order up to {n} of this item.", max_quantity)}
    </p>
  );

/** `isShort`: in the drawer only the main actions are shown. */
type ActionProps = {
  line: CartItem;
  saved: boolean;
  actions: ReturnType<typeof useCartLine>;
  named: string;
  isShort: boolean;
};

const confirmRemoval = async (name: string) => {
  const { confirm } = await import("#web/ui/overlay/confirm.tsx");
  return confirm({
    title: say("Remove {name}?", { name }),
    says: say("The quantity is 0."),
    action: say("Remove"),
  });
};

const LineActions = ({ line, saved, actions, named, isShort }: ActionProps) => (
  <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
    {!saved && (
      <QuantityField
        size="small"
        label={say("Quantity of {name}", { name: named })}
        value={line.quantity}
        // A quantity above the maximum is shown and may only be lowered.
        max={Math.max(line.max_quantity, line.quantity)}
        onValueChange={actions.setQuantity}
        onZero={() => void confirmRemoval(named).then((removes) => removes && actions.remove(saved))}
        disabled={line.max_quantity === 0}
        className="me-2 pointer-coarse:h-11"
      />
    )}
    <div className="flex flex-wrap gap-x-1 max-sm:-ms-3 max-sm:w-full">
      {!isShort && (
        <Button
          look="ghost"
          size="small"
          onClick={() => actions.saveForLater(!saved)}
          disabled={saved && line.max_quantity === 0}
        >
          {saved ? say("Move to cart") : say("Save for later")}
          <span className="sr-only"> {named}</span>
        </Button>
      )}
      <Button look="ghost" size="small" onClick={() => actions.remove(saved)}>
        {say("Remove")}
        <span className="sr-only"> {named}</span>
      </Button>
    </div>
  </div>
);
