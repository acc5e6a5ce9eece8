import { ChevronDown } from "lucide-react";
import type { CartItem } from "#contract/cart.ts";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import { summarizeTotals } from "#contract/orders/order-summary.ts";
import { shopTime } from "#web/api/shop-clock.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { SummaryFigures, SummaryList } from "#web/ui/text/summary-list.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { useNow } from "#web/ui/text/use-now.ts";
import { formatShopNumber, say } from "#words/say.ts";
import { withdrawalExclusionText } from "#words/withdrawal-exclusions.ts";
import { arrivalText } from "./arrival-text.ts";

export type QuoteSummaryProps = {
  quote: Quote | undefined;
  /** Shown until the first quote is loaded. */
  lines: CartItem[];
  stale: boolean;
  country: string;
  /** The order will wait for a bank transfer before it is packed. */
  awaitsTransfer: boolean;
};

/** Items and totals: next to the form, or collapsed on phones. */
export const OrderSummary = (props: QuoteSummaryProps) => (
  <>
    <details className="group rounded-lg border border-hairline bg-surface lg:hidden">
      <summary className="flex min-h-14 list-none items-center gap-2 px-4 text-sm font-medium [&::-webkit-details-marker]:hidden">
        {say("Order summary")}
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" />
        <span className="ms-auto text-base font-semibold tabular-nums">
          {props.quote ? <Amount money={props.quote.totals.due} /> : <Skeleton className="h-5 w-20" />}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-5 border-t border-hairline p-4">
        <QuoteSummary {...props} />
      </div>
    </details>
    <section
      aria-labelledby="order-summary"
      className={classes(
        "order-aside narrow-page hidden gap-5 rounded-lg border border-hairline bg-surface p-6",
        "lg:sticky lg:top-6 lg:grid lg:grid-cols-1",
      )}
    >
      <h2 id="order-summary" className="text-lg font-semibold">
        {say("Order summary")}
      </h2>
      <QuoteSummary {...props} linesClass="max-h-[45dvh] overflow-y-auto overscroll-contain" />
    </section>
  </>
);

/** Items, totals and delivery of a quote. */
export const QuoteSummary = ({
  quote,
  lines,
  stale,
  country,
  awaitsTransfer,
  linesClass,
}: QuoteSummaryProps & { linesClass?: string }) => (
  <>
    <Lines lines={quote?.lines ?? lines} className={linesClass} />
    <QuoteTotals quote={quote} stale={stale} />
    <QuoteDelivery {...{ quote, country, awaitsTransfer }} />
  </>
);

export const Lines = ({ lines, className }: { lines: CartItem[]; className?: string | undefined }) => (
  // A scrollable region must be focusable.
  <ul
    aria-label={say("Items in your order")}
    tabIndex={className ? 0 : undefined}
    className={classes("grid grid-cols-1 gap-4", className)}
  >
    {lines.map((line) => (
      <li key={line.id} className="flex items-center gap-3.5 text-sm">
        <Thumbnail url={line.product.thumbnail} sizes="56px" className="size-14 rounded" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{line.product.name}</span>
          <span className="block text-muted">
            <InlineList
              of={[
                ...line.options.map(({ value }) => value),
                say("Quantity: {quantity}", { quantity: formatShopNumber(line.quantity) }),
              ]}
            />
          </span>
          <UnitPrice price={line.price_per_measure} />
          {line.withdrawal_exclusion && (
            <span className="block text-muted">{withdrawalExclusionText(line.withdrawal_exclusion)}</span>
          )}
        </span>
        <span className="shrink-0 tabular-nums">
          <Amount money={line.line_total} />
        </span>
      </li>
    ))}
  </ul>
);

type DeliveryProps = Pick<QuoteSummaryProps, "quote" | "country" | "awaitsTransfer">;

/** Where and when the order is delivered, and whether duties may be charged. */
function QuoteDelivery({ quote, country, awaitsTransfer }: DeliveryProps) {
  const now = useNow(null);
  const method = quote?.methods.find(({ id }) => id === quote.shipping_method_id);
  if (!quote || !method || !country) return null;
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>{say("Delivery to {country}", { country: countryName(country) })}</p>
      <p>{arrivalText(method, shopTime(now), awaitsTransfer)}</p>
      {quote.is_tax_deducted && !quote.is_reverse_charge && (
        <p>{say("Prices are without tax, which isn't charged at this destination.")}</p>
      )}
      {quote.has_duties && <p>{say("Customs duties and import taxes may be charged on delivery.")}</p>}
    </div>
  );
}

/** The totals of a quote with their explanations. */
export function QuoteTotals({ quote, stale }: { quote: Quote | undefined; stale: boolean }) {
  if (!quote) return <Skeleton className="h-36" />;
  const { totals, prices_include_tax, reasons, methods } = quote;
  return (
    <SummaryList stale={stale}>
      <SummaryFigures
        figures={summarizeTotals(totals, prices_include_tax)}
        reasons={reasons}
        freeDelivery={methods.length === 0 ? say("Not needed") : say("Free")}
      />
    </SummaryList>
  );
}

const Amount = ({ money }: { money: Money }) => formatMoney(money);
