import type { Order } from "#contract/orders.ts";
import { paymentsOf } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import { found } from "#server/platform/refusal.ts";
import { countOpen, findOrder, findOrderOfCart, type OrderRow } from "./orders.sql.ts";
import { shownOrder } from "./shown.ts";

export { proveBooks } from "./books.ts";
export { cancelOrder } from "./ending.ts";
export { bestSellers, countsByStatus, orderFigures, ordersByDay } from "./figures.ts";
export { deliver, ship } from "./fulfilling.ts";
export type { OrderNews } from "./moving.ts";
export type { DraftLine } from "./placing.sql.ts";
export { placeOrder } from "./placing.ts";

/** Who looks at an order: its customer, or an administrator, who sees all. */
export type Viewer = { kind: "customer"; userId: number } | { kind: "admin" };

/** An order with everything about it. Throws `not_found`, also for an order of somebody else. */
export async function orderFor(db: Db | Tx, id: string, viewer: Viewer, now: Date): Promise<Order> {
  const row = found(await findOrder(db, id, viewer.kind === "customer" ? viewer.userId : null));
  return withPayments(db, row, viewer.kind, now);
}

/** The order this customer already made of a cart, unless it ended without being paid. */
export async function orderOfCart(db: Db | Tx, cartId: string, userId: number, now: Date): Promise<Order | undefined> {
  const row = await findOrderOfCart(db, cartId, userId);
  return row && withPayments(db, row, "customer", now);
}

const withPayments = async (db: Db | Tx, row: OrderRow, who: "customer" | "admin", now: Date) =>
  shownOrder(row, await paymentsOf(db, row.id), who, now);

/** How many orders of a customer are under way. */
export const openOrders = (db: Db | Tx, userId: number): Promise<number> => countOpen(db, userId);
