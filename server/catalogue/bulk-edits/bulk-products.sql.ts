import { sql } from "kysely";
import type { Attribute } from "#contract/catalogue/attributes.ts";
import type { BulkFields } from "#contract/catalogue/bulk-edits.ts";
import type { AdminProduct, AdminVariation } from "#contract/catalogue/product-form.ts";
import type { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { assignedColumns, type ProductColumns } from "#server/catalogue/products/products.sql.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** What bulk edits read of a product. */
export interface BulkProduct
  extends ProductColumns,
    Pick<AdminProduct, "name" | "attributes" | "safety" | "country_of_origin" | "currency"> {
  attribute_schema: Attribute[];
  category_ids: number[];
  tag_ids: number[];
  variations: (Pick<
    AdminVariation,
    "price_amount" | "compare_at_amount" | "measure" | "track_stock" | "on_hand" | "reserved" | "low_stock_level"
  > & { variation_id: number })[];
}

/** These products in the order of their ids, without deleted ones. Lock them first to change them. */
export const listBulkProducts = (db: Db | Tx, ids: readonly number[]) =>
  listRows<BulkProduct>(db)`
    select p.id, p.name, p.status, p.publish_at, p.unpublish_at, p.product_type_id, p.attributes, p.safety, p.country_of_origin,
      y.attribute_schema,
      p.currency,
      ${assignedColumns},
      coalesce((
        select json_agg(json_build_object('variation_id', v.id, 'price_amount', v.price_amount,
          'compare_at_amount', v.compare_at_amount, 'measure', v.measure, 'track_stock', v.track_stock,
          'on_hand', coalesce(s.on_hand, 0), 'reserved', coalesce(s.on_hand - s.available, 0),
          'low_stock_level', s.low_stock_level)
          order by v.position, v.id)
        from variations v
        left join lateral (
          select on_hand, available, low_stock_level from available_stock where variation_id = v.id
        ) s on true
        where v.product_id = p.id and v.deleted_at is null
      ), '[]') as variations
    from products p
    join product_types y on y.id = p.product_type_id
    where p.id = any(${ids}::bigint[]) and p.deleted_at is null
    order by p.id`;

export const updatePrices = (
  tx: Tx,
  prices: readonly { variation_id: number; price_amount: number; compare_at_amount: number | null }[],
) =>
  sql`
    update variations v
    set price_amount = r.price_amount, compare_at_amount = r.compare_at_amount, version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as r (variation_id bigint, price_amount bigint, compare_at_amount bigint)
    where v.id = r.variation_id`.execute(tx);

export const updateMeasures = (tx: Tx, measures: NonNullable<BulkFields["measures"]>) =>
  sql`
    update variations v
    set measure = nullif(r.measure, 'null'), version = v.version + 1
    from jsonb_to_recordset(${JSON.stringify(measures)}::jsonb) as r (variation_id bigint, measure jsonb)
    where v.id = r.variation_id`.execute(tx);

/** Writes the safety data of products, whose versions are counted up with their columns. */
export const updateSafety = (tx: Tx, products: readonly { id: number; safety: ProductSafety | null }[]) =>
  sql`
    update products p
    set safety = nullif(r.safety, 'null')
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id bigint, safety jsonb)
    where p.id = r.id`.execute(tx);

/** As `updateSafety`, the countries of origin. */
export const updateCountriesOfOrigin = (
  tx: Tx,
  products: readonly { id: number; country_of_origin: string | null }[],
) =>
  sql`
    update products p
    set country_of_origin = r.country_of_origin
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id bigint, country_of_origin text)
    where p.id = r.id`.execute(tx);
