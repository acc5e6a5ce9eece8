import { sql } from "kysely";
import { listValues, type Tx } from "#server/platform/database/database.ts";

const slugColumns = { tags: "slug", product_types: "slug", option_groups: "code" };
export type NamedTable = keyof typeof slugColumns;

/** The slugs of a table that begin with this one, but for that of a row. */
export const listSlugsLike = (tx: Tx, table: NamedTable, slug: string, exceptId: number | undefined) =>
  listValues<string>(tx)`
    select ${sql.ref(slugColumns[table])}
    from ${sql.table(table)}
    where starts_with(${sql.ref(slugColumns[table])}, ${slug}) and id is distinct from ${exceptId ?? null}::bigint`;
