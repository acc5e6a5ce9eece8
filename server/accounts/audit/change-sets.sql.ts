import { sql } from "kysely";
import type { ApiRoute } from "#contract/api.ts";
import type { ObjectName } from "#contract/resources/object-names.ts";
import { findRow, listRows, type Tx } from "#server/platform/database/database.ts";
import type { ChangeRow } from "./audit.sql.ts";

/**
 * A write of many objects. Its entry in the log is about `setId`, such as a bulk edit; the change of each object is an
 * entry of its own, with the same action, that names the set.
 */
export interface ChangeSet {
  setId: string;
  action: ApiRoute;
}
export interface SetChange extends Pick<ChangeRow, "name" | "before" | "after"> {
  id: number;
  /** The change that this one undoes. */
  undoes?: number | undefined;
}

/** Inserts changes of objects of one kind, in the transaction that makes them. */
export const insertSetChanges = (
  tx: Tx,
  { setId, action, object, actorId, requestId }: SetAuthor & { object: ObjectName },
  changes: readonly SetChange[],
) =>
  sql`
    insert into changes (actor_user_id, action, entity, entity_id, name, before, after, request_id, undoes, set_id)
    select ${actorId}::bigint, ${action}, ${object}, c.id, c.name, c.before, c.after, ${requestId ?? null}, c.undoes,
      ${setId}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (id text, name text, before jsonb, after jsonb, undoes bigint)`.execute(tx);

/** A set with who makes its changes, by which request. */
export interface SetAuthor extends ChangeSet {
  actorId: number | null;
  requestId: string | undefined;
}

/** Who makes the changes of a set, as its entry says; without one the account that is given. */
export async function findSetAuthor(
  tx: Tx,
  object: ObjectName,
  set: ChangeSet,
  actorId: number | null,
): Promise<SetAuthor> {
  const found = await findRow<{ actorId: number | null; requestId: string | null }>(tx)`
    select actor_user_id as "actorId", request_id as "requestId"
    from changes
    where entity = ${object} and entity_id = ${set.setId} and action = ${set.action}
    order by at desc
    limit 1`;
  return { ...set, actorId: found?.actorId ?? actorId, requestId: found?.requestId ?? undefined };
}

/** Who made a set of changes within the last day, and what its entry says, unless it is undone. */
export const findUndoableSet = (tx: Tx, object: ObjectName, { setId, action }: ChangeSet, undoAction: ApiRoute) =>
  findRow<Pick<ChangeRow, "actor_id" | "after">>(tx)`
    select actor_user_id as actor_id, after
    from changes
    where entity = ${object} and entity_id = ${setId} and action = ${action} and at > now() - interval '1 day'
      and not exists (
        select from changes where entity = ${object} and entity_id = ${setId} and action = ${undoAction}
      )`;

/** A change of a set, with the id of its object. */
export interface PastSetChange extends Pick<ChangeRow, "before" | "after"> {
  change_id: number;
  id: number;
}

/** Changes of a set that are not undone, in the order in which they were made, after the one with this id. */
export const listSetChanges = (tx: Tx, { setId, action }: ChangeSet, after = 0, limit: number | null = null) =>
  listRows<PastSetChange>(tx)`
    select id as change_id, entity_id::bigint as id, before, after
    from changes
    where set_id = ${setId} and action = ${action} and id > ${after} and undone_at is null
    order by id
    limit ${limit}`;

/** Marks changes as undone. */
export const markUndone = (tx: Tx, changeIds: readonly number[]) =>
  sql`update changes set undone_at = now() where id = any(${changeIds}::bigint[])`.execute(tx);
