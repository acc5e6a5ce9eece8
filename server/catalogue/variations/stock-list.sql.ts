import { sql } from "kysely";
import type { StockItem, StockStatus } from "#contract/stock.ts";
import type { Db } from "#server/platform/database/database.ts";

export interface StockListFilters {
  /** The search text as a tsquery of prefixes, and as a SKU. */
  words: string | undefined;
  sku: string | undefined;
  status: StockStatus | undefined;
  productId: number | undefined;
  variationId: number | undefined;
}
export type StockRow = StockItem & { id: number };

const status = sql`
  case when s.available is null or s.available <= 0 then 'out' when s.available <= s.low_at then 'low' else 'in_stock' end`;

const source = sql`
  from variations v
  join products p on p.id = v.product_id and p.deleted_at is null
  left join lateral (select available, on_hand, low_at from available_stock a where a.variation_id = v.id) s on true`;

const defaultLowAt = 5;

/** Variations with tracked stock, the newest first; `after` continues after the variation with this id. */
export async function listStock(
  db: Db,
  filters: StockListFilters,
  { after = null, limit, offset = 0 }: { after?: number | null; limit: number; offset?: number },
): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select v.id, v.id as variation_id, p.id as product_id, p.slug, p.name as product, v.sku,
      coalesce((
        select string_agg(o.option ->> 'value', ' / ' order by o.place)
        from jsonb_array_elements(v.options) with ordinality as o (option, place)
      ), '') as variation,
      coalesce(v.thumbnail, p.card ->> 'thumbnail', '/failed_image.png') as thumbnail,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.on_hand - s.available, 0) as reserved,
      coalesce(s.available, 0) as available, coalesce(s.low_at, ${defaultLowAt}::int) as low_at, ${status} as status
    ${source}
    where ${conditions(filters)} and (${after}::bigint is null or v.id < ${after})
    order by v.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countStock(db: Db, filters: StockListFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    ${source}
    where ${conditions(filters)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function conditions({ words, sku, status: wanted, productId, variationId }: StockListFilters) {
  const clauses = [sql`v.deleted_at is null and v.track_stock`];
  if (productId !== undefined) clauses.push(sql`v.product_id = ${productId}`);
  if (variationId !== undefined) clauses.push(sql`v.id = ${variationId}`);
  if (words) clauses.push(sql`(p.search @@ to_tsquery('simple', plain_words(${words})) or v.sku = ${sku ?? ""})`);
  if (wanted) clauses.push(sql`${status} = ${wanted}`);
  return sql.join(clauses, sql` and `);
}
