import { addressLines } from "#contract/formats/address-format.ts";
import { orderBalance } from "#contract/orders/order-summary.ts";
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
  const due = orderBalance(order);
  const isAwaited = order.status === "pending_payment";
  const to = order.shipping_address;
  return {
    to: recipient,
    values: {},
    content: {
      subject: `New order ${order.number}: ${money(order.totals.total)}`,
      preview: isAwaited ? "It awaits a bank transfer." : "It is ready to be packed.",
      heading: `New order ${order.number}`,
      intro: isAwaited && due ? `It awaits a bank transfer of ${money(due.money)}.` : "It is ready to be packed.",
      parts: [
        ...orderSummary({ order, money }),
        addressBlock("Delivery address", addressLines(to, countryName(to.country)).map(withoutLinks)),
        button("Open the order", `${base}/dashboard/orders/${order.id}`),
      ],
    },
  };
}
