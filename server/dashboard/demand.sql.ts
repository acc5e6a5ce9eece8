import { type RawBuilder, sql } from "kysely";
import type { Demand, DemandFilters, DemandSignal, DemandSort } from "#contract/dashboard/demand.ts";
import { type Db, listRows } from "#server/platform/database/database.ts";

const orders: Record<DemandSort, RawBuilder<unknown>> = {
  "-needed": sql`needed desc, searches desc`,
  "-waiting": sql`waiting desc, needed desc`,
  "-refused": sql`refused desc, needed desc`,
  "-wishes": sql`wishes desc, needed desc`,
  "-sold": sql`sold desc, needed desc`,
  available: sql`available, needed desc`,
  "-searches": sql`searches desc, needed desc`,
};

const signals: Record<DemandSignal, RawBuilder<unknown>> = {
  order_more: sql`needed > 0`,
  waiting: sql`waiting > 0`,
  refused: sql`refused > 0`,
  wishes: sql`wishes > 0`,
  searches: sql`searches > 0`,
};

/** A part of the demand list, with the total count. */
export async function listDemand(
  db: Db,
  { signal, name, sort }: DemandFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Demand[]; total: number }> {
  const words = name?.trim();
  const pattern = words ? `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const rows = await listRows<Demand & { total: number }>(db)`
    with wanted as (
      select variation_id, sum(waiting)::int as waiting, sum(refused)::int as refused, sum(sold)::int as sold,
        sum(wishes)::int as wishes
      from (
        select variation_id, waiting, refused, 0 as sold, 0 as wishes from stock_demand
        union all
        select variation_id, 0, 0, sold, 0 from recent_variation_sales where sold > 0
        union all
        select v.variation_id, 0, 0, 0, w.wishes
        from wishlist_counts w
        join stocked_variations v on v.product_id = w.product_id
      ) w
      group by variation_id
      -- One unit sold is more than there are only where stock is low: the stock of the others is not looked up.
      having sum(waiting) + sum(refused) + sum(wishes) > 0 or sum(sold) > 1
        or variation_id in (select variation_id from low_stock)
    ), counted as (
      select w.*, coalesce(a.available, 0) as available, coalesce(a.low_at, 0) as low_at
      from wanted w
      left join lateral (
        select available, low_at from available_stock a where a.variation_id = w.variation_id offset 0
      ) a on true
    ), listed as (
      select v.variation_id, v.product_id, v.name, v.options as variation, v.sku, v.thumbnail, c.waiting, c.refused,
        case when c.available <= c.low_at then c.wishes else 0 end as wishes, c.sold, c.available,
        greatest(c.waiting + c.sold - c.available, 0) as needed, 0 as searches
      from counted c
      join stocked_variations v using (variation_id)
      where v.is_active
        and (c.waiting > 0 or c.refused > 0 or c.sold > c.available or c.wishes > 0 and c.available <= c.low_at)
      union all
      select null, null, term, '', null, null, 0, 0, 0, 0, 0, 0, searches
      from recent_zero_result_searches
    )
    select *, count(*) over ()::int as total
    from listed
    where ${signal ? signals[signal] : sql`true`}
      and (${pattern}::text is null or name ilike ${pattern} or sku ilike ${pattern})
    order by ${orders[sort]}, name, variation_id
    limit ${limit} offset ${offset}`;
  return { rows, total: rows[0]?.total ?? 0 };
}
