import { sql } from "kysely";
import type { CatalogueUsage, ProductFilters, ProductStatus } from "#contract/catalogue/product-form.ts";
import type { Db } from "#server/platform/database/database.ts";

export interface AdminListRow {
  id: number;
  slug: string;
  name: string;
  thumbnail: string;
  status: ProductStatus;
  min_price_amount: number;
  max_price_amount: number;
  currency: string;
  on_hand: number;
  variation_count: number;
  images: { total: number; ready: number; failed: number };
  updated_at: string;
}
export interface AdminListFilters {
  ids: number[] | undefined;
  /** The search text as a tsquery of prefixes ("oak:* & cha:*"), and as a SKU. */
  words: string | undefined;
  sku: string | undefined;
  status: ProductStatus | undefined;
  categoryId: number | undefined;
  lowStock: boolean;
  typeId: number | undefined;
  tagId: number | undefined;
  optionGroupId: number | undefined;
}
interface AdminListQuery extends AdminListFilters {
  sort: keyof typeof sortOrders;
  limit: number;
  offset: number;
}

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

/** Units on hand of all variations of a product. */
function onHand() {
  return sql`
    select coalesce(sum(s.on_hand), 0)
    from variations v join available_stock s on s.variation_id = v.id
    where v.product_id = p.id and v.deleted_at is null`;
}

export async function listAdminProducts(db: Db, query: AdminListQuery): Promise<AdminListRow[]> {
  const { rows } = await sql<AdminListRow>`
    select p.id, p.slug, p.name, coalesce(p.card ->> 'thumbnail', '/failed_image.png') as thumbnail, p.status,
      p.min_price_amount, p.max_price_amount, p.currency, p.updated_at,
      coalesce(v.on_hand, 0)::int as on_hand, v.variation_count, i.images
    from (
      select *
      from products p
      where ${conditions(query)}
      order by ${sortOrders[query.sort]}
      limit ${query.limit}
      offset ${query.offset}
    ) p
    cross join lateral (
      select count(*)::int as variation_count,
        sum((select s.on_hand from available_stock s where s.variation_id = v.id)) as on_hand
      from variations v
      where v.product_id = p.id and v.deleted_at is null
    ) v
    cross join lateral (
      select jsonb_build_object('total', c.total, 'ready', c.ready, 'failed', c.failed) as images
      from product_image_counts c
      where c.product_id = p.id
    ) i
    order by ${sortOrders[query.sort]}`.execute(db);
  return rows;
}

/** Up to `limit` products for an export, newest first, below the id `after`. */
export async function listSlugsForExport(
  db: Db,
  filters: AdminListFilters,
  after: number | null,
  limit: number,
): Promise<{ id: number; slug: string }[]> {
  const { rows } = await sql<{ id: number; slug: string }>`
    select p.id, p.slug
    from products p
    where ${conditions(filters)} and (${after}::bigint is null or p.id < ${after})
    order by p.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function countAdminProducts(db: Db, query: AdminListFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from products p where ${conditions(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function conditions(filters: AdminListFilters) {
  const { ids, words, sku, status, categoryId, lowStock, typeId, tagId, optionGroupId } = filters;
  const conditions = [sql`p.deleted_at is null`];
  if (ids) conditions.push(sql`p.id = any(${ids}::bigint[])`);
  if (status) conditions.push(sql`p.status = ${status}`);
  if (categoryId !== undefined)
    conditions.push(sql`exists (
      select from product_categories pc
      join categories c on c.id = pc.category_id and c.deleted_at is null
      join categories wanted on wanted.id = ${categoryId}
        and (c.path = wanted.path or starts_with(c.path, wanted.path || '/'))
      where pc.product_id = p.id)`);
  if (words)
    conditions.push(sql`(p.search @@ to_tsquery('simple', plain_words(${words}))
      or p.id in (select product_id from variations where sku = ${sku ?? ""} and deleted_at is null))`);
  if (typeId !== undefined) conditions.push(sql`p.product_type_id = ${typeId}`);
  if (tagId !== undefined)
    conditions.push(sql`exists (select from product_tags t where t.product_id = p.id and t.tag_id = ${tagId})`);
  if (optionGroupId !== undefined)
    conditions.push(sql`exists (
      select from product_option_groups g where g.product_id = p.id and g.option_group_id = ${optionGroupId})`);
  if (lowStock) conditions.push(hasLowStock);
  return sql.join(conditions, sql` and `);
}

/** A variation with tracked stock is at or below its low-stock threshold. */
const hasLowStock = sql`exists (
  select from variations v
  where v.product_id = p.id and v.deleted_at is null and v.is_active and v.track_stock
    and coalesce((select s.available - s.low_at from available_stock s where s.variation_id = v.id), 0) <= 0)`;

/** A search text as a tsquery of prefixes, and as a SKU. */
export function searchTermsOf(text: string | undefined) {
  const words = text?.normalize("NFKC").match(/[\p{L}\p{Nd}]+/gu) ?? [];
  return { words: words.map((word) => `${word}:*`).join(" & ") || undefined, sku: text?.trim() };
}

/** The filters of a request. */
export const toListFilters = ({
  id,
  name,
  status,
  category,
  low_stock,
  ...rest
}: ProductFilters): AdminListFilters => ({
  ...searchTermsOf(name),
  ids: id,
  status,
  categoryId: category,
  lowStock: low_stock === true,
  typeId: rest.type,
  tagId: rest.tag,
  optionGroupId: rest.option_group,
});

/** Products by type, tag, option group and option value. */
export async function countUsage(db: Db): Promise<CatalogueUsage> {
  const { rows } = await sql<CatalogueUsage>`
    select
      coalesce((
        select json_agg(c) from (
          select product_type_id as id, count(*)::int as products
          from products
          where deleted_at is null
          group by 1
        ) c
      ), '[]') as types,
      coalesce((
        select json_agg(c) from (
          select t.tag_id as id, count(*)::int as products
          from product_tags t
          join products p on p.id = t.product_id and p.deleted_at is null
          group by 1
        ) c
      ), '[]') as tags,
      coalesce((
        select json_agg(c) from (
          select g.option_group_id as id, count(*)::int as products
          from product_option_groups g
          join products p on p.id = g.product_id and p.deleted_at is null
          group by 1
        ) c
      ), '[]') as option_groups,
      coalesce((
        select json_agg(c) from (
          select o.option_value_id as id, count(distinct p.id)::int as products
          from variation_options o
          join variations v on v.id = o.variation_id and v.deleted_at is null
          join products p on p.id = v.product_id and p.deleted_at is null
          group by 1
        ) c
      ), '[]') as option_values`.execute(db);
  return rows[0] as CatalogueUsage;
}
