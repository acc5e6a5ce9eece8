import type { Money } from "#contract/money.ts";
import { lineAmount, summarizeOrder } from "#contract/orders/order-summary.ts";
import type { Order, OrderItem } from "#contract/orders/orders.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { SummaryFigures, SummaryList } from "#web/ui/text/summary-list.tsx";
import { UnitPrice } from "#web/ui/text/unit-price.tsx";
import { reverseChargeText } from "#words/reverse-charge.ts";
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
            <Amount money={lineAmount(item)} />
          </span>
          {item.quantity > 1 && (
            <span className="text-muted">
              {formatShopNumber(item.quantity)} × <Amount money={item.unit_price} />
            </span>
          )}
          <UnitPrice price={item.price_per_measure} />
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

/** The figures of an order, with their explanations up to the total. */
export const OrderTotals = ({ order }: { order: Order }) => (
  <>
    <SummaryList className="border-t border-hairline pt-4">
      <SummaryFigures figures={summarizeOrder(order)} reasons={order.reasons} method={order.shipping_method} />
    </SummaryList>
    {order.reverse_charge && <p className="pt-3 text-sm text-muted">{reverseChargeText(order.reverse_charge)}</p>}
  </>
);

const Amount = ({ money }: { money: Money }) => formatMoney(money);
