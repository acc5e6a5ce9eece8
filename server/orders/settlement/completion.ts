import { amountOwed } from "#server/orders/ledger/balance.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { isComplete, isUndone } from "#server/orders/status/order-status.ts";
import { move, system } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** Completes an order of which everything arrived and is paid, and closes a completed one of which nothing is left. */
export async function completeIfDone(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  const isOpen = order.status === "confirmed" || order.status === "processing";
  const done =
    isOpen && isComplete(order) && !isShort(order) ? await move(app, tx, order, "complete", { actor: system }) : order;
  return done.status === "completed" && isUndone(done) ? move(app, tx, done, "close", { actor: system }) : done;
}

/** Whether all that was paid of an order its customer keeps went back, and it was never all that is owed. */
function isShort(order: OrderHead): boolean {
  if (order.payment_status !== "refunded" || order.fulfilment_status === "returned") return false;
  return order.paid_amount - order.refunded_amount + order.chargeback_amount < amountOwed(order);
}
