import type { Order } from "#contract/orders/orders.ts";
import { mayOwe, outstandingAmount } from "#server/orders/ledger/balance.ts";
import { paymentFunds, paymentsOf, refundsOf } from "#server/payments/payments.ts";
import { type Caller, userId } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { shownOrder } from "./order-view.ts";
import { countOpen, findOrder, findOrderOfCart, type OrderRow } from "./orders.sql.ts";

export { cancelOrder } from "#server/orders/cancellation/cancellation.ts";
export { deliver, ship } from "#server/orders/fulfilment/fulfilment.ts";
export type { Discrepancy } from "#server/orders/inconsistencies/inconsistencies.sql.ts";
export {
  countOrdersChecked,
  listInconsistencies,
} from "#server/orders/inconsistencies/inconsistencies.ts";
export type { DraftLine } from "#server/orders/placement/placement.sql.ts";
export { placeOrder } from "#server/orders/placement/placement.ts";
export { updateBoughtTogether } from "#server/orders/statistics/bought-together.ts";
export { updateProductSales } from "#server/orders/statistics/popularity.ts";
export { bestSellers, countsByStatus, orderFigures, ordersByDay } from "#server/orders/statistics/statistics.ts";
export type { Credit, OrderNews } from "#server/orders/status/transitions.ts";
export type { OrderRow } from "./orders.sql.ts";

/** Who looks at an order: its customer, or an administrator, who sees all. */
export type Viewer = { kind: "customer"; userId: number } | { kind: "admin" };

/** The caller as one who looks at orders. */
export const viewerOf = (caller: Caller): Viewer =>
  caller.kind === "user" && caller.role === "admin" ? { kind: "admin" } : { kind: "customer", userId: userId(caller) };

/** An order with everything about it. Throws `not_found`, also for an order of somebody else. */
export async function orderFor(db: Db | Tx, id: string, viewer: Viewer, now: Date): Promise<Order> {
  const row = assertFound(await findOrder(db, id, viewer.kind === "customer" ? viewer.userId : null));
  return withPayments(db, row, viewer.kind, now);
}

/** The order this customer already made of a cart, unless it ended without being paid. */
export async function orderOfCart(db: Db | Tx, cartId: string, userId: number, now: Date): Promise<Order | undefined> {
  const row = await findOrderOfCart(db, cartId, userId);
  return row && withPayments(db, row, "customer", now);
}

async function withPayments(db: Db | Tx, row: OrderRow, who: "customer" | "admin", now: Date) {
  const [payments, refunds] = [await paymentsOf(db, row.id), await refundsOf(db, row.id)];
  const outstanding = mayOwe(row) ? outstandingAmount(row, await paymentFunds(db, row.id)) : 0;
  return shownOrder(row, { payments, refunds, outstanding }, who, now);
}

/** Everything an invoice of an order needs, as it was sold. Throws `not_found`. */
export const soldOrder = async (db: Db | Tx, id: string): Promise<OrderRow> =>
  assertFound(await findOrder(db, id, null));

/** How many orders of a customer are under way. */
export const openOrders = (db: Db | Tx, userId: number): Promise<number> => countOpen(db, userId);
