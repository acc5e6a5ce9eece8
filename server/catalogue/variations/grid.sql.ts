import { sql } from "kysely";
import type { ProductFilters } from "#contract/catalogue/product-form.ts";
import type { GridRow } from "#contract/catalogue/variation-grid.ts";
import { listConditions } from "#server/catalogue/products/admin-list.sql.ts";
import { type Db, getValue, listRows, type Tx } from "#server/platform/database/database.ts";
import type { Page } from "#server/platform/database/lists.sql.ts";

export type StoredGridRow = GridRow & { reserved: number };

const columns = sql`v.id as variation_id, v.version, p.id as product_id, p.name as product, v.title as variation,
  v.sku, v.price_amount, v.compare_at_amount, p.currency, coalesce(s.on_hand, 0) as on_hand,
  coalesce(s.on_hand - s.available, 0) as reserved`;

const stock = sql`
  left join lateral (select on_hand, available from available_stock where variation_id = v.id) s on true`;

/** A page of the variations of matching products, those of the newest products first. */
export const listGridPage = (db: Db, filters: ProductFilters, { page, per_page }: Page) =>
  listRows<StoredGridRow>(db)`
    select ${columns}
    from products p
    join variations v on v.product_id = p.id and v.deleted_at is null
    ${stock}
    where ${listConditions(filters)}
    order by p.id desc, v.position, v.id
    limit ${per_page} offset ${(page - 1) * per_page}`;

export const countGridRows = (db: Db, filters: ProductFilters) =>
  getValue<number>(db)`
    select count(*)::int as total
    from products p
    join variations v on v.product_id = p.id and v.deleted_at is null
    where ${listConditions(filters)}`;

/** These variations, without deleted ones. */
export const listGridRows = (tx: Tx, ids: readonly number[]) =>
  listRows<StoredGridRow>(tx)`
    select ${columns}
    from variations v
    join products p on p.id = v.product_id and p.deleted_at is null
    ${stock}
    where v.id = any(${ids}::bigint[]) and v.deleted_at is null`;

/** Writes SKUs and prices. SKUs are cleared first, so that variations can swap them. */
export async function updateGridRows(
  tx: Tx,
  rows: readonly Pick<GridRow, "variation_id" | "sku" | "price_amount" | "compare_at_amount">[],
) {
  const ids = rows.map(({ variation_id }) => variation_id);
  await sql`update variations set sku = null where id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update variations v
    set sku = r.sku, price_amount = r.price_amount, compare_at_amount = r.compare_at_amount, version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (variation_id bigint, sku text, price_amount bigint, compare_at_amount bigint)
    where v.id = r.variation_id`.execute(tx);
}
