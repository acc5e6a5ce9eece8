import type { Order } from "#contract/orders/orders.ts";
import { setPaymentMethod } from "#server/orders/status/transitions.sql.ts";
import { beginPayment, receiveCash } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** The payment agreed with the customer of a new order: cash is recorded as received, a bank transfer is awaited. */
export async function startAgreedPayment(
  app: App,
  tx: Tx,
  { id: orderId, number: orderNumber, total: { currency } }: Order,
  { payment, due }: { payment: "bank_transfer" | "cash"; due: number },
) {
  const provider = payment === "cash" ? "cod" : "bank";
  await setPaymentMethod(tx, orderId, provider);
  const order = { orderId, orderNumber, currency };
  if (provider === "cod") await receiveCash(app, tx, { ...order, outstanding: due });
  else await beginPayment(app, tx, { ...order, amount: due, provider, earlier: [] });
}
