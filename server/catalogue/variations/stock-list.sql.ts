import { type RawBuilder, sql } from "kysely";
import type { StockFilters, StockItem } from "#contract/stock.ts";
import { hasCode, hasWords } from "#server/catalogue/products/admin-list.sql.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** With `after`, the list continues after the variation with this id. */
type Filters = StockFilters & { after?: number | null };
export type StockRow = StockItem & { id: number };

/** The status of a variation `v`, by a subquery, because a join would sum the stock of the whole shop. */
const status = sql`
  coalesce((
    select case when s.available <= 0 then 'out' when s.is_low then 'low' else 'in_stock' end
    from available_stock s
    where s.variation_id = v.id
  ), 'out')`;

/** Variations on sale with tracked stock below their low-stock level, the lowest available stock first. */
export const listLowStock = (db: Db | Tx, limit: number) =>
  listRows<{ variation_id: number; left: number }>(db)`
    select s.variation_id, s.available as left
    from low_stock s
    join variations v on v.id = s.variation_id and v.deleted_at is null and v.is_active and v.track_stock
    join products p on p.id = v.product_id and ${isOnSale}
    order by s.available, s.variation_id
    limit ${limit}`;

interface Page {
  limit: number;
  offset?: number;
  /** How far variations are counted. */
  counted?: number;
}

/** Variations with tracked stock, the newest first, with their number. */
export async function listStock(
  db: Db,
  filters: Filters,
  { limit, offset = 0, counted = 0 }: Page,
): Promise<{ rows: StockRow[]; total: number }> {
  const end = sql`limit ${Math.max(counted, offset + limit)}`;
  const rows = await listRows<StockRow & { total: number }>(db)`
    with ${namedCte(filters.name)} found as materialized (
      select id
      from (${matching(filters, sql`order by v.id desc ${end}`)}) f
      order by id desc
      ${end}
    )
    select v.id, v.id as variation_id, p.id as product_id, p.slug, p.name as product, v.sku,
      coalesce((
        select string_agg(o.option ->> 'value', ' / ' order by o.place)
        from jsonb_array_elements(v.options) with ordinality as o (option, place)
      ), '') as variation,
      coalesce(v.thumbnail, p.card ->> 'thumbnail', '/failed_image.png') as thumbnail,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.on_hand - s.available, 0) as reserved,
      coalesce(s.available, 0) as available, s.low_stock_level,
      coalesce(s.low_below, greatest(default_low_stock_level(), 1)) as low_below, ${status} as status,
      (select count(*)::int from found) as total
    from (select id from found order by id desc limit ${limit} offset ${offset}) page
    join variations v using (id)
    join products p on p.id = v.product_id
    left join lateral (
      select available, on_hand, low_stock_level, low_below from available_stock a where a.variation_id = v.id offset 0
    ) s on true
    order by v.id desc`;
  const [first] = rows;
  // A page after the last one has no row that says how many there are.
  if (!first && offset > 0) return { rows, total: (await listStock(db, filters, { limit: 1, counted })).total };
  return { rows, total: first?.total ?? 0 };
}

/** The products with the words, looked up once: the planner would look for the words in each product of the stock. */
const namedCte = (text: string | undefined) =>
  hasWords(text)
    ? sql`
      named as materialized (
        select id
        from products p
        where p.search @@ words_query(${text})
      ),`
    : sql``;

/** Query: the ids of variations that match, of the words of their product or of their codes; each branch ends with `end`. */
function matching(filters: Filters, end: RawBuilder<unknown>) {
  // A product is deleted with its variations, so those that are left need no look at it.
  const branch = (source: RawBuilder<unknown>) => sql`
    (select v.id
    from variations v ${source} and ${conditions(filters)}
    ${end})`;
  if (!hasWords(filters.name)) return branch(sql`where true`);
  return sql`
    ${branch(sql`join named p on p.id = v.product_id where true`)}
    union
    ${branch(sql`where ${hasCode(filters.name)}`)}`;
}

function conditions({ status: wanted, product_id, variation_id, after }: Filters) {
  const clauses = [sql`v.deleted_at is null and v.track_stock`];
  if (product_id !== undefined) clauses.push(sql`v.product_id = ${product_id}`);
  if (variation_id !== undefined) clauses.push(sql`v.id = ${variation_id}`);
  if (after != null) clauses.push(sql`v.id < ${after}`);
  if (wanted === "low") clauses.push(sql`v.id in (select variation_id from low_stock where available > 0)`);
  if (wanted === "out") clauses.push(sql`v.id in (select variation_id from low_stock where available <= 0)`);
  if (wanted === "in_stock") clauses.push(sql`${status} = 'in_stock'`);
  return sql.join(clauses, sql` and `);
}
