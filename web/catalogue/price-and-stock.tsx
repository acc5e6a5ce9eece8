import type { ProductDetails, Variation } from "#contract/catalogue/products.ts";
import { classes } from "#web/ui/classes.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { Price } from "#web/ui/price.tsx";
import { useLocale } from "#web/ui/words.ts";

/** What the chosen variation costs; a reduction stands beside the lowest price of the 30 days before it. */
export function PriceBlock({ variation, taxIncluded }: { variation: Variation; taxIncluded: boolean }) {
  const locale = useLocale();
  const { price, compare_at, lowest_30d } = variation;
  const isReduced = compare_at !== null && compare_at.amount > price.amount;
  return (
    <div className="grid gap-1" aria-live="polite">
      <Price price={price} compareAt={compare_at} className="text-2xl" />
      <p className="text-sm text-muted">
        {isReduced && lowest_30d && <>Lowest price of the last 30 days: {formatMoney(lowest_30d, locale)}. </>}
        {taxIncluded ? "Tax included." : "Tax is added at checkout."}
      </p>
    </div>
  );
}

/** Whether it can be had, in words and a dot of colour. */
export function StockWords({ stock }: Pick<Variation, "stock">) {
  const { words, dot } = stockLook(stock);
  return (
    <p role="status" className="flex items-center gap-2 text-sm font-medium">
      <span aria-hidden="true" className={classes("size-2 rounded-full", dot)} />
      {words}
    </p>
  );
}

function stockLook({ state, left }: Variation["stock"]) {
  if (state === "out") return { words: "Sold out", dot: "bg-danger" };
  if (state === "backorder") return { words: "Can be ordered, takes longer to arrive", dot: "bg-warning" };
  if (state === "low") return { words: left === null ? "Only a few left" : `Only ${left} left`, dot: "bg-warning" };
  return { words: "In stock", dot: "bg-success" };
}

/** "Arrives in 2 to 4 working days, delivery from €4.90." */
export function DeliveryWords({ delivery }: Pick<ProductDetails, "delivery">) {
  const locale = useLocale();
  if (!delivery) return null;
  const { from_days, to_days, price } = delivery;
  const days = from_days === to_days ? `${to_days}` : `${from_days} to ${to_days}`;
  return (
    <>
      Arrives in {days} working days,{" "}
      {price.amount === 0 ? "delivered free" : `delivery from ${formatMoney(price, locale)}`}.
    </>
  );
}
