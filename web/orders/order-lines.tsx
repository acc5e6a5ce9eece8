import type { Money } from "#contract/money.ts";
import type { Order, OrderItem } from "#contract/orders.ts";
import { paths } from "#web/paths.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { Picture } from "#web/ui/picture.tsx";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useLocale } from "#web/ui/words.ts";

/** What was ordered, as it was sold then. */
export const OrderLines = ({ order, withStock = false }: { order: Order; withStock?: boolean }) => (
  <ul aria-label="Items" className="grid">
    {order.items.map((item) => (
      <li
        key={item.id}
        className="flex items-start gap-4 border-t border-hairline py-4 text-sm first:border-0 first:pt-0"
      >
        <span className="size-14 shrink-0 overflow-hidden rounded bg-sunken">
          <Picture image={{ url: item.thumbnail, alt: "", width: 320, height: 320 }} sizes="56px" />
        </span>
        <div className="min-w-0 flex-1">
          <ItemName item={item} />
          <p className="text-muted">
            {[
              ...item.options.map(({ name, value }) => `${name}: ${value}`),
              ...(withStock && item.sku ? [`SKU ${item.sku}`] : []),
              ...(withStock ? [`${item.fulfilled_qty} of ${item.quantity} shipped`] : []),
            ].join(" · ")}
          </p>
        </div>
        <p className="shrink-0 text-end tabular-nums">
          <span className="block font-medium">
            <Amount money={item.total} />
          </span>
          <span className="text-muted">
            {item.quantity} × <Amount money={item.unit_price} />
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

/** What the order came to, each part of it. */
export function OrderTotals({ order: { totals, prices_include_tax, shipping_method } }: { order: Order }) {
  return (
    <dl className="grid gap-2 border-t border-hairline pt-4 text-sm tabular-nums">
      <Figure label="Subtotal" money={totals.subtotal} />
      {totals.discount.amount > 0 && (
        <Figure label="Discount" money={{ ...totals.discount, amount: -totals.discount.amount }} />
      )}
      <Figure
        label={shipping_method ? `Delivery (${shipping_method.name})` : "Delivery"}
        money={totals.shipping}
        zero="Free"
      />
      {!prices_include_tax && <Figure label="Tax" money={totals.tax} />}
      <div className="mt-1 flex items-baseline justify-between border-t border-hairline pt-3 text-base font-semibold">
        <dt>Total</dt>
        <dd>
          <Amount money={totals.total} />
        </dd>
      </div>
      {prices_include_tax && totals.tax.amount > 0 && <Figure label="Tax included" money={totals.tax} />}
    </dl>
  );
}

const Figure = ({ label, money, zero }: { label: string; money: Money; zero?: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd>{zero && money.amount === 0 ? zero : <Amount money={money} />}</dd>
  </div>
);

const Amount = ({ money }: { money: Money }) => formatMoney(money, useLocale());
