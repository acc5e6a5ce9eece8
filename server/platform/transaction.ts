import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** Something that changed, told to every process when the transaction commits: `product:12`, `catalogue`, `order:…`. */
export type Topic = string;
export const changesChannel = "kiosk_changes";

const told = new WeakMap<object, Set<Topic>>();
const appliesHere = new WeakMap<Db, (topics: Topic[]) => void>();

/** The bus of this process names itself once, so that a change is seen here before the writer's answer goes out. */
export function onCommit(db: Db, apply: (topics: Topic[]) => void) {
  appliesHere.set(db, apply);
}

/** Runs `work` in one transaction; tries again when PostgreSQL ended it to break a deadlock. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const topics = new Set<Topic>();
    try {
      const result = await db.transaction().execute(async (tx) => {
        told.set(tx, topics);
        const done = await work(tx);
        await tell(tx, [...topics]);
        return done;
      });
      if (topics.size > 0) appliesHere.get(db)?.([...topics]);
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === 4 || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}

/** Says inside a transaction what it changes. Every process hears of it after the commit, once, and only then. */
export async function changed(tx: Tx, ...topics: Topic[]) {
  const said = told.get(tx);
  if (!said) return tell(tx, topics);
  for (const topic of topics) said.add(topic);
}

async function tell(tx: Tx, topics: Topic[]) {
  // A NOTIFY payload is limited to 8,000 bytes; topics are short.
  for (let at = 0; at < topics.length; at += 100)
    await sql`select pg_notify(${changesChannel}, ${JSON.stringify(topics.slice(at, at + 100))})`.execute(tx);
}
