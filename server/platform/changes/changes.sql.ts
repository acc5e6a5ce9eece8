import { sql } from "kysely";
import type { ObjectName } from "#contract/resources/object-names.ts";
import { findValue, type Tx } from "#server/platform/database/database.ts";
import type { Differences } from "./differences.ts";

export interface NewChange extends Differences {
  actorId: number | null;
  /** Method and path of the call: `PUT /coupons/:id`. */
  action: string;
  object: ObjectName;
  id: string;
  name: string | null;
  requestId: string | undefined;
  /** The change that this one undoes. */
  undoes?: number;
}

/** Inserts a change; returns its id. */
export const insertChange = (
  tx: Tx,
  { actorId, action, object, id, name, before, after, requestId, undoes }: NewChange,
) =>
  findValue<number>(tx)`
    insert into audit_log (actor_user_id, action, entity, entity_id, name, before, after, request_id, undoes)
    values (${actorId}, ${action}, ${object}, ${id}, ${name}, ${before && JSON.stringify(before)}::jsonb,
      ${after && JSON.stringify(after)}::jsonb, ${requestId ?? null}, ${undoes ?? null})
    returning id`;

/** Waits until no other transaction changes this object, and keeps others waiting until the commit. */
export const lockObject = (tx: Tx, object: ObjectName, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${object} ${id}`}, 0))`.execute(tx);
