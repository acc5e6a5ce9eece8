import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

/**
 * What was sold in a span: whole days (UTC) as added up with the changes since, and the lines of orders for the hours
 * before and after, as days of the shop's time zone begin within them.
 */
const salesOf = ({ from, to, timezone }: DaySpan) => sql`
  span as (
    select begins, ends,
      (date_trunc('day', begins + interval '24 hours' - interval '1 microsecond', 'UTC')
        at time zone 'UTC')::date as first,
      (date_trunc('day', ends, 'UTC') at time zone 'UTC')::date as next
    from (
      select ${from}::timestamp at time zone ${timezone} as begins,
        (${to}::date + 1)::timestamp at time zone ${timezone} as ends
    ) s
  ), sales as (
    select s.product_id, s.variation_id, s.units, s.amount
    from variation_sales s
    where s.day >= (select first from span) and s.day < (select next from span)
    union all
    select c.product_id, c.variation_id, c.units, c.amount
    from variation_sale_changes c, span
    where (c.at at time zone 'UTC')::date >= first and (c.at at time zone 'UTC')::date < next
    union all
    select l.product_id, l.variation_id, l.units, l.amount
    from sold_lines l
    where l.placed_at >= (select begins from span)
      and l.placed_at < (select least(first::timestamp at time zone 'UTC', ends) from span)
    union all
    select l.product_id, l.variation_id, l.units, l.amount
    from sold_lines l
    where l.placed_at >= (select greatest(first, next)::timestamp at time zone 'UTC' from span)
      and l.placed_at < (select ends from span)
  )`;

/** Best-selling products of a span of days, by the value of their units, which is below 2^53. */
export async function listBestSellers(db: Db, span: DaySpan, limit: number) {
  const { rows } = await sql<{ product_id: number; units: number; amount: number }>`
    with ${salesOf(span)}
    select product_id, sum(units)::int as units, sum(amount::float8)::int8 as amount
    from sales
    where product_id is not null
    group by product_id
    having sum(units) > 0
    order by sum(amount::float8) desc, product_id
    limit ${limit}`.execute(db);
  return rows;
}

/** Units of variations that were sold in a span of days; variations without sales are missing. */
export async function sumUnitsSold(db: Db, span: DaySpan, variationIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ variation_id: number; units: number }>`
    with ${salesOf(span)}
    select variation_id, sum(units)::int as units
    from sales
    where variation_id = any(${variationIds}::bigint[])
    group by variation_id`.execute(db);
  return new Map(rows.map(({ variation_id, units }) => [variation_id, units]));
}
