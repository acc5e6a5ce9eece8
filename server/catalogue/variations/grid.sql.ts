import { sql } from "kysely";
import type { GridFilters, GridRow } from "#contract/catalogue/variation-grid.ts";
import { hasCode, hasWords, listConditions } from "#server/catalogue/products/admin-list.sql.ts";
import { type Db, getValue, listRows, type Tx } from "#server/platform/database/database.ts";
import type { Page } from "#server/platform/database/lists.sql.ts";

export type StoredGridRow = GridRow & { reserved: number };

const columns = sql`v.id as variation_id, v.version, p.id as product_id, p.name as product, v.title as variation,
  v.sku, v.price_amount, v.compare_at_amount, v.measure, v.track_stock, p.currency, coalesce(s.on_hand, 0) as on_hand,
  coalesce(s.on_hand - s.available, 0) as reserved, s.low_stock_level`;

const stock = sql`
  left join lateral (
    select on_hand, available, low_stock_level from available_stock where variation_id = v.id
  ) s on true`;

/** A page of matching variations: those with the searched SKU or barcode, then those of the newest products. */
export const listGridPage = (db: Db, filters: GridFilters, { page, per_page }: Page) =>
  listRows<StoredGridRow>(db)`
    select ${columns}
    from products p
    join variations v on v.product_id = p.id and v.deleted_at is null
    ${stock}
    where ${gridConditions(filters)}
    order by ${codeFirst(filters)} p.id desc, v.position, v.id
    limit ${per_page} offset ${(page - 1) * per_page}`;

/** The number of matching variations, counted up to `limit`. */
export const countGridRows = (db: Db, filters: GridFilters, limit: number) =>
  getValue<number>(db)`
    select count(*)::int as total
    from (
      select from products p
      join variations v on v.product_id = p.id and v.deleted_at is null
      where ${gridConditions(filters)}
      limit ${limit}
    ) counted`;

/** The SQL condition on variation `v` of product `p` of these filters. */
function gridConditions({ search, ...filters }: GridFilters) {
  const products = listConditions(filters);
  if (!hasWords(search)) return products;
  const words = search.split(/\s+/).filter(hasWords).map(hasWord);
  return sql`${products} and (${hasCode(search)} or (${sql.join(words, sql` and `)}))`;
}

const codeFirst = ({ search }: GridFilters) =>
  hasWords(search) ? sql`coalesce(${hasCode(search)}, false) desc,` : sql``;

/** A word begins one of the product or of an option of the variation, or it is a part of a code. */
const hasWord = (word: string) => sql`(
  p.search @@ words_query(${word})
  or exists (
    select from variation_options o
    where o.variation_id = v.id
      and o.option_value_id = any(array(
        select id from option_values where words_vector(label) @@ words_query(${word}))))
  or ${hasCode(word)})`;

/** These variations, without deleted ones. */
export const listGridRows = (tx: Tx, ids: readonly number[]) =>
  listRows<StoredGridRow>(tx)`
    select ${columns}
    from variations v
    join products p on p.id = v.product_id and p.deleted_at is null
    ${stock}
    where v.id = any(${ids}::bigint[]) and v.deleted_at is null`;

/** Writes SKUs, prices and measures. SKUs are cleared first, so that variations can swap them. */
export async function updateGridRows(
  tx: Tx,
  rows: readonly Pick<GridRow, "variation_id" | "sku" | "price_amount" | "compare_at_amount" | "measure">[],
) {
  const ids = rows.map(({ variation_id }) => variation_id);
  await sql`update variations set sku = null where id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update variations v
    set sku = r.sku, price_amount = r.price_amount, compare_at_amount = r.compare_at_amount,
      measure = nullif(r.measure, 'null'), version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (variation_id bigint, sku text, price_amount bigint, compare_at_amount bigint, measure jsonb)
    where v.id = r.variation_id`.execute(tx);
}
