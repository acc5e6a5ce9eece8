import type { EnergyLabel } from "#contract/catalogue/energy-labels.ts";
import type { Measure } from "#contract/catalogue/measures.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, listRows } from "#server/platform/database/database.ts";

export interface FeedRow {
  product_id: number;
  slug: string;
  name: string;
  subtitle: string | null;
  description_html: string;
  brand: string | null;
  currency: string;
  main_category_id: number | null;
  variation_id: number;
  barcode: string | null;
  price_amount: number;
  compare_at_amount: number | null;
  measure: Measure | null;
  energy_label: EnergyLabel | null;
  /** `in_stock`, `out_of_stock` or `backorder`. */
  availability: string;
  /** How many variations the product has. */
  variation_count: number;
  options: { code: string; label: string }[];
  /** URLs of up to three images, those of its own options first. */
  images: string[];
}

/** Every variation of the next products on sale after an id, in the order of their ids. */
export const listFeedRows = (db: Db, afterId: number, products: number) =>
  listRows<FeedRow>(db)`
    with page as materialized (
      select p.id, p.slug, p.name, p.subtitle, p.description_html, p.brand, p.currency,
        p.energy_label, coalesce(p.main_category_id, p.rule_category_ids[1]) as main_category_id
      from products p
      where p.id > ${afterId} and ${isOnSale}
        -- A page without any variation would end the feed.
        and exists (select from variations v where v.product_id = p.id and v.deleted_at is null and v.is_active)
      order by p.id
      limit ${products}
    ),
    sold as materialized (
      select v.*, count(*) over (partition by v.product_id)::int as variation_count
      from variations v
      where v.product_id = any(array(select id from page)) and v.deleted_at is null and v.is_active
    ),
    units as (select variation_id, available from available_stock where variation_id = any(array(select id from sold)))
    select p.id as product_id, p.slug, p.name, p.subtitle, p.description_html, p.brand, p.currency, p.energy_label, p.main_category_id,
      v.id as variation_id, v.barcode, v.price_amount, v.compare_at_amount, v.measure, v.variation_count,
      case when not v.track_stock or coalesce(u.available, 0) > 0 then 'in_stock'
        when v.allow_backorder then 'backorder' else 'out_of_stock' end as availability,
      coalesce((
        select json_agg(json_build_object('code', g.code, 'label', o.label) order by g.position, g.id)
        from variation_options vo
        join option_values o on o.id = vo.option_value_id
        join option_groups g on g.id = vo.option_group_id
        where vo.variation_id = v.id
      ), '[]') as options,
      array(
        select i.url
        from product_images i
        where i.product_id = p.id and (i.option_value_id is null or i.option_value_id in (
          select option_value_id from variation_options where variation_id = v.id))
        order by i.option_value_id is null, i.position, i.id
        limit 3
      ) as images
    from page p
    join sold v on v.product_id = p.id
    left join units u on u.variation_id = v.id
    order by p.id, v.position, v.id`;
