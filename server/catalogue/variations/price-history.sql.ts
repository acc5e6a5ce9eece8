import { sql } from "kysely";
import type { PriceHistoryEntry } from "#contract/catalogue/product-form.ts";
import { type Db, listRows, mapRows, type Tx } from "#server/platform/database/database.ts";

/** A lower price of some variation of a product; `cause` is the id of its entry in the price history. */
export interface PriceDrop {
  product_id: number;
  cause: number;
}

/** Records changed prices of the variations and whether they are reduced. Returns products with a lower price. */
export const insertPrices = (tx: Tx, variationIds: readonly number[]) =>
  listRows<PriceDrop>(tx)`
    with ended as (
      update price_history h set effective_to = now()
      from variations v
      where v.id = any(${variationIds}::bigint[]) and h.variation_id = v.id
        and h.effective_to is null and not ${isUnchanged}
      returning h.variation_id, h.price_amount
    ), begun as (
      insert into price_history (variation_id, price_amount, is_reduced)
      select v.id, v.price_amount, v.compare_at_amount is not null
      from variations v
      where v.id = any(${variationIds}::bigint[]) and not exists (
        select from price_history h
        where h.variation_id = v.id and h.effective_to is null and ${isUnchanged}
      )
      returning id, variation_id, price_amount
    )
    select v.product_id, max(b.id) as cause
    from begun b
    join ended e on e.variation_id = b.variation_id and b.price_amount < e.price_amount
    join variations v on v.id = b.variation_id
    group by v.product_id`;

const isUnchanged = sql`(h.price_amount = v.price_amount and h.is_reduced = (v.compare_at_amount is not null))`;

/** Each variation's lowest price in the 30 days before its sale, or now (EU directive 98/6, article 6a), if any. */
export const listPriorPrices = (db: Db | Tx, variationIds: readonly number[]) =>
  mapRows<number, number>(db)`
    select h.variation_id, min(h.price_amount) as lowest
    from (
      select id,
        coalesce((
          select min(reduced.effective_from)
          from price_history reduced
          where reduced.variation_id = v.id and reduced.is_reduced and reduced.effective_from >= coalesce((
            select max(full_price.effective_to)
            from price_history full_price
            where full_price.variation_id = v.id and not full_price.is_reduced
          ), '-infinity')
            and exists (
              select from price_history h where h.variation_id = v.id and h.effective_to is null and h.is_reduced
            )
        ), now()) as sale_began
      from unnest(${variationIds}::bigint[]) as v (id)
    ) v
    join price_history h on h.variation_id = v.id
      and h.effective_from < v.sale_began
      and coalesce(h.effective_to, 'infinity') > v.sale_began - interval '30 days'
    group by h.variation_id`;

/** The latest prices of all variations of a product, newest first. */
export const listPriceHistory = (db: Db, productId: number, limit: number) =>
  listRows<PriceHistoryEntry>(db)`
    select h.id, h.variation_id, v.title, h.price_amount, h.is_reduced, h.effective_from, h.effective_to
    from price_history h
    join variations v on v.id = h.variation_id
    where v.product_id = ${productId} and v.deleted_at is null
    order by h.effective_from desc, v.position, h.id desc
    limit ${limit}`;
