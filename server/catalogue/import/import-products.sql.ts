import { sql } from "kysely";
import type { AdminProduct, AdminVariation } from "#contract/catalogue/product-form.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** A variation as an import compares it with what the file says. */
export type CurrentVariation = Omit<
  AdminVariation,
  "title" | "option_value_ids" | "position" | "on_hand_was" | "version"
> & {
  /** Labels in the order of the product's `option_names`. */
  options: string[];
};
/** A product in words rather than ids, as an import compares it with what the file says. */
export interface CurrentProduct
  extends Pick<
    AdminProduct,
    | "id"
    | "slug"
    | "name"
    | "description_html"
    | "brand"
    | "status"
    | "safety"
    | "country_of_origin"
    | "energy_label"
    | "seo"
    | "category_ids"
  > {
  type: { id: number; name: string; ships: boolean };
  tags: string[];
  /** Names from the top down, of each category the product is in. */
  categories: string[][];
  option_names: string[];
  variations: CurrentVariation[];
}

/** The products that have one of these slugs, or a variation with one of these SKUs or barcodes. */
export const listCurrentProducts = (
  db: Db | Tx,
  { slugs, skus, barcodes }: { slugs: string[]; skus: string[]; barcodes: string[] },
) =>
  listRows<CurrentProduct>(db)`
    with wanted as (
      select id from products where slug = any(${slugs}::text[]) and deleted_at is null
      union
      select product_id from variations where sku = any(${skus}::text[]) and deleted_at is null
      union
      select product_id from variations where barcode = any(${barcodes}::text[]) and deleted_at is null
    )
    select p.id, p.slug, p.name, p.description_html, p.brand, p.status, p.safety, p.country_of_origin, p.energy_label, p.seo,
      jsonb_build_object('id', t.id, 'name', t.name, 'ships', t.is_shippable) as type,
      array(
        select tags.name from product_tags join tags on tags.id = tag_id where product_id = p.id order by tags.id
      ) as tags,
      array(
        select category_id from product_categories where product_id = p.id order by position, category_id
      ) as category_ids,
      coalesce((
        select jsonb_agg((
          select jsonb_agg(a.name order by up.place)
          from unnest(c.ancestor_ids) with ordinality as up (id, place)
          join categories a on a.id = up.id
        ) order by l.position, l.category_id)
        from product_categories l
        join categories c on c.id = l.category_id
        where l.product_id = p.id
      ), '[]') as categories,
      array(
        select g.name
        from product_option_groups l
        join option_groups g on g.id = l.option_group_id
        where l.product_id = p.id
        order by l.position, g.id
      ) as option_names,
      coalesce((
        select jsonb_agg(${variation} order by v.position, v.id)
        from variations v
        where v.product_id = p.id and v.deleted_at is null
      ), '[]') as variations
    from wanted
    join products p on p.id = wanted.id and p.deleted_at is null
    join product_types t on t.id = p.product_type_id`;

const variation = sql`jsonb_build_object(
  'id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'price_amount', v.price_amount,
  'compare_at_amount', v.compare_at_amount, 'cost_amount', v.cost_amount, 'weight_g', v.weight_g,
  'measure', v.measure,
  'track_stock', v.track_stock, 'allow_backorder', v.allow_backorder, 'max_per_order', v.max_per_order,
  'is_active', v.is_active,
  'on_hand', coalesce((select s.on_hand from available_stock s where s.variation_id = v.id), 0),
  'reserved', coalesce((select s.on_hand - s.available from available_stock s where s.variation_id = v.id), 0),
  'low_stock_level', (select s.low_stock_level from available_stock s where s.variation_id = v.id),
  'options', coalesce((
    select jsonb_agg(o.label order by l.position, l.option_group_id)
    from variation_options vo
    join option_values o on o.id = vo.option_value_id
    join product_option_groups l on l.product_id = p.id and l.option_group_id = vo.option_group_id
    where vo.variation_id = v.id
  ), '[]'))`;
