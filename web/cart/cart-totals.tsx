import type { ReactNode } from "react";
import type { Cart } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonLook } from "#web/ui/button-look.ts";
import { formatMoney } from "#web/ui/money-format.ts";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { useLocale } from "#web/ui/words.ts";

/** What the cart comes to, each part of it explained. */
export function CartTotals({ cart: { totals, prices_include_tax } }: { cart: Cart }) {
  const { subtotal, discount, shipping_estimate, tax, total } = totals;
  return (
    <dl className="grid gap-2.5 text-sm tabular-nums">
      <Line label="Subtotal" money={subtotal} />
      {discount.amount > 0 && <Line label="Discount" money={{ ...discount, amount: -discount.amount }} />}
      <Line label="Delivery, estimated" money={shipping_estimate} zero="Free" />
      {!prices_include_tax && <Line label="Tax, estimated" money={tax} />}
      <div className="mt-1 flex items-baseline justify-between border-t border-hairline pt-3.5 text-lg font-semibold">
        <dt>Total</dt>
        <dd>
          <Amount money={total} />
        </dd>
      </div>
      {prices_include_tax && (
        <div className="flex justify-between text-muted">
          <dt>Tax included</dt>
          <dd>
            <Amount money={tax} />
          </dd>
        </div>
      )}
    </dl>
  );
}

const Line = ({ label, money, zero }: { label: string; money: Money; zero?: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd>{zero && money.amount === 0 ? zero : <Amount money={money} />}</dd>
  </div>
);

const Amount = ({ money }: { money: Money }): ReactNode => formatMoney(money, useLocale());

/** The way to the checkout, or why it is closed. */
export function CheckoutButton({ cart, onLeave }: { cart: Cart; onLeave?: () => void }) {
  if (cart.can_checkout)
    return (
      <ShopLink
        to={paths.checkout()}
        {...(onLeave ? { onClick: onLeave } : {})}
        className={buttonLook({ look: "primary", size: "large", wide: true })}
      >
        Go to checkout
      </ShopLink>
    );
  return (
    <div className="grid gap-2">
      <Button look="primary" size="large" wide disabled aria-describedby="why-no-checkout">
        Go to checkout
      </Button>
      <p id="why-no-checkout" className="text-sm text-danger">
        {cart.items.length === 0
          ? "There is nothing in the cart to order."
          : "Some items need your attention first: see the notes beside them."}
      </p>
    </div>
  );
}
