import { sql } from "kysely";
import type { Redirect, RedirectFilters, RedirectForm } from "#contract/shop/redirects.ts";
import { type Db, findRow, findValue, isAffected, mapRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";
import { listPage, type Page, patternOf } from "#server/platform/database/lists.sql.ts";

const columns = sql`id, from_path as "from", to_path as "to", 'manual' as source, created_at, version`;

/** The redirects of merchants and those of changed handles. */
const all = sql`(
  select ${columns} from redirects
  union all
  select null, from_path, to_path, entity, created_at, 1 from moved_paths
) as r`;

function matching({ id, name, source }: RedirectFilters) {
  const pattern = patternOf(name);
  return sql`(${pattern}::text is null or "from" ilike ${pattern} or "to" ilike ${pattern})
    and (${source ?? null}::text is null or source = ${source ?? null})
    and (${id ?? null}::bigint[] is null or id = any(${id ?? null}::bigint[]))`;
}

/** One page of the redirects, newest first, with the total count. */
export const listRedirects = (db: Db, filters: RedirectFilters, page: Page) =>
  listPage<Redirect>(
    db,
    {
      columns: sql`id, "from", "to", source, created_at, version`,
      from: all,
      where: matching(filters),
      order: sql`created_at desc, "from"`,
    },
    page,
  );

/** Where a path leads; undefined without a redirect. */
export const findTarget = (db: Db, from: string) =>
  findValue<string>(db)`
    select to_path as "to" from redirects where from_path = ${from}`;

/** Serializes changes, so that two of them can't close a loop. */
export const lockRedirects = (tx: Tx) => sql`lock table redirects in share row exclusive mode`.execute(tx);

/** All paths with a redirect and where they lead. */
export const listTargets = (tx: Tx) =>
  mapRows<string, string>(tx)`
    select from_path as "from", to_path as "to" from redirects`;

export const findRedirect = (tx: Tx, id: number) =>
  findRow<Redirect>(tx)`select ${columns} from redirects where id = ${id}`;

export const insertRedirect = (tx: Tx, { from, to }: RedirectForm, id?: number) =>
  findRow<Redirect>(tx)`
    insert into redirects (id, from_path, to_path) overriding system value
    values (${idOrNext("redirects", id)}, ${from}, ${to})
    returning ${columns}`;

/** Updates a redirect with this `version`; undefined if the version is outdated. */
export const updateRedirectRow = (tx: Tx, id: number, { from, to, version }: RedirectForm & { version: number }) =>
  findRow<Redirect>(tx)`
    update redirects
    set from_path = ${from}, to_path = ${to}, version = version + 1
    where id = ${id} and version = ${version}
    returning ${columns}`;

export const deleteRedirectRow = (tx: Tx, id: number) => isAffected(tx)`delete from redirects where id = ${id}`;

export const deleteRedirectsFrom = (tx: Tx, paths: readonly string[]) =>
  sql`delete from redirects where from_path = any(${paths}::text[])`.execute(tx);

/** Creates redirects, and changes the targets of those whose path has one. */
export const upsertRedirects = (tx: Tx, redirects: readonly RedirectForm[]) =>
  sql`
    insert into redirects (from_path, to_path)
    select "from", "to"
    from jsonb_to_recordset(${JSON.stringify(redirects)}::jsonb) as r ("from" text, "to" text)
    on conflict (from_path) do update set to_path = excluded.to_path, version = redirects.version + 1`.execute(tx);
