import { type RawBuilder, sql } from "kysely";
import { type Db, listRows, mapRows } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

interface Seller {
  product_id: number;
  units: number;
  amount: number;
}

/** Longer spans are not added up whole to find their best sellers. */
const shortSpanDays = 7;
const bestOfMonth = 50;

/** Whole days (UTC) of a span, `first` until `next`; the hours around them are read from the lines of orders. */
const spanCte = ({ from, to, timezone }: DaySpan) => sql`
  span as (
    select begins, ends,
      (date_trunc('day', begins + interval '24 hours' - interval '1 microsecond', 'UTC')
        at time zone 'UTC')::date as first,
      (date_trunc('day', ends, 'UTC') at time zone 'UTC')::date as next
    from (
      select ${from}::timestamp at time zone ${timezone} as begins,
        (${to}::date + 1)::timestamp at time zone ${timezone} as ends
    ) s
  )`;

/** What was sold in a span: as added up by day, where that meets a condition, with the changes since. */
const salesCte = (condition: RawBuilder<unknown> = sql`true`) => sql`
  sales as (
    select product_id, variation_id, units, amount
    from variation_sales
    where day >= (select first from span) and day < (select next from span) and ${condition}
    union all
    select product_id, variation_id, units, amount
    from variation_sale_changes, span
    where (at at time zone 'UTC')::date >= first and (at at time zone 'UTC')::date < next
    union all
    select product_id, variation_id, units, amount
    from sold_lines
    where placed_at >= (select begins from span)
      and placed_at < (select least(first::timestamp at time zone 'UTC', ends) from span)
    union all
    select product_id, variation_id, units, amount
    from sold_lines
    where placed_at >= (select greatest(first, next)::timestamp at time zone 'UTC' from span)
      and placed_at < (select ends from span)
  )`;

const rankedSellers = (limit: number) => sql`
  select product_id, sum(units)::int as units, sum(amount::float8)::int8 as amount
  from sales
  where product_id is not null
  group by product_id
  having sum(units) > 0
  order by sum(amount::float8) desc, product_id
  limit ${limit}`;

/** Best-selling products of a span of days, by the value of their units, which is below 2^53. */
export async function listBestSellers(db: Db, span: DaySpan, limit: number): Promise<Seller[]> {
  const isShort = Date.parse(span.to) - Date.parse(span.from) < shortSpanDays * 86_400_000;
  const found = isShort ? undefined : await findBestSellers(db, span, limit);
  if (found) return found;
  return listRows<Seller>(db)`
    with ${spanCte(span)}, ${salesCte()}
    ${rankedSellers(limit)}`;
}

/**
 * Looks for the best sellers of a span only among the best products of each of its months: together the others sold no
 * more than the last of these did in each month. Undefined if one of them could still be a best seller.
 */
export async function findBestSellers(db: Db, span: DaySpan, limit: number): Promise<Seller[] | undefined> {
  const rows = await listRows<Seller & { missed: number }>(db)`
    with ${spanCte(span)}, best as materialized (
      select b.*
      from span
      cross join generate_series(
        date_trunc('month', begins at time zone 'UTC'),
        ends at time zone 'UTC',
        '1 month'
      ) as s
      cross join lateral (
        select month, product_id, amount
        from product_sales
        where month = s::date
        order by amount desc
        limit ${bestOfMonth}
      ) b
    ), candidates as materialized (
      select product_id from best
      union
      select product_id from variation_sale_changes
    ), ${salesCte(sql`product_id = any(array(select product_id from candidates))`)}
    select r.*,
      coalesce((
        select sum(lowest)
        from (
          select greatest(min(amount), 0) as lowest
          from best
          group by month
          having count(*) = ${bestOfMonth}
        ) m
      ), 0)::int8 as missed
    from (${rankedSellers(limit)}) r
    order by amount desc, product_id`;
  const last = rows.at(-1);
  const isComplete = last && (last.missed === 0 || (rows.length === limit && last.amount > last.missed));
  return isComplete ? rows.map(({ missed: _missed, ...seller }) => seller) : undefined;
}

/** Units of variations that were sold in a span of days; variations without sales are missing. */
export const sumUnitsSold = (db: Db, span: DaySpan, variationIds: number[]) =>
  mapRows<number, number>(db)`
    with ${spanCte(span)}, ${salesCte()}
    select variation_id, sum(units)::int as units
    from sales
    where variation_id = any(${variationIds}::bigint[])
    group by variation_id`;
