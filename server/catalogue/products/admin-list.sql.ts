import { sql } from "kysely";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
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

export async function countAdminProducts(db: Db, query: AdminListFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from products p where ${conditions(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The condition on products `p` of a list with these filters. */
export function conditions({ ids, words, sku, status, categoryId, lowStock }: AdminListFilters) {
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
