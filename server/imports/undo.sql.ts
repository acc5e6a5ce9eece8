import { sql } from "kysely";
import type { ImportUndo } from "#contract/imports.ts";
import type { PastSetChange } from "#server/accounts/accounts.ts";
import { type Db, getRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

/** Starts an undo; false if nothing was imported, it was undone, or its time is over. */
export const startUndo = (tx: Tx, id: string, { now, hours }: { now: Date; hours: number }) =>
  isAffected(tx)`
    update import_jobs j set status = 'undoing', updated_at = now()
    where id = ${id}::uuid and ${canUndo({ now, hours })}`;

/** What an import created or updated; categories that an import of products made are not counted. */
const changes = sql`
  from set_changes c
  where c.set_id = j.id::text and c.entity = case j.kind when 'products' then 'product' else 'category' end`;

const canUndo = ({ now, hours }: { now: Date; hours: number }) => sql`
  j.status in ('done', 'cancelled', 'failed') and j.finished_at > ${now}::timestamptz - make_interval(hours => ${hours})
  and exists (select ${changes})`;

/** A product that an import changed, with its changes, the last first: rows of it may be far apart in the file. */
export interface ChangedProduct {
  id: number;
  changes: (Omit<PastSetChange, "id"> & { at: string })[];
}
/** The next product to undo, the last first. */
export const listNextProducts = (tx: Tx, jobId: string) =>
  listRows<ChangedProduct>(tx)`
    select c.entity_id::bigint as id, (
        select jsonb_agg(
          jsonb_build_object('change_id', e.id, 'before', e.before, 'after', e.after, 'at', e.at) order by e.id desc
        )
        from set_changes e
        where (e.set_id, e.entity, e.entity_id) = (c.set_id, c.entity, c.entity_id)
      ) as changes
    from import_jobs j
    join set_changes c on c.set_id = j.id::text
    where j.id = ${jobId}::uuid and c.entity = 'product' and (j.undone_down_to is null or c.id < j.undone_down_to)
      and not exists (
        select from set_changes later
        where (later.set_id, later.entity, later.entity_id) = (c.set_id, c.entity, c.entity_id) and later.id > c.id
      )
    order by c.id desc
    limit 1`;

/** The categories that an import created or updated; those below others first. */
export const listChangedCategories = (tx: Tx, jobId: string) =>
  listRows<PastSetChange>(tx)`
    select id as change_id, entity_id::bigint as id, before, after
    from set_changes
    where set_id = ${jobId} and entity = 'category'
    order by id desc`;

/** What became of a product or category, with the reason if some of it stays. */
export interface UndoOutcome {
  id: number;
  message: string | null;
}
/** Stores outcomes of an undo, of which the first `limit` failures, and down to which change it is undone. */
export const saveUndo = (
  tx: Tx,
  jobId: string,
  { outcomes, downTo, limit }: { outcomes: readonly UndoOutcome[]; downTo?: number | undefined; limit: number },
) => {
  const failures = outcomes.filter(({ message }) => message !== null);
  return sql`
    update import_jobs
    set undone = undone + ${outcomes.length - failures.length}, not_undone = not_undone + ${failures.length},
      undo_failures = (
        select coalesce(jsonb_agg(f.value order by f.ordinality), '[]')
        from jsonb_array_elements(undo_failures || ${JSON.stringify(failures)}::jsonb) with ordinality f
        where f.ordinality <= ${limit}
      ),
      undone_down_to = coalesce(${downTo ?? null}, undone_down_to), updated_at = now()
    where id = ${jobId}::uuid`.execute(tx);
};

export const finishUndo = (tx: Tx, id: string) =>
  sql`
    update import_jobs set status = 'undone', updated_at = now() where id = ${id}::uuid and status = 'undoing'
    `.execute(tx);

/** Until when an import can be undone, or what its undo did. */
export const getUndo = (db: Db, jobId: string, { now, hours }: { now: Date; hours: number }) =>
  getRow<ImportUndo>(db)`
    select case when ${canUndo({ now, hours })} then j.finished_at + make_interval(hours => ${hours}) end as until,
      (select count(distinct c.entity_id)::int ${changes}) as total, j.undone, j.not_undone as left,
      coalesce((
        select jsonb_agg(f.value || jsonb_build_object('name', n.name) order by n.id)
        from jsonb_array_elements(j.undo_failures) f
        cross join lateral (
          select product_id as id, name from product_names
          where j.kind = 'products' and product_id = (f.value ->> 'id')::bigint
          union all
          select category_id, name from category_names
          where j.kind = 'categories' and category_id = (f.value ->> 'id')::bigint
        ) n
      ), '[]') as failures
    from import_jobs j
    where j.id = ${jobId}::uuid`;
