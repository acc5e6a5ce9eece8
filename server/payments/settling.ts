import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import type { GatewayEvent } from "./gateway.ts";
import { enter } from "./ledger.ts";
import { lockPayments, type PaymentRow } from "./payments.sql.ts";

declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** Before payments of an order are touched: whoever answers for the order locks it first. */
    "payments.changing": { orderId: string };
  }
}

/** Locks an order, then its payments, as everybody does. Oldest first. */
export async function lockedPayments(house: House, tx: Tx, orderId: string): Promise<PaymentRow[]> {
  await house.happenings.announce(tx, "payments.changing", { orderId });
  return lockPayments(tx, orderId);
}

/** Enters what a provider told about one payment. */
export async function settle(house: House, tx: Tx, { id, order_id }: PaymentRow, events: GatewayEvent[]) {
  const payment = (await lockedPayments(house, tx, order_id)).find((one) => one.id === id);
  if (payment) await enter(house, tx, [{ payment, events }]);
}
