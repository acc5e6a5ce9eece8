import type { CustomerWorth } from "#contract/orders/orders.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { listBestSellers, listByDay, listByStatus, listWorth, type Span } from "./statistics.sql.ts";

export type { Span };

/** Orders per day of a span; days without any are missing. Cancelled and unpaid orders never count. */
export const ordersByDay = async (db: Db, span: Span) =>
  new Map((await listByDay(db, span)).map(({ day, orders }) => [day, orders]));

/** How many orders of a span are in each status, most first. */
export const countsByStatus = (db: Db, span: Span) => listByStatus(db, span);

/** What brought in most in a span, in minor units. */
export const bestSellers = (db: Db, span: Span, limit: number) => listBestSellers(db, span, limit);

/** What the live summary says of all orders: how many wait for what. */
export async function orderFigures(db: Db) {
  const by = new Map((await listByStatus(db)).map(({ status, count }) => [status, count]));
  const of = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (by.get(status) ?? 0), 0);
  return {
    pending_payment: of("pending_payment"),
    to_fulfil: of("confirmed", "processing"),
    on_hold: of("on_hold"),
    total: of(...by.keys()),
  };
}

/** What the orders of each of these customers come to; nothing, for those without any. */
export async function worthOfCustomers(db: Db, customerIds: number[]): Promise<CustomerWorth[]> {
  const { currency } = await getSettings(db);
  const rows = new Map((await listWorth(db, customerIds, currency)).map((row) => [row.user_id, row]));
  return customerIds.map((id) => {
    const { placed = 0, orders = 0, spent = 0 } = rows.get(id) ?? {};
    return { customer_id: id, placed, orders, spent: { amount: spent, currency } };
  });
}
