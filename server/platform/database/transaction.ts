import { sql } from "kysely";
import { type Db, oneTransaction, type Tx } from "./database.ts";

/** Something that changed, told to every process when the transaction commits: `product:12`, `catalogue`, `order:…`. */
export type Topic = string;
export const changesChannel = "kiosk_changes";

interface Ending {
  topics: Set<Topic>;
  news: Set<Topic>;
  statements: ((tx: Tx) => Promise<unknown>)[];
}
const endings = new WeakMap<object, Ending>();
const appliesHere = new WeakMap<Db, (topics: Topic[]) => void>();

/** The bus of this process names itself once, so that a change is seen here before the writer's answer goes out. */
export function onCommit(db: Db, apply: (topics: Topic[]) => void) {
  appliesHere.set(db, apply);
}

/** Runs `work` in one transaction; tries again when PostgreSQL ended it to break a deadlock. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const ending: Ending = { topics: new Set(), news: new Set(), statements: [] };
    try {
      const begun = (tx: Tx) => {
        endings.set(tx, ending);
        return work(tx);
      };
      const result = await oneTransaction(db, begun, (tx) => end(tx, ending));
      tellHere(db, ending);
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === 4 || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}

/** Says inside a transaction what it changes. Every process hears of it after the commit, once, and only then. */
export async function changed(tx: Tx, ...topics: Topic[]) {
  const ending = endings.get(tx);
  if (!ending) return tell(tx, topics);
  for (const topic of topics) ending.topics.add(topic);
}

/**
 * Says inside a transaction what open windows show and nobody keeps: this process hears of it with the commit, others
 * a moment later, or not at all if this process is killed in that moment. For anything kept in memory it is `changed`.
 * A commit that carries a NOTIFY waits for every other that does, its write to the disk included.
 */
export async function news(tx: Tx, ...topics: Topic[]) {
  const ending = endings.get(tx);
  if (!ending) return tell(tx, topics);
  for (const topic of topics) ending.news.add(topic);
}

/** Has a statement sent together with the commit, for one whose answer nothing else waits for. If it fails, nothing is committed. */
export function withCommit(tx: Tx, statement: (tx: Tx) => Promise<unknown>) {
  endings.get(tx)?.statements.push(statement);
}

function tellHere(db: Db, { topics, news }: Ending) {
  if (topics.size + news.size > 0) appliesHere.get(db)?.([...topics, ...news]);
  if (news.size > 0) gather(db, news);
}

const gatherMs = 20;
const gathered = new WeakMap<Db, Set<Topic>>();
const telling = new WeakMap<Db, Promise<void>>();

function gather(db: Db, topics: Set<Topic>) {
  const waiting = gathered.get(db);
  if (!waiting) setTimeout(() => void tellGathered(db), gatherMs).unref();
  gathered.set(db, new Set([...(waiting ?? []), ...topics]));
}

/** Tells other processes the news that wait to be told, after those that are being told. */
export function tellGathered(db: Db): Promise<void> {
  const told = (telling.get(db) ?? Promise.resolve()).then(() => {
    const topics = gathered.get(db) ?? [];
    gathered.delete(db);
    // With the database away others have lost what brings them changes too, and take everything for changed.
    return tell(db, [...topics]).catch(() => undefined);
  });
  telling.set(db, told);
  return told;
}

async function end(tx: Tx, { topics, statements }: Ending) {
  await Promise.all([...statements.map((statement) => statement(tx)), tell(tx, [...topics])]);
}

async function tell(tx: Db | Tx, topics: Topic[]) {
  const parts = Array.from({ length: Math.ceil(topics.length / topicsTogether) }, (_, part) =>
    topics.slice(part * topicsTogether, (part + 1) * topicsTogether),
  );
  await Promise.all(parts.map((part) => sql`select pg_notify(${changesChannel}, ${JSON.stringify(part)})`.execute(tx)));
}

// A NOTIFY payload is limited to 8,000 bytes; topics are short.
const topicsTogether = 100;
