import { sql } from "kysely";
import { viewClauses } from "#server/orders/order-list.sql.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

// Confirmed orders that were not cancelled.
const isSold = sql`o.confirmed_at is not null and o.status not in ('cancelled', 'expired', 'pending_payment')`;

const within = ({ from, to, until, timezone }: DaySpan) => sql`
  o.placed_at >= ${from}::timestamp at time zone ${timezone}
  and o.placed_at < (${to}::date + ${until ?? "24:00"}::interval) at time zone ${timezone}`;

/** Number of orders by day of a span; days without are missing. Cancelled and unpaid orders do not count. */
export async function countOrdersByDay(db: Db, span: DaySpan): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; orders: number }>`
    select to_char(o.placed_at at time zone ${span.timezone}, 'YYYY-MM-DD') as day, count(*)::int as orders
    from orders o
    where ${isSold} and ${within(span)}
    group by 1`.execute(db);
  return new Map(rows.map(({ day, orders }) => [day, orders]));
}

/** Number of orders by status, most first; of a span, or of all. */
export async function countOrdersByStatus(db: Db, span?: DaySpan) {
  const { rows } = await sql<{ status: string; count: number }>`
    select o.status, count(*)::int as count
    from orders o
    where ${span ? within(span) : sql`true`}
    group by o.status
    order by count(*) desc, o.status`.execute(db);
  return rows;
}

/** Number of orders to ship and of requested returns. */
export async function countWork(db: Db) {
  const { rows } = await sql<{ to_ship: number; returns_requested: number }>`
    select (select count(*)::int from orders o where ${viewClauses.to_ship}) as to_ship,
      (select count(*)::int from returns where status = 'requested') as returns_requested`.execute(db);
  return rows[0] as { to_ship: number; returns_requested: number };
}

/** Units of a line that were not cancelled, and their value. */
const units = sql`(l.quantity - l.cancelled_qty)`;
const revenue = sql`(l.total_amount * ${units} / l.quantity)`;

/** Best-selling products of a span, by revenue. */
export async function listBestSellers(db: Db, span: DaySpan, limit: number) {
  const { rows } = await sql<{
    product_id: number | null;
    name: string;
    thumbnail: string;
    quantity: number;
    revenue: number;
    currency: string;
  }>`
    select l.product_id, max(l.name) as name, max(l.thumbnail) as thumbnail, sum(${units})::int as quantity,
      sum(${revenue})::int8 as revenue, max(o.currency) as currency
    from orders o
    join order_lines l on l.order_id = o.id
    where ${isSold} and ${within(span)} and ${units} > 0
    group by l.product_id, case when l.product_id is null then l.name end
    order by sum(${revenue}) desc, max(l.name)
    limit ${limit}`.execute(db);
  return rows;
}

/** Units sold of each product since an instant. */
export async function listSales(db: Db, since: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ product_id: number; units: number }>`
    select l.product_id, sum(${units})::int as units
    from orders o
    join order_lines l on l.order_id = o.id
    where ${isSold} and ${units} > 0 and o.placed_at >= ${since} and l.product_id is not null
    group by l.product_id`.execute(db);
  return new Map(rows.map(({ product_id, units }) => [product_id, units]));
}

/** Orders and spending of customers in a currency, in minor units; customers without orders are missing. */
export async function listWorth(db: Db, customerIds: number[], currency: string) {
  const { rows } = await sql<{ user_id: number; placed: number; orders: number; spent: number }>`
    select o.user_id, count(*)::int as placed, count(*) filter (where ${isSold})::int as orders,
      coalesce(sum(b.paid_amount - b.refunded_amount) filter (where o.currency = ${currency}), 0)::int8 as spent
    from orders o
    left join lateral (select * from order_balance where order_id = o.id) b on true
    where o.user_id = any(${customerIds}::bigint[])
    group by o.user_id`.execute(db);
  return rows;
}

/** For each product the 12 products most often ordered with it since an instant, in at least two orders. */
export async function listBoughtTogether(db: Db, since: Date) {
  const { rows } = await sql<{ product_id: number; other_id: number; orders: number }>`
    with bought as materialized (
      select distinct l.order_id, l.product_id
      from orders o
      join order_lines l on l.order_id = o.id
      where ${isSold} and o.placed_at >= ${since} and l.product_id is not null
    ), pairs as (
      select one.product_id, other.product_id as other_id, count(*)::int as orders
      from bought one
      join bought other on other.order_id = one.order_id and other.product_id <> one.product_id
      group by 1, 2
      having count(*) > 1
    ), ranked as (
      select *, row_number() over (partition by product_id order by orders desc, other_id desc) as place
      from pairs
    )
    select product_id, other_id, orders
    from ranked
    where place <= 12`.execute(db);
  return rows;
}
