import { sql } from "kysely";
import type { AuditEntry, AuditFilters, AuditQuery } from "#contract/accounts/audit.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import {
  type Db,
  findRow,
  findValue,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { conditionsOfDays, type Days, listBelow, listPage } from "#server/platform/database/lists.sql.ts";
import { deleteOldRows } from "#server/platform/database/retention.sql.ts";
import { invalidate } from "#server/platform/database/transaction.ts";

export interface StoredChange {
  actorId: number | null;
  action: string;
  entity: string;
  entityId: string | null;
  name?: string | null;
  before: object | null;
  after: object | null;
  requestId: string | undefined;
  /** The entry whose write this one undoes. */
  undoes?: number | undefined;
  /** The write of many objects that it is part of. */
  setId?: string | undefined;
}

/** Inserts a change, which is an entry of the audit log; returns its id. */
export const insertChange = (
  tx: Tx,
  { actorId, action, entity, entityId, name, before, after, requestId, undoes, setId }: StoredChange,
) =>
  findValue<number>(tx)`
    insert into changes (actor_user_id, action, entity, entity_id, name, before, after, request_id, undoes, set_id)
    values (${actorId}, ${action}, ${entity}, ${entityId ?? ""}, ${name ?? null}, ${before && JSON.stringify(before)}::jsonb,
      ${after && JSON.stringify(after)}::jsonb, ${requestId ?? null}, ${undoes ?? null}, ${setId ?? null})
    returning id`;

/** Inserts a change of an account, and invalidates what is cached of it. */
export async function insertAccountChange(
  tx: Tx,
  { actorId, requestId }: Pick<StoredChange, "actorId" | "requestId">,
  change: { id: number; action: `user.${string}`; before?: object; after?: object },
) {
  const { id, action, before = null, after = null } = change;
  await insertChange(tx, { actorId, action, entity: "user", entityId: String(id), before, after, requestId });
  await invalidate(tx, `account:${id}`, "users");
}

export type ChangeRow = Omit<AuditEntry, "actor" | "undo" | "more_fields"> & { actor_id: number | null };

/** What decides whether an entry can be undone. */
export interface Undoable {
  undone_at: string | null;
  is_recent: boolean;
  is_of_day: boolean;
  /** The latest later action on the same object; null if there is none. */
  latest_action: string | null;
}

/** Entries of the last half hour, of the last day, and what was done to their object since. */
const undoColumns = sql`
  undone_at,
  at > now() - interval '30 minutes' as is_recent,
  at > now() - interval '1 day' as is_of_day,
  (
    select later.action from changes later
    where (later.entity, later.entity_id) = (a.entity, a.entity_id) and (later.at, later.id) > (a.at, a.id)
    order by later.at desc, later.id desc
    limit 1
  ) as latest_action`;

/** The objects whose entries are about a write of many objects, of which each has a change of its own with their id. */
const setObjects: ObjectName[] = ["bulk_edit", "customer_tag_edit", "import"];

const columns = sql`
  id, at, actor_user_id as actor_id, action, entity, entity_id, name, before, after, undoes, set_id,
  set_id is null and entity = any(${setObjects})
    and exists (select from changes part where part.set_id = a.entity_id) as is_set`;

export const findChange = (db: Db, id: number) =>
  findRow<ChangeRow & Undoable>(db)`
    select ${columns}, ${undoColumns} from changes a where id = ${id}`;

/** Marks an entry as undone, or no longer; false if it is already. */
export const setUndone = (db: Db | Tx, id: number, isUndone: boolean) =>
  isAffected(db)`
    update changes
    set undone_at = ${isUndone ? sql`now()` : null}
    where id = ${id} and (undone_at is null) = ${isUndone}`;

type Filters = AuditFilters & Days;

/** The changes of a write of many objects are listed of the object, or of the set. */
function matching({ actor_id, entity, entity_id, set_id, ...days }: Filters) {
  const conditions = [
    ...(set_id === undefined ? [] : [sql`set_id = ${set_id}`]),
    ...(set_id === undefined && entity_id === undefined ? [sql`set_id is null`] : [sql`true`]),
    ...(actor_id === undefined ? [] : [sql`actor_user_id = ${actor_id}`]),
    ...(entity === undefined ? [] : [sql`entity = ${entity}`]),
    ...(entity_id === undefined ? [] : [sql`entity_id = ${entity_id}`]),
    ...conditionsOfDays(sql`at`, days),
  ];
  return sql.join(conditions, sql` and `);
}

/** Up to `limit` entries by their ids, newest first, after the one with this id. */
export const listChangesAfter = (db: Db, filters: Filters, after: number | null, limit: number) =>
  listBelow<ChangeRow>(db, { columns, from: sql`changes a`, where: matching(filters) }, after, limit);

/** One page of the audit log, newest first, with the total count. */
export const listChanges = (db: Db, query: AuditQuery & Days) =>
  listPage<ChangeRow & Undoable>(
    db,
    {
      columns: sql`${columns}, ${undoColumns}`,
      from: sql`changes a`,
      where: matching(query),
      // Changes of a set were made in the order of their ids, by which its index has them.
      order: query.set_id === undefined ? sql`at desc, id desc` : sql`id desc`,
    },
    query,
  );

/** The accounts with entries about more than their own account. */
export const listActors = (db: Db) =>
  listValues<number>(db)`
    select distinct actor_user_id as id
    from changes
    where set_id is null and actor_user_id is not null and (entity, entity_id) <> ('user', actor_user_id::text)`;

/**
 * Removes the notes on customers and orders from entries that can't be undone any more: deleted ones are gone then. The
 * index `changes_notes` has the same condition, so that it costs what there is to remove.
 */
export const eraseNotesOfChanges = (db: Db) =>
  sql`
    update changes
    set before = before - array['note', 'notes'], after = after - array['note', 'notes']
    where entity in ('customer', 'order') and (before ?| array['note', 'notes'] or after ?| array['note', 'notes'])
      and at < now() - interval '1 day'`.execute(db);

/** What was changed about accounts and when, of these fields only, without who did it; the latest first. */
export const listChangesOf = (tx: Tx, userIds: number[], fields: string[]) =>
  listRows<{ at: string; action: string; before: object; after: object }>(tx)`
    with entries as (
      select at, id, action, entity,
        (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(before) where key = any(${fields})) as before,
        (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(after) where key = any(${fields})) as after
      from changes
      where entity in ('customer', 'user') and entity_id = any(${userIds}::text[])
    )
    select at, action, before, after
    from entries
    where before <> '{}' or after <> '{}'
    order by at desc, id desc`;

/** Removes the values of entries about these objects, which may hold personal data. */
export const eraseValuesOfChanges = (tx: Tx, entities: string[], ids: string[]) =>
  sql`
    update changes
    set name = null, before = null, after = null
    where entity = any(${entities}::text[]) and entity_id = any(${ids}::text[])`.execute(tx);

/** Deletes the entries of before an instant. */
export const deleteOldChanges = (db: Db, before: Date) => deleteOldRows(db, "changes", sql`at < ${before}`);
