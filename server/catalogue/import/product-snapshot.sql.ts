import { sql } from "kysely";
import { type Db, findRow, type Tx } from "#server/platform/database/database.ts";

/** The fields of a product that an import changes, by path: `name`, `variations.12.sku`; `images.7` for each image. */
export type ProductSnapshot = Record<string, unknown>;

/** A product's version and fields; undefined if it is deleted. */
export const findSnapshot = (db: Db | Tx, productId: number) =>
  findRow<{ version: number; fields: ProductSnapshot }>(db)`
    select p.version,
      jsonb_build_object(
        'name', p.name, 'description_html', p.description_html, 'brand', p.brand, 'status', p.status,
        'publish_at', p.publish_at, 'unpublish_at', p.unpublish_at, 'product_type_id', p.product_type_id, 'seo', p.seo,
        'tag_ids', array(select tag_id from product_tags where product_id = p.id order by tag_id),
        'category_ids', array(
          select category_id from product_categories where product_id = p.id order by position, category_id
        ))
        || coalesce((
          select jsonb_object_agg('variations.' || v.id || '.' || field.key, field.value)
          from variations v, jsonb_each(${variation}) field
          where v.product_id = p.id and v.deleted_at is null
        ), '{}')
        || coalesce((
          select jsonb_object_agg('images.' || i.id, true)
          from (
            select id from product_images where product_id = p.id
            union
            select id from image_downloads where product_id = p.id
          ) i
        ), '{}') as fields
    from products p
    where p.id = ${productId} and p.deleted_at is null`;

const variation = sql`jsonb_build_object(
  'sku', v.sku, 'barcode', v.barcode, 'price_amount', v.price_amount, 'compare_at_amount', v.compare_at_amount,
  'cost_amount', v.cost_amount, 'weight_g', v.weight_g, 'measure', v.measure, 'track_stock', v.track_stock,
  'allow_backorder', v.allow_backorder, 'position', v.position,
  'on_hand', coalesce((select s.on_hand from available_stock s where s.variation_id = v.id), 0),
  'low_stock_level', (select s.low_stock_level from available_stock s where s.variation_id = v.id),
  'option_value_ids', array(
    select o.option_value_id
    from variation_options o
    left join product_option_groups g on g.product_id = p.id and g.option_group_id = o.option_group_id
    where o.variation_id = v.id
    order by g.position, o.option_group_id
  ))`;
