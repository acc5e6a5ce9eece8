import type { GatewayEvent } from "#server/payments/gateways/gateway.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { recordEvents } from "./events.ts";
import { lockPayments, type PaymentRow } from "./payments.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Before payments of an order are touched: whoever answers for the order locks it first. */
    "payment.changing": { orderId: string };
  }
}

/** Locks an order, then its payments, as everybody does. Oldest first. */
export async function lockedPayments(app: App, tx: Tx, orderId: string): Promise<PaymentRow[]> {
  await app.events.emit(tx, "payment.changing", { orderId });
  return lockPayments(tx, orderId);
}

/** Enters what a provider told about one payment. */
export async function settle(app: App, tx: Tx, { id, order_id }: PaymentRow, events: GatewayEvent[]) {
  const payment = (await lockedPayments(app, tx, order_id)).find((one) => one.id === id);
  if (payment) await recordEvents(app, tx, [{ payment, events }]);
}
