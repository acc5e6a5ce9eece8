import { sql } from "kysely";
import { viewClauses } from "#server/orders/order-list.sql.ts";
import { type Db, listRows, mapRows, type Tx } from "#server/platform/database/database.ts";

const isSold = sql`is_sold(o.status, o.confirmed_at)`;

/** Number of orders to ship, of requested returns, and of orders with refunds to send. */
export async function countWork(db: Db | Tx) {
  const rows = await listRows<Work>(db)`
    select (select count(*)::int from orders o where ${viewClauses.to_ship}) as to_ship,
      (select count(*)::int from returns where status = 'requested') as returns_open,
      (select count(*)::int from orders o where ${viewClauses.refunds_to_send}) as refunds_to_send`;
  return rows[0] as Work;
}
type Work = { to_ship: number; returns_open: number; refunds_to_send: number };

/** Units sold of each product since an instant. */
export const listSales = (db: Db, since: Date) =>
  mapRows<number, number>(db)`
    select product_id, sum(units)::int as units
    from sold_lines
    where placed_at >= ${since} and product_id is not null
    group by product_id`;

/** Orders and spending of customers in a currency, in minor units; customers without orders are missing. */
export const listCustomerTotals = (db: Db, customerIds: number[], currency: string) =>
  listRows<{ user_id: number; name: string | null; placed: number; orders: number; spent: number }>(db)`
    select o.user_id, (array_agg(o.shipping_address ->> 'fullname' order by o.placed_at desc))[1] as name,
      count(*)::int as placed, count(*) filter (where ${isSold})::int as orders,
      coalesce(sum((
        -- A subquery, as a join with the view adds up the entries of all orders.
        select b.paid_amount - b.refunded_amount
        from order_balance b
        where b.order_id = o.id)) filter (where o.currency = ${currency}), 0)::int8 as spent
    from orders o
    where o.user_id = any(${customerIds}::bigint[])
    group by o.user_id`;

/** Query: orders and spending of all customers, as `listCustomerTotals` counts those of some. */
export const allCustomerTotals = (currency: string) => sql`
  select user_id, sum(orders)::int as orders,
    coalesce(sum(spent) filter (where currency = ${currency}), 0)::int8 as spent
  from customer_totals
  group by user_id`;

/** For each product the 12 products most often ordered with it since an instant, in at least two orders. */
export const listBoughtTogether = (db: Db, since: Date) =>
  listRows<{ product_id: number; other_id: number; orders: number }>(db)`
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
    where place <= 12`;
