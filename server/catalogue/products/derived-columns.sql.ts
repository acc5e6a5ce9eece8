import { type RawBuilder, sql } from "kysely";
import { type ProductFlag, productFlags } from "#contract/catalogue/products.ts";
import {
  conditionsOf,
  matchesRules,
  type RuleValues,
  storedValues,
} from "#server/catalogue/categories/category-rules.sql.ts";
import { imageUrlOf } from "#server/images/images.ts";
import { type Db, findValue, isAffected, listRows, listValues, type Tx } from "#server/platform/database/database.ts";
import { card } from "./product-card.sql.ts";

type Ids = readonly number[];

// With this expression the planner reuses one plan for lists of any length; planning takes longer than running.
const idArray = (ids: Ids) => sql`array(select unnest(${ids}::bigint[]))`;

/** Locks products in the order of their ids, so that concurrent refreshes don't deadlock. */
export const lockProducts = (tx: Tx, ids: Ids) =>
  sql`select from products where id = any(${idArray(ids)}) order by id for no key update`.execute(tx);

/** Whether products of a change came into other categories, and whether shoppers see a reduction begin or end. */
export interface Derived {
  isMoved: boolean;
  isSaleChanged: boolean;
}

/** Recomputes the derived columns and cards of products. */
export async function deriveColumns(tx: Tx, ids: Ids): Promise<Derived> {
  const rows = await listRows<{ moved: boolean; reduced: boolean }>(tx)`
    with ${variationCtes(ids)}, ${summaryCtes}, ${tagCtes(ids)}, ${derivedRuleCtes(ids)}, ${categoryCtes(ids)},
      ${textCtes(ids)}, ${imageCtes(ids)}, ${swatchCtes(ids)}, ${variationUpdateCtes(ids)}
    update products p
    set min_price_amount = coalesce(s.min_price, 0),
      max_price_amount = coalesce(s.max_price, 0),
      in_stock = coalesce(s.in_stock, false),
      discount = coalesce(s.discount, 0),
      on_sale = ${anyReduced},
      is_reduced = ${anyReduced} and p.status = 'active' and p.deleted_at is null
        and not coalesce(w.is_hidden, false),
      is_hidden = coalesce(w.is_hidden, false),
      category_ids = ${categoryIds(sql`w.category_ids`)},
      rule_category_ids = coalesce(w.rule_category_ids, '{}'),
      tag_ids = coalesce(w.tag_ids, '{}'),
      option_value_ids = coalesce(s.option_value_ids, '{}'),
      listed_variations = l.variations,
      search = setweight(${textVector(sql`p.name`)}, 'A')
        || setweight(${textVector(sql`concat_ws(' ', p.brand, w.tag_names)`)}, 'B')
        || setweight(${textVector(sql`concat_ws(' ', w.type_name, p.subtitle)`)}, 'C')
        || ${categoryVector(sql`w.category_names`)},
      popularity = ${popularity},
      card = ${card}
    from products q
    left join sums s on s.product_id = q.id
    left join listed l on l.product_id = q.id
    left join words w on w.product_id = q.id
    left join card_images i on i.product_id = q.id
    left join swatches c on c.product_id = q.id
    where q.id = any(${idArray(ids)}) and p.id = q.id
    returning p.category_ids is distinct from q.category_ids as moved, p.is_reduced <> q.is_reduced as reduced`;
  return { isMoved: rows.some(({ moved }) => moved), isSaleChanged: rows.some(({ reduced }) => reduced) };
}

/**
 * Recomputes only what depends on categories, after their rules, names or visibility changed: a part of the work of
 * `deriveColumns`, to the same result.
 */
export async function deriveCategories(tx: Tx, ids: Ids): Promise<Derived> {
  const rows = await listRows<{ moved: boolean }>(tx)`
    with ${ruleCtes(ids, storedValues)}, ${categoryCtes(ids)}
    update products p
    set category_ids = ${categoryIds(sql`c.category_ids`)},
      rule_category_ids = coalesce(m.rule_category_ids, '{}'),
      search = ts_filter(p.search, '{a,b,c}') || ${categoryVector(sql`c.category_names`)}
    from products q
    left join visible_categories c on c.product_id = q.id
    left join matched_by_product m on m.product_id = q.id
    where q.id = any(${idArray(ids)}) and p.id = q.id
    returning p.category_ids is distinct from q.category_ids as moved`;
  return { isMoved: rows.some(({ moved }) => moved), isSaleChanged: false };
}

const categoryIds = (visible: RawBuilder<unknown>) => sql`
  case when p.status = 'active' and p.deleted_at is null then coalesce(${visible}, '{}') else '{}' end`;

const anyReduced = sql`coalesce(s.compare_at is not null or s.any_reduced, false)`;

const categoryVector = (names: RawBuilder<unknown>) => sql`setweight(${textVector(sql`coalesce(${names}, '')`)}, 'D')`;

const textVector = (text: RawBuilder<unknown>) => sql`words_vector(${text})`;

// By a list of ids, because a join would sum the stock of the whole shop.
const variationCtes = (ids: Ids) => sql`
  units as (
    select variation_id, available
    from available_stock
    where variation_id = any(array(select id from variations where product_id = any(${idArray(ids)})))
  ),
  sale as (
    select v.id, v.product_id, v.position, v.price_amount, v.compare_at_amount, v.measure,
      v.allow_backorder or not v.track_stock as unlimited,
      greatest(coalesce(u.available, 0), 0) as available
    from variations v
    left join units u on u.variation_id = v.id
    where v.product_id = any(${idArray(ids)}) and v.deleted_at is null and v.is_active
  )`;

/** Whether each flag of a product is one of its variation `s`, of which a product with it has at least one. */
const variationFlags: Record<ProductFlag, RawBuilder<boolean>> = {
  in_stock: sql`s.unlimited or s.available > 0`,
  on_sale: sql`s.compare_at_amount is not null`,
};
const flagBits = sql.join(
  productFlags.map((flag, at) => sql`case when ${variationFlags[flag]} then ${sql.lit(2 ** at)} else 0 end`),
  sql` + `,
);

const summaryCtes = sql`
  listed as (
    select s.product_id, jsonb_agg(jsonb_build_array(s.price_amount, ${flagBits}) || coalesce(o.value_ids, '[]')
      order by s.position, s.id) as variations
    from sale s
    left join (
      select variation_id, jsonb_agg(option_value_id order by option_group_id) as value_ids
      from variation_options
      where variation_id = any(array(select id from sale))
      group by variation_id
    ) o on o.variation_id = s.id
    group by s.product_id
    having count(*) > 1
  ),
  chosen as (
    select s.product_id, array_agg(distinct o.option_value_id) as option_value_ids
    from sale s
    join variation_options o on o.variation_id = s.id
    group by s.product_id
  ),
  sums as (
    select s.product_id,
      min(s.price_amount) as min_price,
      max(s.price_amount) as max_price,
      (array_agg(s.compare_at_amount order by s.price_amount, s.position, s.id))[1] as compare_at,
      (array_agg(s.measure order by s.price_amount, s.position, s.id))[1] as measure,
      bool_or(${variationFlags.on_sale}) as any_reduced,
      max((s.compare_at_amount - s.price_amount) * 100 / s.compare_at_amount)::int as discount,
      bool_or(${variationFlags.in_stock}) as in_stock,
      case when bool_or(s.unlimited) or sum(s.available) > 5 then null else sum(s.available) end as units_left,
      count(*) as variation_count,
      (array_agg(s.id order by s.position, s.id)
        filter (where s.unlimited or s.available > 0))[1] as default_variation_id,
      min(o.option_value_ids) as option_value_ids
    from sale s
    left join chosen o on o.product_id = s.product_id
    group by s.product_id
  )`;

/** Whether all categories `c` of a product are hidden. */
const isHidden = sql`
  bool_and(exists (
    select 1
    from categories h
    where not h.is_active and h.id = any(c.ancestor_ids)
  ))`;

const tagCtes = (ids: Ids) => sql`
  tagged as (
    select pt.product_id, array_agg(t.id order by t.id) as tag_ids,
      string_agg(t.name, ' ' order by t.id) as tag_names
    from product_tags pt
    join tags t on t.id = pt.tag_id
    where pt.product_id = any(${idArray(ids)})
    group by pt.product_id
  )`;

/** The categories whose rules a product matches, with these values of products `p` and of what is joined with them. */
const ruleCtes = (ids: Ids, values: RuleValues, joined = sql``) => sql`
  rule_conditions as materialized (
    select c.id as category_id, r.*
    from categories c
    cross join ${conditionsOf(sql`c.rules`)}
    where c.rules is not null and c.deleted_at is null
  ),
  matched as materialized (
    select p.id as product_id, r.category_id
    from products p ${joined}
    cross join rule_conditions r
    where p.id = any(${idArray(ids)}) and p.deleted_at is null
    group by p.id, r.category_id
    having ${matchesRules(values)}
  ),
  matched_by_product as (
    select product_id, array_agg(category_id order by category_id) as rule_category_ids
    from matched
    group by product_id
  )`;

/** As `ruleCtes`, with the values that are being derived. */
const derivedRuleCtes = (ids: Ids) =>
  ruleCtes(
    ids,
    {
      tagIds: sql`t.tag_ids`,
      minPrice: sql`coalesce(s.min_price, 0)`,
      maxPrice: sql`coalesce(s.max_price, 0)`,
      discount: sql`coalesce(s.discount, 0)`,
      inStock: sql`coalesce(s.in_stock, false)`,
    },
    sql`
    left join sums s on s.product_id = p.id
    left join tagged t on t.product_id = p.id`,
  );

const categoryCtes = (ids: Ids) => sql`
  visible_categories as (
    select pc.product_id, array_agg(distinct a.id) as category_ids, string_agg(distinct a.name, ' ') as category_names
    from (
      select product_id, category_id from product_categories where product_id = any(${idArray(ids)})
      union all
      select product_id, category_id from matched
    ) pc
    join categories c on c.id = pc.category_id and c.deleted_at is null
    join categories a on a.id = any(c.ancestor_ids || c.id) and a.deleted_at is null
    -- One below a hidden category can't be reached, so it doesn't count for those above that one either.
    where not exists (select from categories h where not h.is_active and h.id = any(c.ancestor_ids || c.id))
    group by pc.product_id
  )`;

const textCtes = (ids: Ids) => sql`
  hidden as (
    select pc.product_id, ${isHidden} as is_hidden
    from product_categories pc
    join categories c on c.id = pc.category_id
    where pc.product_id = any(${idArray(ids)}) and c.deleted_at is null
    group by pc.product_id
  ),
  words as (
    select p.id as product_id, s.category_ids, s.category_names, h.is_hidden, t.tag_ids, t.tag_names,
      y.name as type_name, m.rule_category_ids
    from products p
    join product_types y on y.id = p.product_type_id
    left join visible_categories s on s.product_id = p.id
    left join hidden h on h.product_id = p.id
    left join tagged t on t.product_id = p.id
    left join matched_by_product m on m.product_id = p.id
    where p.id = any(${idArray(ids)})
  )`;

/** The options, title and thumbnail of each variation, also of deleted ones. Stored, as computing them on read is slow. */
const variationUpdateCtes = (ids: Ids) => sql`
  presented as (
    select v.id, coalesce(chosen.options, '[]') as options, coalesce(chosen.title, '') as title,
      ${imageUrlOf(sql`own.sha256`, 150)} as thumbnail
    from variations v
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', g.name, 'value', o.label) order by pg.position, g.id) as options,
        string_agg(o.label, ' / ' order by pg.position, g.id) as title
      from variation_options vo
      join option_values o on o.id = vo.option_value_id
      join option_groups g on g.id = vo.option_group_id
      left join product_option_groups pg on pg.product_id = v.product_id and pg.option_group_id = g.id
      where vo.variation_id = v.id
    ) chosen on true
    left join lateral (
      select i.sha256
      from product_images i
      join variation_options vo on vo.variation_id = v.id and vo.option_value_id = i.option_value_id
      where i.product_id = v.product_id
      order by i.position, i.id
      limit 1
    ) own on true
    where v.product_id = any(${idArray(ids)})
  ),
  described as (
    update variations v
    set options = t.options, thumbnail = t.thumbnail, title = t.title
    from presented t
    where v.id = t.id and (v.options, v.thumbnail, v.title) is distinct from (t.options, t.thumbnail, t.title)
  )`;

const imageCtes = (ids: Ids) => sql`
  ranked as (
    select *, row_number() over (partition by product_id order by position, id) as place
    from product_images
    where product_id = any(${idArray(ids)})
  ),
  card_images as (
    select product_id,
      min(sha256) filter (where place = 1) as cover,
      jsonb_agg(jsonb_build_object('id', id, 'url', url, 'alt', alt,
        'width', width, 'height', height, 'dominant', dominant) order by place) as images
    from ranked
    where place <= 2
    group by product_id
  )`;

const swatchCtes = (ids: Ids) => sql`
  first_swatch as (
    select distinct on (g.product_id) g.product_id, g.option_group_id
    from product_option_groups g
    join option_groups og on og.id = g.option_group_id and og.display = 'swatch'
    where g.product_id = any(${idArray(ids)})
    order by g.product_id, g.position, g.option_group_id
  ),
  swatches as (
    select f.product_id, jsonb_agg(jsonb_build_object('id', v.id, 'label', v.label, 'swatch', v.swatch)
      order by v.position, v.id) as swatches
    from first_swatch f
    join sums s on s.product_id = f.product_id
    join option_values v on v.option_group_id = f.option_group_id and v.id = any(s.option_value_ids)
    group by f.product_id
  )`;

/** The popularity: the logarithm of sales, the rating with five votes of 3.5, and a month's bonus for new products. */
const popularity: RawBuilder<number> = sql`
  2 * ln(1 + greatest(p.sales_30d, 0))
    + ((p.rating_sum + 3.5 * 5) / (p.rating_count + 5) - 3.5)
    + 0.5 * exp(-greatest(extract(epoch from now() - coalesce(p.published_at, p.created_at)), 0) / (30 * 86400))`;

/** Stores a product's ratings; false if they are the same. */
export const setRating = (tx: Tx, id: number, sum: number, count: number) =>
  isAffected(tx)`
    update products
    set rating_sum = ${sum}, rating_count = ${count}
    where id = ${id} and (rating_sum, rating_count) is distinct from (${sum}::int, ${count}::int)`;

/** Stores the units sold; 0 for products not listed. Returns the ids of products whose number changed. */
export const setSales = (tx: Tx, ids: Ids, units: readonly number[]) =>
  listValues<number>(tx)`
    with sales as (select * from unnest(${ids}::bigint[], ${units}::int[]) as s (id, units))
    update products p
    set sales_30d = coalesce(s.units, 0)
    from products q
    left join sales s on s.id = q.id
    where p.id = q.id and p.sales_30d <> coalesce(s.units, 0)
    returning p.id`;

export const listProductsOfVariations = (tx: Tx, variationIds: Ids) =>
  listValues<number>(tx)`
    select distinct product_id from variations where id = any(${variationIds}::bigint[])`;

export const listProductsNoLongerNew = (tx: Tx) =>
  listValues<number>(tx)`
    select id from products
    where status = 'active' and deleted_at is null
      and published_at <= now() - interval '30 days' and card -> 'badges' ? 'new'`;

/** Products whose `is_hidden` does not match their categories. */
export const listWronglyHiddenProducts = (tx: Tx) =>
  listValues<number>(tx)`
    with hidden as (
      select pc.product_id
      from product_categories pc
      join categories c on c.id = pc.category_id and c.deleted_at is null
      group by pc.product_id
      having ${isHidden}
    )
    select p.id
    from products p
    left join hidden h on h.product_id = p.id
    where p.deleted_at is null and p.is_hidden <> (h.product_id is not null)`;

/** Recomputes the popularity of the next `limit` published products; returns the last id. Cards don't contain it. */
export const updatePopularity = async (db: Db, after: number, limit: number) =>
  findValue<number | null>(db)`
    with batch as materialized (
      select p.id, ${popularity} as popularity, p.popularity as before
      from products p
      where p.id > ${after} and p.status = 'active' and p.deleted_at is null
      order by p.id
      limit ${limit}
    ), changed as (
      update products p set popularity = b.popularity
      from batch b
      where p.id = b.id and abs(b.before - b.popularity) > 0.01
    )
    select max(id) from batch`;
