import { adjustmentFor, amountOwed, paymentStatusOf } from "#server/orders/ledger/balance.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { isComplete, isFullyReturned } from "#server/orders/status/order-status.ts";
import { writePaymentStatus } from "#server/orders/status/transitions.sql.ts";
import { changeStatus, publishOrder, system } from "#server/orders/status/transitions.ts";
import { findFunds, type PaymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { inOrder, type Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";

/** Updates what follows from the ledger and the payments of a locked order: adjustments and the payment status. */
export async function updatePaymentStatus(app: App, tx: Tx, order: OrderHead, funds: PaymentFunds): Promise<OrderHead> {
  const adjusted = adjustmentFor(order, funds, funds.provider_refunds);
  const cause = `provider_refunds:${order.version}`;
  const entry = { kind: "adjustment" as const, amount: adjusted - order.adjusted_amount, cause };
  await insertEntries(tx, order.id, [entry], { actor: system, at: app.now() });
  const account = { ...order, adjusted_amount: adjusted };
  const status = paymentStatusOf(account, funds);
  const version = await writePaymentStatus(tx, order.id, status);
  const updated = { ...account, payment_status: status, version };
  await publishOrder(tx, updated);
  return updated;
}

/** Updates the payment status of an order whose ledger has changed since it was read. */
export async function refreshPaymentStatus(app: App, tx: Tx, orderId: string): Promise<OrderHead> {
  const [order, funds] = await inOrder(
    tx,
    () => lockOrder(tx, orderId),
    () => findFunds(tx, orderId),
  );
  return updatePaymentStatus(app, tx, assertFound(order), funds);
}

/** Completes an order that is delivered and paid, and closes a completed order that is fully returned or refunded. */
export async function completeIfDone(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  const isOpen = order.status === "confirmed" || order.status === "processing";
  const isDone = isOpen && isComplete(order) && !isUnpaidAfterRefund(order);
  const done = isDone ? await changeStatus(app, tx, order, "complete", { actor: system }) : order;
  return done.status === "completed" && isFullyReturned(done, amountOwed(done))
    ? changeStatus(app, tx, done, "close", { actor: system })
    : done;
}

/** Whether the customer keeps goods that were never paid in full, and all payments were refunded. */
function isUnpaidAfterRefund(order: OrderHead): boolean {
  if (order.payment_status !== "refunded" || order.fulfilment_status === "returned") return false;
  return order.paid_amount - order.refunded_amount + order.chargeback_amount < amountOwed(order);
}
