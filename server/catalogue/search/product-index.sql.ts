import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import { firstWord, isOnSale } from "#server/catalogue/list/list.sql.ts";

/** What a product on sale is counted and filtered by. */
export interface TallyRow {
  id: number;
  type: number;
  min: number;
  max: number;
  /** Its prices, where it has some between the lowest and the highest. */
  prices: number[] | null;
  rating_sum: number;
  rating_count: number;
  in_stock: boolean;
  on_sale: boolean;
  categories: number[];
  tags: number[];
  options: number[];
  popularity: number;
  /** Microseconds since 1970. */
  published: number;
  /** The words it is found by, with blanks between: of name, brand, tags and categories, and of what is said beside these. */
  named: string;
  beside: string;
  /** The first word of its name, and a number by which a changed name is known. */
  first: string;
  name_hash: number;
}
export interface TallyWords {
  options: {
    id: number;
    label: string;
    swatch: string | null;
    group_id: number;
    group_name: string;
    display: string;
  }[];
  tags: { id: number; label: string }[];
  types: { id: number; label: string }[];
}

/** Below 2 ** 32. One of as many changes of a name is not seen by it. */
const nameHash = sql<number>`hashtext(p.name) & 4294967295`;

/** Products on sale after this id, in the order of their ids, at most `limit`; all of them, or some of these. */
export async function tallyRows(
  db: Db,
  { after, limit, ids }: { after: number; limit: number; ids: readonly number[] | undefined },
): Promise<TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select p.id, p.product_type_id as type, p.min_price_amount as min, p.max_price_amount as max,
      p.rating_sum, p.rating_count, p.in_stock, p.on_sale, p.category_ids as categories, p.tag_ids as tags,
      p.option_value_ids as options, p.popularity,
      coalesce(extract(epoch from p.published_at) * 1000000, 0)::float8 as published,
      array_to_string(tsvector_to_array(ts_filter(p.search, '{a,b}')), ' ') as named,
      array_to_string(tsvector_to_array(ts_filter(p.search, '{c,d}')), ' ') as beside,
      coalesce(${firstWord}, '') as first, ${nameHash} as name_hash,
      case when p.min_price_amount < p.max_price_amount then array(
        select distinct v.price_amount
        from variations v
        where v.product_id = p.id and v.deleted_at is null and v.is_active
      ) end as prices
    from products p
    where ${isOnSale} and p.id > ${after}
      ${ids ? sql`and p.id = any(${ids}::bigint[])` : sql``}
    order by p.id
    limit ${limit}`.execute(db);
  return rows;
}

export interface NamedRow {
  id: number;
  name: string;
  name_hash: number;
}

/** Products on sale in the order of their names, the next `limit` after one of them. */
export async function namedRows(db: Db, last: NamedRow | undefined, limit: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select p.id, p.name, ${nameHash} as name_hash
    from products p
    where ${isOnSale}
      ${last ? sql`and (p.name collate "und-x-icu", p.id) > (${last.name}::text, ${last.id})` : sql``}
    order by p.name collate "und-x-icu", p.id
    limit ${limit}`.execute(db);
  return rows;
}

/** The names of all that products are counted by, in the order they are shown in. */
export async function tallyWords(db: Db): Promise<TallyWords> {
  const { rows } = await sql<TallyWords>`
    select
      coalesce((
        select json_agg(json_build_object('id', v.id, 'label', v.label, 'swatch', v.swatch, 'group_id', g.id,
          'group_name', g.name, 'display', g.display) order by g.position, g.id, v.position, v.id)
        from option_values v
        join option_groups g on g.id = v.option_group_id
      ), '[]') as options,
      coalesce((select json_agg(json_build_object('id', id, 'label', name)) from tags), '[]') as tags,
      coalesce((select json_agg(json_build_object('id', id, 'label', name)) from product_types), '[]') as types`.execute(
    db,
  );
  return rows[0] as TallyWords;
}
