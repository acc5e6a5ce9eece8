import { type RawBuilder, sql } from "kysely";
import type { AdminProductRow, CatalogueUsage, ProductFilters } from "#contract/catalogue/product-form.ts";
import { lacksLegalData } from "#server/catalogue/product-types/legal-data.sql.ts";
import { type Db, getRow, getValue, listRows } from "#server/platform/database/database.ts";
import type { Page } from "#server/platform/database/lists.sql.ts";

export type AdminListRow = Omit<AdminProductRow, "price" | "max_price"> & {
  min_price_amount: number;
  max_price_amount: number;
  currency: string;
};
type AdminListQuery = ProductFilters & Page & { sort: keyof typeof sortOrders };

const sortOrders = {
  "-updated_at": sql`p.updated_at desc, p.id desc`,
  updated_at: sql`p.updated_at, p.id`,
  name: sql`p.name collate "und-x-icu", p.id`,
  "-name": sql`p.name collate "und-x-icu" desc, p.id desc`,
  price: sql`p.min_price_amount, p.id`,
  "-price": sql`p.min_price_amount desc, p.id desc`,
  stock: sql`(${onHand()}), p.id`,
  "-stock": sql`(${onHand()}) desc, p.id desc`,
};

/** Units on hand of the variations of a product whose stock is tracked. */
function onHand() {
  return sql`
    select coalesce(sum(s.on_hand), 0)
    from variations v join available_stock s on s.variation_id = v.id
    where v.product_id = p.id and v.deleted_at is null and v.track_stock`;
}

export const listAdminProducts = (db: Db, query: AdminListQuery) =>
  listRows<AdminListRow>(db)`
    select p.id, p.slug, p.name, coalesce(p.card ->> 'thumbnail', '/failed_image.png') as thumbnail, p.status,
      p.publish_at, p.unpublish_at, p.brand, y.name as product_type, p.min_price_amount, p.max_price_amount, p.currency,
      p.updated_at, v.on_hand, v.variation_count, i.images
    from (
      select p.*
      from products p
      where ${listConditions(query)}
      order by ${sortOrders[query.sort]}
      limit ${query.per_page} offset ${(query.page - 1) * query.per_page}
    ) p
    join product_types y on y.id = p.product_type_id
    cross join lateral (
      select count(*)::int as variation_count,
        sum(coalesce((select s.on_hand from available_stock s where s.variation_id = v.id), 0))
          filter (where v.track_stock)::int as on_hand
      from variations v
      where v.product_id = p.id and v.deleted_at is null
    ) v
    cross join lateral (
      select jsonb_build_object('total', c.total, 'ready', c.ready, 'failed', c.failed) as images
      from product_image_counts c
      where c.product_id = p.id
      -- Read for these products only, not joined with the images of all.
      offset 0
    ) i
    order by ${sortOrders[query.sort]}`;

/** Up to `limit` products for an export, newest first, below the id `after`. */
export const listSlugsForExport = (db: Db, filters: ProductFilters, after: number | null, limit: number) =>
  listRows<{ id: number; slug: string }>(db)`
    select p.id, p.slug
    from products p
    where ${listConditions(filters)} and (${after}::bigint is null or p.id < ${after})
    order by p.id desc
    limit ${limit}`;

export const countAdminProducts = (db: Db, query: ProductFilters, limit: number) =>
  getValue<number>(db)`
    select count(*)::int as total
    from (select from products p where ${listConditions(query)} limit ${limit}) counted`;

/** The SQL condition on product `p` of these filters. */
export function listConditions(filters: ProductFilters) {
  const { id: ids, status, category, stock, type, tag, option_group, brand, price_min, price_max } = filters;
  const conditions = [sql`p.deleted_at is null`];
  if (ids) conditions.push(sql`p.id = any(${ids}::bigint[])`);
  if (status) conditions.push(sql`p.status = ${status}`);
  if (category !== undefined)
    conditions.push(sql`(
      p.rule_category_ids && ${subtreeIds(category)}
      or exists (
        select from product_categories pc
        where pc.product_id = p.id and pc.category_id = any(${subtreeIds(category)})))`);
  if (hasWords(filters.name))
    conditions.push(sql`(p.search @@ words_query(${filters.name})
      or p.id = any(array(select v.product_id from variations v where v.deleted_at is null and ${hasCode(filters.name)})))`);
  if (type !== undefined) conditions.push(sql`p.product_type_id = ${type}`);
  if (tag !== undefined)
    conditions.push(sql`exists (select from product_tags t where t.product_id = p.id and t.tag_id = ${tag})`);
  if (option_group !== undefined)
    conditions.push(sql`exists (
      select from product_option_groups g where g.product_id = p.id and g.option_group_id = ${option_group})`);
  if (stock === "low") conditions.push(hasLowStock);
  else if (stock === "in_stock") conditions.push(sql`p.in_stock`);
  else if (stock === "out") conditions.push(sql`not p.in_stock`);
  if (brand !== undefined) conditions.push(sql`p.brand = ${brand}`);
  if (price_min !== undefined || price_max !== undefined) conditions.push(hasPriceWithin(price_min, price_max));
  if (filters.no_image) conditions.push(sql`not exists (select from product_images i where i.product_id = p.id)`);
  if (filters.scheduled) conditions.push(sql`coalesce(p.publish_at, p.unpublish_at) is not null`);
  if (filters.lacking) conditions.push(lacksLegalData(filters.lacking));
  return sql.join(conditions, sql` and `);
}

/** Some variation has a price in the range; the extremes of the product alone would also match a gap between them. */
const hasPriceWithin = (min = 0, max = Number.MAX_SAFE_INTEGER) => sql`
  p.max_price_amount >= ${min} and p.min_price_amount <= ${max} and exists (
    select from variations v
    where v.product_id = p.id and v.deleted_at is null and v.price_amount between ${min} and ${max})`;

/** A category and all below it. */
const subtreeIds = (categoryId: number) =>
  sql`array(select id from categories where deleted_at is null and ${categoryId}::bigint = any(ancestor_ids))`;

/** A variation with tracked stock is below its low-stock level. */
const hasLowStock = sql`p.id in (
  select v.product_id
  from low_stock s
  join variations v on v.id = s.variation_id
  where v.deleted_at is null and v.is_active and v.track_stock)`;

/** Whether a text has anything to search for. */
export const hasWords = (text: string | undefined): text is string => /[\p{L}\p{N}]/u.test(text ?? "");

const shortestPart = 3;

/** The SQL condition that a variation `v` has this SKU or barcode or, if it is long enough, a part of it. */
export function hasCode(text: string) {
  const code = sql`plain_code(${text})`;
  const literal = sql`replace(replace(replace(${code}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  const pattern = sql`case when length(${code}) < ${shortestPart}::int then ${literal} else '%' || ${literal} || '%' end`;
  return sql`(plain_code(v.sku) like ${pattern} or plain_code(v.barcode) like ${pattern})`;
}

/** Products by type, brand, tag, option group and option value. */
export const countUsage = (db: Db) =>
  getRow<CatalogueUsage>(db)`select ${sql.join(
    Object.entries(usageCounts).map(
      ([name, counts]) => sql`coalesce((select json_agg(c) from (${counts}) c), '[]') as ${sql.ref(name)}`,
    ),
  )}`;

const usageCounts: Record<keyof CatalogueUsage, RawBuilder<unknown>> = {
  types: sql`
    select product_type_id as id, count(*)::int as products
    from products
    where deleted_at is null
    group by 1`,
  brands: sql`
    select brand, count(*)::int as products
    from products
    where deleted_at is null and brand is not null
    group by 1
    order by lower(brand)`,
  tags: sql`
    select t.tag_id as id, count(*)::int as products
    from product_tags t
    join products p on p.id = t.product_id and p.deleted_at is null
    group by 1`,
  option_groups: sql`
    select g.option_group_id as id, count(*)::int as products
    from product_option_groups g
    join products p on p.id = g.product_id and p.deleted_at is null
    group by 1`,
  option_values: sql`
    select o.option_value_id as id, count(distinct p.id)::int as products
    from variation_options o
    join variations v on v.id = o.variation_id and v.deleted_at is null
    join products p on p.id = v.product_id and p.deleted_at is null
    group by 1`,
};
