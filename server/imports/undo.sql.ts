import { sql } from "kysely";
import type { ImportUndo } from "#contract/imports.ts";
import { type Db, getRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

/** What an import did to a product or category; without the fields before, it created it. */
export interface ImportChange {
  entity_id: number;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  applied_at: string;
}

/** Records what an import did; a second change of the same in one import adds to the first. */
export const insertImportChanges = (tx: Tx, jobId: string, changes: Omit<ImportChange, "applied_at">[]) =>
  sql`
    insert into import_changes (job_id, entity_id, version, before, after)
    select ${jobId}::uuid, c.entity_id, c.version, c.before, c.after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (entity_id bigint, version int, before jsonb, after jsonb)
    on conflict (job_id, entity_id) do update
    set version = excluded.version, before = excluded.before || import_changes.before,
      after = import_changes.after || excluded.after, applied_at = excluded.applied_at`.execute(tx);

/** Records categories that an import of products made. */
export const insertMadeCategories = (tx: Tx, jobId: string, ids: number[]) =>
  sql`
    insert into import_categories (job_id, category_id)
    select ${jobId}::uuid, unnest(${ids}::bigint[])
    on conflict do nothing`.execute(tx);

/** The categories that an import of products made, for its undo; those below others first. */
export const listMadeCategories = (tx: Tx, jobId: string) =>
  listRows<ImportChange>(tx)`
    select category_id as entity_id, 1 as version, null::jsonb as before, null::jsonb as after, made_at as applied_at
    from import_categories
    where job_id = ${jobId}::uuid
    order by category_id desc`;

/** Starts an undo; false if nothing was imported, it was undone, or its time is over. */
export const startUndo = (tx: Tx, id: string, { now, hours }: { now: Date; hours: number }) =>
  isAffected(tx)`
    update import_jobs j set status = 'undoing', updated_at = now()
    where id = ${id}::uuid and ${canUndo({ now, hours })}`;

const canUndo = ({ now, hours }: { now: Date; hours: number }) => sql`
  j.status in ('done', 'cancelled', 'failed') and j.finished_at > ${now}::timestamptz - make_interval(hours => ${hours})
  and exists (select from import_changes c where c.job_id = j.id)`;

/** The changes of an import that are not undone, the last first; at most `limit`, null for all. */
export const listToUndo = (tx: Tx, jobId: string, limit: number | null) =>
  listRows<ImportChange>(tx)`
    select entity_id, version, before, after, applied_at
    from import_changes
    where job_id = ${jobId}::uuid and undo is null
    order by applied_at desc, entity_id desc
    limit ${limit}::int`;

/** Stores the outcomes of an undo, each with the reason if some of it stays. */
export const saveUndo = (tx: Tx, jobId: string, outcomes: { entity_id: number; message: string | null }[]) =>
  sql`
    with lines as (
      update import_changes c
      set undo = case when o.message is null then 'undone' else 'left' end, message = o.message
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (entity_id bigint, message text)
      where c.job_id = ${jobId}::uuid and c.entity_id = o.entity_id
    )
    update import_jobs set updated_at = now() where id = ${jobId}::uuid`.execute(tx);

export const finishUndo = (tx: Tx, id: string) =>
  sql`
    update import_jobs set status = 'undone', updated_at = now() where id = ${id}::uuid and status = 'undoing'
    `.execute(tx);

/** Until when an import can be undone, or what its undo did, with the first `limit` of which some stays. */
export const getUndo = (db: Db, jobId: string, { now, hours, limit }: { now: Date; hours: number; limit: number }) =>
  getRow<ImportUndo>(db)`
    select case when ${canUndo({ now, hours })} then j.finished_at + make_interval(hours => ${hours}) end as until,
      c.*,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'message', l.message))
        from (
          select c.entity_id as id, n.name, c.message
          from import_changes c
          cross join lateral (
            select name from product_names where j.kind = 'products' and product_id = c.entity_id
            union all
            select name from category_names where j.kind = 'categories' and category_id = c.entity_id
          ) n
          where c.job_id = j.id and c.undo = 'left'
          order by c.entity_id
          limit ${limit}
        ) l
      ), '[]') as failures
    from import_jobs j
    cross join lateral (
      select count(*)::int as total,
        (count(*) filter (where undo = 'undone'))::int as undone, (count(*) filter (where undo = 'left'))::int as left
      from import_changes
      where job_id = j.id
    ) c
    where j.id = ${jobId}::uuid`;

/** Drops the recorded fields of imports that can no longer be undone. */
export const deleteUndoFields = (db: Db, hours: number) =>
  sql`
    update import_changes c set before = null, after = null
    from import_jobs j
    where j.id = c.job_id and c.after is not null and j.status <> 'undoing'
      and j.finished_at < now() - make_interval(hours => ${hours})`.execute(db);
