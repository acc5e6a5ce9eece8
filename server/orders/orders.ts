import type { Order } from "#contract/orders/orders.ts";
import { canBeOutstanding, outstandingAmount } from "#server/orders/ledger/balance.ts";
import { findFunds, listPayments, listRefunds, listTransfers } from "#server/payments/payments.ts";
import { type Caller, userId } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { presentOrder } from "./order-view.ts";
import { findOrder, findPlacedOrder, type OrderRow } from "./orders.sql.ts";

export { cancelOrder } from "#server/orders/cancellation/cancellation.ts";
export { deliver, ship } from "#server/orders/fulfilment/fulfilment.ts";
export { holdOrder } from "#server/orders/fulfilment/holds.ts";
export { countOrders, type Discrepancy } from "#server/orders/inconsistencies/inconsistencies.sql.ts";
export { listInconsistencies } from "#server/orders/inconsistencies/inconsistencies.ts";
export { addBankingMinutes } from "#server/orders/placement/banking-days.ts";
export type { DraftLine } from "#server/orders/placement/placement.sql.ts";
export { placeOrder, startAgreedPayment } from "#server/orders/placement/placement.ts";
export { getReturn } from "#server/orders/returns/returns.ts";
export { orderFigures, updateBoughtTogether, updateProductSales } from "#server/orders/statistics/statistics.ts";
export type { Credit, OrderEvent } from "#server/orders/status/transitions.ts";
export { getWithdrawalRight, type WithdrawalRight } from "#server/orders/withdrawals/withdrawal-right.ts";
export type { WithdrawalRow } from "#server/orders/withdrawals/withdrawals.sql.ts";
export { findWithdrawal, findWithdrawalKey } from "#server/orders/withdrawals/withdrawals.ts";
export { findOrderPolicies } from "./order-policies.ts";
export {
  countEarlierOrders,
  countOpenOrders,
  findLatestOrderId,
  findOrderLanguage,
  hasOrders,
  hasReverseCharges,
  listReverseCharges,
  lockOrder,
  type OrderRow,
} from "./orders.sql.ts";

/** Who reads an order: its customer, or an administrator or a member of staff. */
export type Viewer = { kind: "customer"; userId: number } | { kind: "admin" };

export const viewerOf = (caller: Caller): Viewer =>
  caller.kind === "user" && caller.role !== "customer"
    ? { kind: "admin" }
    : { kind: "customer", userId: userId(caller) };

/** An order. Throws `not_found`, also for an order of another customer. */
export async function getOrder(db: Db | Tx, id: string, viewer: Viewer, now: Date): Promise<Order> {
  const row = assertFound(await findOrder(db, id, viewer.kind === "customer" ? viewer.userId : null));
  return withPayments(db, row, viewer.kind, now);
}

/** The order placed from a cart, unless it was cancelled or has expired. */
export async function findOrderOfCart(db: Db | Tx, cartId: string, userId: number, now: Date) {
  const row = await findPlacedOrder(db, cartId, userId);
  return row && withPayments(db, row, "customer", now);
}

async function withPayments(db: Db | Tx, row: OrderRow, who: "customer" | "admin", now: Date) {
  const [payments, refunds] = [await listPayments(db, row.id), await listRefunds(db, row.id)];
  // Customers know what they wrote; staff compare it with the bank statement.
  const isTransferred = who === "admin" && payments.some(({ provider }) => provider === "bank");
  const transfers = isTransferred ? await listTransfers(db, row.id) : [];
  const outstanding = canBeOutstanding(row) ? outstandingAmount(row, await findFunds(db, row.id)) : 0;
  return presentOrder(row, { payments, transfers, refunds, outstanding }, who, now);
}

/** The row of an order, for its invoice. Throws `not_found`. */
export const getSoldOrder = async (db: Db | Tx, id: string): Promise<OrderRow> =>
  assertFound(await findOrder(db, id, null));
