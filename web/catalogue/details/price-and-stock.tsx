import type { ReactNode } from "react";
import type { Variation } from "#contract/catalogue/products.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { Price } from "#web/ui/text/price.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { say, sayCount } from "#words/say.ts";

type PriceProps = {
  variation: Variation;
  /** Whether other variations cost more, as long as none is chosen. */
  from: boolean;
  /** What is said of the tax. */
  tax: ReactNode;
};

/** The price; a reduction is shown with the lowest price of the 30 days before it. */
export function PriceBlock({ variation, from, tax }: PriceProps) {
  const { price, compare_at, lowest_30d } = variation;
  const isReduced = compare_at !== null && compare_at.amount > price.amount;
  return (
    <div className="grid gap-1" aria-live="polite">
      <Price price={price} compareAt={compare_at} from={from} className="text-2xl" />
      <UnitPrice price={variation.price_per_measure} className="text-sm" />
      <p className="text-sm text-muted">
        {isReduced &&
          lowest_30d &&
          `${say("Lowest price in the 30 days before this sale: {price}.", { price: formatMoney(lowest_30d) })} `}
        {tax}
      </p>
    </div>
  );
}

/** Stock status as text with a colored dot; as high without one, so that choosing an option moves nothing. */
export function StockStatus({ stock }: { stock: Variation["stock"] | undefined }) {
  if (!stock)
    return (
      <p aria-hidden="true" className="text-sm font-medium">
        {"\u00a0"}
      </p>
    );
  const { label, dot } = stockLabel(stock);
  return (
    <p role="status" className="flex items-center gap-2 text-sm font-medium">
      <span aria-hidden="true" className={classes("size-2 rounded-full", dot)} />
      {label}
    </p>
  );
}

function stockLabel({ state, left }: Variation["stock"]) {
  if (state === "out") return { label: say("Sold out"), dot: "bg-danger" };
  if (state === "backorder") return { label: say("Available on backorder"), dot: "bg-warning" };
  if (state === "low") {
    const label = left === null ? say("Low stock") : sayCount("Only 1 left", "Only {n} left", left);
    return { label, dot: "bg-warning" };
  }
  return { label: say("In stock"), dot: "bg-success" };
}
