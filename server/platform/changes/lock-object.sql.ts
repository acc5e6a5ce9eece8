import { sql } from "kysely";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** Waits until no other transaction changes these objects, in this order, and keeps others waiting until the commit. */
export const lockObjects = (tx: Tx, object: ObjectName, ids: readonly string[]) =>
  sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${ids.map((id) => `${object} ${id}`)}::text[]) as o (name)`.execute(tx);
