import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

/** How connections that hear changes are named, so that they can be counted. */
export const listenerName = "kiosk listener";
export const rollCallChannel = "kiosk_roll_call";
// A process that is gone or stuck must not hold up whoever edits; the others follow as soon as they can anyway.
const patienceMs = 500;

export interface RollCall {
  /** A message on the channel arrived. */
  hear(message: string): void;
  /** Waits until every other process has heard what was committed before, or for half a second. */
  ask(): Promise<void>;
}

/**
 * PostgreSQL hands out notifications in the order of their commits, so a process that answers this call has heard every
 * change before it. A shop of one process asks nobody.
 */
export function rollCall(db: Db): RollCall {
  const waiting = new Map<string, () => void>();
  const say = (message: string) => sql`select pg_notify(${rollCallChannel}, ${message})`.execute(db);
  return {
    hear: (message) => {
      const [word, id = ""] = message.split(" ");
      if (word === "here") waiting.get(id)?.();
      // Its own call comes back to the one who made it. An answer lost with its connection costs the asker its patience.
      else if (!waiting.has(id)) say(`here ${id}`).catch(() => undefined);
    },
    ask: async () => {
      let missing = await countOthers(db);
      if (missing === 0) return;
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, () => --missing === 0 && resolve());
      const timer = setTimeout(resolve, patienceMs);
      await say(`ask ${id}`);
      await promise;
      clearTimeout(timer);
      waiting.delete(id);
    },
  };
}

async function countOthers(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select greatest(0, count(*) - 1)::int as others
    from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`.execute(db);
  return rows[0]?.others ?? 0;
}
