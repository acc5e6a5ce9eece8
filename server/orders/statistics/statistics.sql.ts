import { sql } from "kysely";
import { viewClauses } from "#server/orders/orders.sql.ts";
import type { Db } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

// Orders that count: confirmed once, and not cancelled since.
const counts = sql`o.confirmed_at is not null and o.status not in ('cancelled', 'expired', 'pending_payment')`;

const within = ({
  from,
  to,
  until,
  timezone,
}: DaySpan) => sql`o.placed_at >= ${from}::timestamp at time zone ${timezone}
  and o.placed_at < (${to}::date + ${until ?? "24:00"}::interval) at time zone ${timezone}`;

/** Orders of each day that had any. */
export async function listByDay(db: Db, span: DaySpan) {
  const { rows } = await sql<{ day: string; orders: number }>`
    select to_char(o.placed_at at time zone ${span.timezone}, 'YYYY-MM-DD') as day, count(*)::int as orders
    from orders o
    where ${counts} and ${within(span)}
    group by 1`.execute(db);
  return rows;
}

/** How many orders there are in each status, of those placed in a span; without one, of all. */
export async function listByStatus(db: Db, span?: DaySpan) {
  const { rows } = await sql<{ status: string; count: number }>`
    select o.status, count(*)::int as count
    from orders o
    where ${span ? within(span) : sql`true`}
    group by o.status
    order by count(*) desc, o.status`.execute(db);
  return rows;
}

/** Orders with units left to ship, and returns that wait for an answer. */
export async function countWork(db: Db) {
  const { rows } = await sql<{ to_ship: number; returns_requested: number }>`
    select (select count(*)::int from orders o where ${viewClauses.to_ship}) as to_ship,
      (select count(*)::int from returns where status = 'requested') as returns_requested`.execute(db);
  return rows[0] as { to_ship: number; returns_requested: number };
}

/** Units of a line that were not cancelled, and what those are worth. */
const kept = sql`(l.quantity - l.cancelled_qty)`;
const brought = sql`(l.total_amount * ${kept} / l.quantity)`;

/** What sold best in a span, by what it brought in. */
export async function listBestSellers(db: Db, span: DaySpan, limit: number) {
  const { rows } = await sql<{
    product_id: number | null;
    name: string;
    thumbnail: string;
    quantity: number;
    revenue: number;
    currency: string;
  }>`
    select l.product_id, max(l.name) as name, max(l.thumbnail) as thumbnail, sum(${kept})::int as quantity,
      sum(${brought})::int8 as revenue, max(o.currency) as currency
    from orders o
    join order_lines l on l.order_id = o.id
    where ${counts} and ${within(span)} and ${kept} > 0
    group by l.product_id, case when l.product_id is null then l.name end
    order by sum(${brought}) desc, max(l.name)
    limit ${limit}`.execute(db);
  return rows;
}

/** Units of each product sold since an instant. */
export async function listSales(db: Db, since: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ product_id: number; units: number }>`
    select l.product_id, sum(${kept})::int as units
    from orders o
    join order_lines l on l.order_id = o.id
    where ${counts} and ${kept} > 0 and o.placed_at >= ${since} and l.product_id is not null
    group by l.product_id`.execute(db);
  return new Map(rows.map(({ product_id, units }) => [product_id, units]));
}

/** What the orders of these customers come to in a currency, in minor units; customers without any are missing. */
export async function listWorth(db: Db, customerIds: number[], currency: string) {
  const { rows } = await sql<{ user_id: number; placed: number; orders: number; spent: number }>`
    select o.user_id, count(*)::int as placed, count(*) filter (where ${counts})::int as orders,
      coalesce(sum(b.paid_amount - b.refunded_amount) filter (where o.currency = ${currency}), 0)::int8 as spent
    from orders o
    left join lateral (select * from order_balance where order_id = o.id) b on true
    where o.user_id = any(${customerIds}::bigint[])
    group by o.user_id`.execute(db);
  return rows;
}
