import { type RawBuilder, sql } from "kysely";
import { type Db, getValue, listRows } from "./database.ts";

type Sql = RawBuilder<unknown>;
/** The rows of a list: `from` are its tables with joins, whose rows have an `id`. */
export interface List {
  columns: Sql;
  from: Sql;
  where: Sql;
}
export interface Page {
  page: number;
  per_page: number;
}

/** One page of a list and the number of its rows, counted up to `limit`. */
export async function listPage<Row>(
  db: Db,
  { columns, from, where, order, limit }: List & { order: Sql; limit?: number },
  { page, per_page }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, total] = await Promise.all([
    listRows<Row>(db)`
      select ${columns}
      from ${from}
      where ${where}
      order by ${order}
      limit ${per_page} offset ${(page - 1) * per_page}`,
    getValue<number>(db)`
      select count(*)::int as total
      from (select from ${from} where ${where} ${limit === undefined ? sql`` : sql`limit ${limit}`}) counted`,
  ]);
  return { rows, total };
}

/** Up to `limit` rows of a list, newest first, below the id `after`. */
export const listBelow = <Row>(
  db: Db,
  { columns, from, where, id = sql`id` }: List & { id?: Sql },
  after: number | null,
  limit: number,
) =>
  listRows<Row>(db)`
    select ${columns}
    from ${from}
    where ${where} and (${after}::bigint is null or ${id} < ${after})
    order by ${id} desc
    limit ${limit}`;

/** The days a list is limited to, of a time zone. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

/** The conditions that a time is on one of these days. */
export const conditionsOfDays = (at: Sql, { from, to, timezone }: Days): Sql[] => [
  ...(from ? [sql`${at} >= ${from}::timestamp at time zone ${timezone}`] : []),
  ...(to ? [sql`${at} < (${to}::date + interval '1 day') at time zone ${timezone}`] : []),
];

/** The pattern by which `ilike` finds a text anywhere; null without one. */
export const patternOf = (text: string | undefined) =>
  text?.trim() ? `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
