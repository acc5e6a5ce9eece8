import { sql } from "kysely";

/** The id of a row to insert `overriding system value`: the one it had before it was deleted, or the table's next. */
export const idOrNext = (table: string, id: number | undefined) =>
  sql`coalesce(${id ?? null}::bigint, nextval(pg_get_serial_sequence(${table}, 'id')))`;
