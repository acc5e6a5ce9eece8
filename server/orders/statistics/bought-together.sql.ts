import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

/** For each product the dozen it was oftenest ordered with since an instant, in at least two orders. */
export async function listPairs(db: Db, since: Date) {
  const { rows } = await sql<{ product_id: number; other_id: number; orders: number }>`
    with bought as materialized (
      select distinct l.order_id, l.product_id
      from orders o
      join order_lines l on l.order_id = o.id
      where o.confirmed_at is not null and o.status not in ('cancelled', 'expired', 'pending_payment')
        and o.placed_at >= ${since} and l.product_id is not null
    ),
    pairs as (
      select one.product_id, other.product_id as other_id, count(*)::int as orders
      from bought one
      join bought other on other.order_id = one.order_id and other.product_id <> one.product_id
      group by 1, 2
      having count(*) > 1
    )
    select product_id, other_id, orders
    from (select *, row_number() over (partition by product_id order by orders desc, other_id desc) as place from pairs) ranked
    where place <= 12`.execute(db);
  return rows;
}
