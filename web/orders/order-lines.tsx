import type { ReactNode } from "react";
import type { Reason } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import type { Order, OrderItem } from "#contract/orders/orders.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { SummaryList, SummaryRow } from "#web/ui/text/summary-list.tsx";
import { formatShopNumber, say, sayCount } from "#words/say.ts";

export const OrderLines = ({ order, withStock = false }: { order: Pick<Order, "items">; withStock?: boolean }) => (
  <ul aria-label={say("Items")} className="grid">
    {order.items.map((item) => (
      <li
        key={item.id}
        className="flex items-start gap-4 border-t border-hairline py-4 text-sm first:border-0 first:pt-0"
      >
        <Thumbnail url={item.thumbnail} sizes="56px" className="size-14 rounded" />
        <div className="min-w-0 flex-1">
          <ItemName item={item} />
          <p className="text-muted">
            <InlineList
              of={[
                ...item.options.map(({ name, value }) => `${name}: ${value}`),
                ...(withStock && item.sku ? [`SKU ${item.sku}`] : []),
                ...(withStock ? [`${item.fulfilled_qty} of ${item.quantity} shipped`] : []),
                ...(item.cancelled_qty > 0 ? [sayCount("{n} cancelled", "{n} cancelled", item.cancelled_qty)] : []),
                ...(item.returned_qty > 0 ? [sayCount("{n} returned", "{n} returned", item.returned_qty)] : []),
              ]}
            />
          </p>
        </div>
        <p className="shrink-0 text-end tabular-nums">
          <span className="block font-medium">
            <Amount money={item.total} />
          </span>
          <span className="text-muted">
            {formatShopNumber(item.quantity)} × <Amount money={item.unit_price} />
          </span>
        </p>
      </li>
    ))}
  </ul>
);

const ItemName = ({ item }: { item: OrderItem }) =>
  item.slug ? (
    <ShopLink
      to={paths.details(item.slug, item.variation_id ?? undefined)}
      className="font-medium underline-offset-4 hover:underline"
    >
      {item.name}
    </ShopLink>
  ) : (
    <span className="font-medium">{item.name}</span>
  );

/** The totals with their explanations, and the refunded amount, or other rows about payments in its place. */
export function OrderTotals({ order, payments }: { order: Order; payments?: ReactNode }) {
  const { totals, reasons, prices_include_tax, shipping_method, refunded } = order;
  const why = (figure: Reason["figure"]) => reasons.filter((reason) => reason.figure === figure);
  const less = (money: Money) => ({ ...money, amount: -money.amount });
  return (
    <SummaryList className="border-t border-hairline pt-4">
      <SummaryRow label={say("Subtotal")} money={totals.subtotal} why={why("subtotal")} />
      {totals.discount.amount > 0 && (
        <SummaryRow label={say("Discount")} money={less(totals.discount)} why={why("discount")} />
      )}
      <SummaryRow
        label={shipping_method ? say("Delivery ({way})", { way: shipping_method.name }) : say("Delivery")}
        money={totals.shipping}
        zero={say("Free")}
        why={why("shipping")}
      />
      {!prices_include_tax && <SummaryRow label={say("Tax")} money={totals.tax} why={why("tax")} />}
      <SummaryRow label={say("Total")} money={totals.total} isTotal />
      {prices_include_tax && totals.tax.amount > 0 && (
        <SummaryRow label={say("Tax included")} money={totals.tax} why={why("tax")} />
      )}
      {totals.gift_cards.amount > 0 && (
        <SummaryRow label={say("Paid with a gift card")} money={less(totals.gift_cards)} why={why("gift_card")} />
      )}
      {payments ?? (refunded.amount > 0 && <SummaryRow label={say("Refunded")} money={less(refunded)} />)}
    </SummaryList>
  );
}

const Amount = ({ money }: { money: Money }) => formatMoney(money);
