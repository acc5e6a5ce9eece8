import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Role } from "#contract/accounts.ts";
import type { Bus } from "#server/platform/cache/bus.ts";
import type { Db } from "#server/platform/database/database.ts";

/** An account as it stands now: a token is good only for the epoch it was made in. */
export interface Standing {
  role: Role;
  account_status: string;
  token_epoch: number;
}

const keptAccounts = 20_000;
const shelves = new WeakMap<Db, { read(id: number): Promise<Standing | undefined> }>();

/**
 * Keeps accounts in memory from now on, each until `account:<id>` changes: in this process that is before the answer to
 * the change goes out, in others as soon as they hear of it. While changes can't be heard nothing is kept.
 */
export function keepStandings(db: Db, bus: Bus) {
  const kept = new LRUCache<number, Standing>({ max: keptAccounts });
  let changes = 0;
  bus.listen((topics, missed) => {
    const ids = topics.flatMap((topic) => (topic.startsWith("account:") ? Number(topic.slice(8)) : []));
    if (missed) kept.clear();
    for (const id of ids) kept.delete(id);
    if (missed || ids.length > 0) changes++;
  });
  shelves.set(db, {
    read: async (id) => {
      const known = kept.get(id);
      if (known) return known;
      const begun = changes;
      const found = await readStanding(db, id);
      if (found && begun === changes && bus.hears()) kept.set(id, found);
      return found;
    },
  });
}

/** An account as it stands now; undefined when it is gone. */
export const standingOf = (db: Db, id: number): Promise<Standing | undefined> =>
  shelves.get(db)?.read(id) ?? readStanding(db, id);

async function readStanding(db: Db, id: number): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select role, account_status, token_epoch from caller_accounts where id = ${id}`.execute(db);
  return rows[0];
}
