import { type RawBuilder, sql } from "kysely";
import { failedImage } from "#contract/images.ts";
import { imageUrlOf } from "#server/images/images.ts";

const money = (amount: RawBuilder<unknown>) => sql`jsonb_build_object('amount', ${amount}, 'currency', p.currency)`;

const badges = sql`to_jsonb(array_remove(array[
    case when s.compare_at is not null or s.any_reduced then 'sale' end,
    case when p.published_at > now() - interval '30 days' then 'new' end,
    case when s.units_left > 0 then 'low' end,
    case when s.in_stock is not true then 'sold_out' end
  ], null))`;

/**
 * The StoredCard of product `p`, of the sums `s` of its variations, its images `i` and its swatches `c`, as
 * `deriveColumns` joins them.
 */
export const card = sql`jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'subtitle', p.subtitle,
    'thumbnail', coalesce(${imageUrlOf(sql`i.cover`, 150)}, ${sql.lit(failedImage)}),
    'images', coalesce(i.images, '[]'),
    'price', ${money(sql`coalesce(s.min_price, 0)`)},
    'max_price', ${money(sql`coalesce(s.max_price, 0)`)},
    'compare_at', case when s.compare_at is not null then ${money(sql`s.compare_at`)} end,
    'measure', s.measure,
    'energy_label', p.energy_label - '{label_url,sheet_url,eprel_number}'::text[],
    'rating', jsonb_build_object(
      'average', case when p.rating_count > 0 then round(p.rating_sum::numeric / p.rating_count, 1) end,
      'count', p.rating_count),
    'in_stock', coalesce(s.in_stock, false),
    'left', case when s.product_id is null then 0 else s.units_left end,
    'badges', ${badges},
    'swatches', coalesce(c.swatches, '[]'),
    'variation_count', coalesce(s.variation_count, 0),
    'default_variation_id', s.default_variation_id)`;
