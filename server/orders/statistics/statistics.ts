import type { CustomerWorth } from "#contract/orders/orders.ts";
import type { Db } from "#server/platform/database/database.ts";
import { type DaySpan, getSettings } from "#server/shop/shop.ts";
import { countWork, listBestSellers, listByDay, listByStatus, listWorth } from "./statistics.sql.ts";

/** Orders per day of a span; days without any are missing. Cancelled and unpaid orders never count. */
export const ordersByDay = async (db: Db, span: DaySpan) =>
  new Map((await listByDay(db, span)).map(({ day, orders }) => [day, orders]));

/** How many orders of a span are in each status, most first. */
export const countsByStatus = (db: Db, span: DaySpan) => listByStatus(db, span);

/** What brought in most in a span, in minor units. */
export const bestSellers = (db: Db, span: DaySpan, limit: number) => listBestSellers(db, span, limit);

/** How many orders there are, and how many of them need something done. */
export async function orderFigures(db: Db) {
  const [statuses, work] = await Promise.all([listByStatus(db), countWork(db)]);
  const by = new Map(statuses.map(({ status, count }) => [status, count]));
  const of = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (by.get(status) ?? 0), 0);
  return {
    pending_payment: of("pending_payment"),
    ...work,
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
