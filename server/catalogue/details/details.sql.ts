import { sql } from "kysely";
import type { AttributeKind } from "#contract/catalogue/attributes.ts";
import type { EnergyLabel } from "#contract/catalogue/energy-labels.ts";
import type { AdminProduct, AdminVariation } from "#contract/catalogue/product-form.ts";
import type { ProductSafety } from "#contract/catalogue/product-safety.ts";
import type { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import type { Image } from "#contract/images.ts";
import { countryOfOrigin, productSafety } from "#server/catalogue/brands/product-safety.sql.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import type { StoredCard } from "#server/catalogue/products/stored-card.ts";
import { type Db, findRow, findValue } from "#server/platform/database/database.ts";

export interface DetailsVariation
  extends Pick<
      AdminVariation,
      "id" | "sku" | "barcode" | "title" | "price_amount" | "compare_at_amount" | "max_per_order"
    >,
    Pick<AdminVariation, "track_stock" | "allow_backorder" | "measure"> {
  available: number;
  weight_g: number | null;
  options: { group_id: number; value_id: number }[];
  lowest_before: number | null;
}
export interface DetailsOption {
  id: number;
  name: string;
  display: "swatch" | "image" | "button" | "select";
  values: { id: number; label: string; code: string; swatch: string | null }[];
}
export interface DetailsRow
  extends Pick<AdminProduct, "id" | "description_html" | "brand" | "currency" | "attributes" | "seo" | "published_at"> {
  card: StoredCard;
  safety: ProductSafety;
  country_of_origin: string | null;
  energy_label: EnergyLabel | null;
  type: {
    id: number;
    name: string;
    is_shippable: boolean;
    return_days: number | null;
    withdrawal_exclusion: WithdrawalExclusion;
    size_guide_html: string;
    attribute_schema: { key: string; label: string; unit?: string | null; kind?: AttributeKind }[];
  };
  /** Null is the default class. */
  tax_class_id: number | null;
  /** Its categories, the main one first; those by rules last, where one may occur again. */
  category_ids: number[];
  tags: { id: number; name: string }[];
  option_groups: DetailsOption[];
  variations: DetailsVariation[];
  images: (Image & { option_value_id: number | null })[];
  stars: { stars: number; count: number }[];
}

/** Everything a product page shows of a product on sale, in one statement. */
export const findProductPage = (db: Db, by: { slug: string } | { id: number }) =>
  findRow<DetailsRow>(db)`
    select p.id, p.card, p.description_html, p.brand, p.currency, p.attributes, p.seo, p.published_at,
      ${productSafety} as safety, ${countryOfOrigin} as country_of_origin, p.energy_label,
      json_build_object('id', y.id, 'name', y.name, 'is_shippable', y.is_shippable,
        'return_days', y.return_days, 'withdrawal_exclusion', y.withdrawal_exclusion, 'attribute_schema', y.attribute_schema,
        'size_guide_html', y.size_guide_html) as type,
      coalesce(p.tax_class_id, y.tax_class_id) as tax_class_id,
      array(
        select category_id
        from product_categories
        where product_id = p.id
        order by category_id = p.main_category_id desc nulls last, position, category_id
      ) || p.rule_category_ids as category_ids,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
        from tags t
        where t.id = any(p.tag_ids)
      ), '[]') as tags,
      coalesce((${optionGroups}), '[]') as option_groups,
      coalesce((${variations}), '[]') as variations,
      coalesce((
        select json_agg(i)
        from (
          select id, url, alt, width, height, dominant, option_value_id
          from product_images
          where product_id = p.id
          order by position, id
        ) i
      ), '[]') as images,
      coalesce((
        select json_agg(json_build_object('stars', stars, 'count', count))
        from review_distribution
        where product_id = p.id
      ), '[]') as stars
    from products p
    join product_types y on y.id = p.product_type_id
    left join brands b on b.name = p.brand
    where ${"slug" in by ? sql`p.slug = ${by.slug}` : sql`p.id = ${by.id}`}
      and ${isOnSale}`;

const optionGroups = sql`
  select json_agg(json_build_object('id', g.id, 'name', g.name, 'display', g.display, 'values', used.values)
    order by pg.position, g.position, g.id)
  from product_option_groups pg
  join option_groups g on g.id = pg.option_group_id
  cross join lateral (
    select json_agg(json_build_object('id', o.id, 'label', o.label, 'code', o.code, 'swatch', o.swatch)
      order by o.position, o.id) as values
    from option_values o
    where o.option_group_id = g.id and o.id = any(p.option_value_ids)
  ) used
  where pg.product_id = p.id and used.values is not null`;

// A subquery, because a join would sum the stock of the whole shop.
const unitsLeft = sql`select available from available_stock where variation_id = v.id`;

const variations = sql`
  select json_agg(json_build_object(
    'id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'title', v.title, 'price_amount', v.price_amount,
    'compare_at_amount', v.compare_at_amount, 'track_stock', v.track_stock, 'allow_backorder', v.allow_backorder,
    'measure', v.measure, 'max_per_order', v.max_per_order, 'weight_g', v.weight_g, 'available', greatest(coalesce((${unitsLeft}), 0), 0),
    'options', coalesce((
      select json_agg(json_build_object('group_id', vo.option_group_id, 'value_id', vo.option_value_id)
        order by vo.option_group_id)
      from variation_options vo
      where vo.variation_id = v.id
    ), '[]'),
    'lowest_before', prior.lowest
  ) order by v.position, v.id)
  from variations v
  left join prior_prices(array(
    select id from variations where product_id = p.id and compare_at_amount is not null and deleted_at is null
  )) prior on prior.variation_id = v.id
  where v.product_id = p.id and v.deleted_at is null and v.is_active`;

/** The product with this former slug. */
export const findRedirectedProduct = (db: Db, slug: string) =>
  findValue<number>(db)`
    select entity_id as id
    from slug_history
    where entity = 'product' and old_slug = ${slug}`;
