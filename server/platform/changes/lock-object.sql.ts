import { sql } from "kysely";
import type { ObjectName } from "#contract/resources/object-names.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** Waits until no other transaction changes this object, and keeps others waiting until the commit. */
export const lockObject = (tx: Tx, object: ObjectName, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${object} ${id}`}, 0))`.execute(tx);
