import { sql } from "kysely";
import type { PriceHistoryEntry } from "#contract/catalogue/product-form.ts";
import { type Db, listRows, mapRows, type Tx } from "#server/platform/database/database.ts";

/** A lower price of some variation of a product; `cause` is the id of its entry in the price history. */
export interface PriceDrop {
  product_id: number;
  cause: number;
}

/**
 * Records changed prices of variations that are offered, whether they are reduced, and since when others are not offered
 * any more. Returns products with a lower price.
 */
export const insertPrices = (tx: Tx, variationIds: readonly number[]) =>
  listRows<PriceDrop>(tx)`
    with asked as materialized (
      select v.id, v.product_id, v.price_amount, v.compare_at_amount is not null as is_reduced,
        is_offered(p, v) as is_offered
      from variations v
      join products p on p.id = v.product_id
      where v.id = any(${variationIds}::bigint[])
    ), ended as (
      update price_history h set effective_to = now()
      from asked v
      where h.variation_id = v.id and h.effective_to is null and not ${isUnchanged}
      returning h.variation_id, h.price_amount
    ), begun as (
      insert into price_history (variation_id, price_amount, is_reduced)
      select v.id, v.price_amount, v.is_reduced
      from asked v
      where v.is_offered and not exists (
        select from price_history h
        where h.variation_id = v.id and h.effective_to is null and ${isUnchanged}
      )
      returning id, variation_id, price_amount
    )
    select v.product_id, max(b.id) as cause
    from begun b
    join ended e on e.variation_id = b.variation_id and b.price_amount < e.price_amount
    join asked v on v.id = b.variation_id
    group by v.product_id`;

const isUnchanged = sql`(v.is_offered and h.price_amount = v.price_amount and h.is_reduced = v.is_reduced)`;

/** Records the prices of all variations of products that may have been published, unpublished, deleted or restored. */
export const insertPricesOfProducts = (tx: Tx, productIds: readonly number[]) =>
  sql`
    with asked as materialized (
      select v.id, v.price_amount, v.compare_at_amount is not null as is_reduced, is_offered(p, v) as is_offered
      from variations v
      join products p on p.id = v.product_id
      where v.product_id = any(${productIds}::bigint[])
    ), ended as (
      update price_history h set effective_to = now()
      from asked v
      where h.variation_id = v.id and h.effective_to is null and not ${isUnchanged}
    )
    insert into price_history (variation_id, price_amount, is_reduced)
    select v.id, v.price_amount, v.is_reduced
    from asked v
    where v.is_offered and not exists (
      select from price_history h
      where h.variation_id = v.id and h.effective_to is null and ${isUnchanged}
    )`.execute(tx);

/** What a compare-at price must not exceed. */
export interface PriorPrice {
  amount: number;
  /** It has no prior price, as it has been reduced since it was first offered: the amount is its compare-at price. */
  isFirstCompareAt: boolean;
}

/** Each variation's prior price as `prior_prices` defines it, if any; for those on sale since ever their compare-at. */
export async function listPriorPrices(db: Db | Tx, variationIds: readonly number[]): Promise<Map<number, PriorPrice>> {
  const rows = await listRows<PriorPrice & { id: number }>(db)`
    select v.id, coalesce(p.lowest, v.compare_at_amount) as amount, p.lowest is null as "isFirstCompareAt"
    from prior_prices(${variationIds}::bigint[]) p
    join variations v on v.id = p.variation_id
    where p.lowest is not null or (p.began_on_sale and v.compare_at_amount is not null)`;
  return new Map(rows.map(({ id, ...prior }) => [id, prior]));
}

/** The latest deleted variation of a product for each of these options. */
export const listDeletedTwins = (db: Db | Tx, productId: number, optionKeys: readonly string[]) =>
  mapRows<string, number>(db)`
    select option_key, max(id) as id
    from variations
    where product_id = ${productId} and option_key = any(${optionKeys}::text[]) and deleted_at is not null
    group by option_key`;

/** The latest prices of all variations of a product, newest first. */
export const listPriceHistory = (db: Db, productId: number, limit: number) =>
  listRows<PriceHistoryEntry>(db)`
    select h.id, h.variation_id, v.title, h.price_amount, h.is_reduced, h.effective_from, h.effective_to
    from price_history h
    join variations v on v.id = h.variation_id
    where v.product_id = ${productId} and v.deleted_at is null
    order by h.effective_from desc, v.position, h.id desc
    limit ${limit}`;
