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
    with requested as (
      select variation_id, sum(waiting)::int as waiting, sum(refused)::int as refused, sum(wishes)::int as wishes
      from (
        select variation_id, waiting, refused, 0 as wishes from stock_demand
        union all
        select v.variation_id, 0, 0, w.wishes
        from wishlist_counts w
        join stocked_variations v on v.product_id = w.product_id
      ) r
      group by variation_id
    ), wanted as (
      select variation_id, coalesce(waiting, 0) as waiting, coalesce(refused, 0) as refused,
        coalesce(wishes, 0) as wishes, greatest(sold, 0) as sold
      from requested
      full join recent_variation_sales using (variation_id)
      -- One unit sold is more than there are only where nothing is left: the stock of the others is not looked up.
      where waiting + refused + wishes > 0 or sold > 1
        or sold = 1 and variation_id in (select variation_id from low_stock where available = 0)
    ), counted as (
      select w.*, coalesce(a.available, 0) as available, coalesce(a.is_low, true) as is_low
      from wanted w
      left join lateral (
        select available, is_low from available_stock a where a.variation_id = w.variation_id offset 0
      ) a on true
    ), listed as (
      select v.variation_id, v.name, v.sku, c.waiting, c.refused,
        case when c.is_low then c.wishes else 0 end as wishes, c.sold, c.available,
        greatest(c.waiting + c.sold - c.available, 0) as needed, 0 as searches
      from counted c
      join stocked_variations v using (variation_id)
      where v.is_active
        and (c.waiting > 0 or c.refused > 0 or c.sold > c.available or c.wishes > 0 and c.is_low)
      union all
      select null, term, null, 0, 0, 0, 0, 0, 0, searches
      from recent_zero_result_searches
    ), part as (
      select *, count(*) over ()::int as total
      from listed
      where ${signal ? signals[signal] : sql`true`}
        and (${pattern}::text is null or name ilike ${pattern} or sku ilike ${pattern})
      order by ${orders[sort]}, name, variation_id
      limit ${limit} offset ${offset}
    )
    select part.*, v.product_id, coalesce(v.options, '') as variation, v.thumbnail
    from part
    left join stocked_variations v using (variation_id)
    order by ${orders[sort]}, part.name, variation_id`;
  return { rows, total: rows[0]?.total ?? 0 };
}
