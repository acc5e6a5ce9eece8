import { addressLines } from "#contract/formats/address-format.ts";
import type { Money } from "#contract/money.ts";
import { orderBalance } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { addressBlock, button } from "#server/emails/layout.ts";
import { getOrder } from "#server/orders/orders.ts";
import { countryName, formatMoney } from "#server/shop/shop.ts";
import { orderSummary, withoutLinks } from "./order-parts.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** Tells somebody of the shop's team about a new order, in English like the dashboard. */
export async function newOrderEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, recipient, facts } = waiting;
  if (template !== "new_order" || recipient === null) return undefined;
  const order = await getOrder(app.db, String(facts.order_id), { kind: "admin" }, app.now());
  const money = ({ amount, currency }: { amount: number; currency: string }) => formatMoney(amount, currency);
  const state = stateOf(order, money);
  const to = order.shipping_address;
  return {
    to: recipient,
    values: {},
    content: {
      subject: `New order ${order.number}: ${money(order.totals.total)}`,
      preview: state,
      heading: `New order ${order.number}`,
      intro: state,
      parts: [
        ...orderSummary({ order, money, base }),
        addressBlock("Delivery address", addressLines(to, countryName(to.country)).map(withoutLinks)),
        button("Open the order", `${base}/dashboard/orders/${order.id}`),
      ],
    },
  };
}

/** What the order waits for when the email is sent, which may be some time after it was placed. */
function stateOf(order: Order, money: (money: Money) => string): string {
  if (order.status === "cancelled") return "It was cancelled.";
  if (order.status === "expired") return "It expired before it was paid.";
  if (order.status === "on_hold") return "It is on hold.";
  if (order.status === "closed_returned") return "It was refunded.";
  if (order.status === "pending_payment") {
    const due = orderBalance(order);
    const what = order.payment_method === "bank" ? "a bank transfer" : "payment";
    return due ? `It awaits ${what} of ${money(due.money)}.` : `It awaits ${what}.`;
  }
  return order.fulfilment_status === "unfulfilled" ? "It is ready to be packed." : "It is on its way.";
}
