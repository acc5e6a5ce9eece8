import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type Db, runTransaction, type Tx } from "./database.ts";

/** Names what changed: `product:12`, `catalogue` or `order_changed:7:…`. Caches and sockets subscribe to tags. */
export type CacheTag = string;
export const tagsChannel = "kiosk_tags";

interface Pending {
  /** Sent with the commit. */
  invalidated: Set<CacheTag>;
  /** Sent after the commit. */
  published: Set<CacheTag>;
  /** Statements sent with the commit. */
  last: RawBuilder<unknown>[];
  /** What the caller waits for after the commit. */
  after: ((db: Db) => Promise<void>)[];
}
const pendingOf = new WeakMap<Tx, Pending>();
interface LocalBus {
  /** Sent with what is delivered here, so that this process ignores it when PostgreSQL sends it back. */
  origin: string;
  deliver: (tags: CacheTag[]) => void;
}
const localBuses = new WeakMap<Db, LocalBus>();

/** Delivers tags in this process when a transaction commits, before its caller continues. Used by the bus only. */
export function deliverLocally(db: Db, bus: LocalBus) {
  localBuses.set(db, bus);
}

/** What a message of `tagsChannel` carries. */
export const TagsMessage = z.object({
  tags: z.array(z.string()),
  /** The process that has delivered them to itself. */
  origin: z.string().optional(),
});
export type TagsMessage = z.infer<typeof TagsMessage>;

const maxAttempts = 4;

/** Runs `work` in a transaction and retries it after a deadlock or serialization failure. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const pending: Pending = { invalidated: new Set(), published: new Set(), last: [], after: [] };
    try {
      const result = await runTransaction(
        db,
        (tx) => {
          pendingOf.set(tx, pending);
          return work(tx);
        },
        (tx) =>
          Promise.all([
            ...pending.last.map((query) => query.execute(tx)),
            sendTags(tx, [...pending.invalidated], localBuses.get(db)),
          ]),
      );
      deliverCommitted(db, pending);
      await runAfterCommit(db, pending);
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      // The commit may have reached PostgreSQL though its answer was lost.
      if (pending.invalidated.size > 0 && isConnectionLost(code)) localBuses.get(db)?.deliver([...pending.invalidated]);
      if (attempt === maxAttempts || (code !== "40P01" && code !== "40001")) throw error;
    }
  }
}

/**
 * Runs `work` after the commit, before the caller of `inTransaction` continues, in transactions of its own. It is not run
 * if this process ends in between, and its errors are ignored, so a job must do the same.
 * Throws outside of `inTransaction`, where nobody would run it.
 */
export function afterCommit(tx: Tx, work: (db: Db) => Promise<void>) {
  const pending = pendingOf.get(tx);
  if (!pending) throw new Error("only inTransaction runs work after its commit");
  pending.after.push(work);
}

async function runAfterCommit(db: Db, { after }: Pending) {
  for (const work of after) await work(db).catch(() => undefined);
}

/** Whether an error may come from the connection, not from PostgreSQL's answer: it has no code, or one of these. */
const isConnectionLost = (code: string | undefined) => code === undefined || /^(08|57P|ECONN|EPIPE)/.test(code);

/**
 * Sends a statement with the commit, without waiting for its result. If it fails, the transaction is rolled back. For
 * inserts guarded by a constraint, not for updates whose row count matters.
 */
export async function sendWithCommit(tx: Tx, query: RawBuilder<unknown>) {
  const pending = pendingOf.get(tx);
  if (pending) pending.last.push(query);
  else await query.execute(tx);
}

/** Invalidates everything cached with these tags, in every process, when the transaction commits. */
export async function invalidate(tx: Tx, ...tags: CacheTag[]) {
  const pending = pendingOf.get(tx);
  if (!pending) return sendTags(tx, tags);
  for (const tag of tags) pending.invalidated.add(tag);
}

/**
 * Pushes to sockets after the commit: to those of this process at once, to others a moment later, or never if this
 * process is killed in between. Use `invalidate` for anything cached. Sent outside the transaction, because PostgreSQL
 * serializes commits with a NOTIFY, including their write to disk.
 */
export async function notifyClients(tx: Tx, ...tags: CacheTag[]) {
  const pending = pendingOf.get(tx);
  if (!pending) return sendTags(tx, tags);
  for (const tag of tags) pending.published.add(tag);
}

function deliverCommitted(db: Db, { invalidated, published }: Pending) {
  if (invalidated.size + published.size > 0) localBuses.get(db)?.deliver([...invalidated, ...published]);
  if (published.size > 0) enqueue(db, published);
}

const batchMs = 20;
const batches = new WeakMap<Db, Set<CacheTag>>();
const sending = new WeakMap<Db, Promise<void>>();

function enqueue(db: Db, tags: Set<CacheTag>) {
  const batch = batches.get(db);
  if (!batch) setTimeout(() => void flushPublished(db), batchMs).unref();
  batches.set(db, new Set([...(batch ?? []), ...tags]));
}

/** Sends the tags published by `notifyClients` and not sent yet to the other processes. */
export function flushPublished(db: Db): Promise<void> {
  const sent = (sending.get(db) ?? Promise.resolve()).then(() => {
    const tags = batches.get(db) ?? [];
    batches.delete(db);
    // If the database is unavailable, the other processes lose their connections too and drop everything.
    return sendTags(db, [...tags], localBuses.get(db)).catch(() => undefined);
  });
  sending.set(db, sent);
  return sent;
}

// The payload of a NOTIFY is limited to 8,000 bytes; tags are short.
const tagsPerMessage = 100;

async function sendTags(db: Db | Tx, tags: CacheTag[], { origin }: Partial<LocalBus> = {}) {
  const messages = Array.from({ length: Math.ceil(tags.length / tagsPerMessage) }, (_, index) => {
    const message: TagsMessage = { tags: tags.slice(index * tagsPerMessage, (index + 1) * tagsPerMessage), origin };
    return JSON.stringify(message);
  });
  await Promise.all(messages.map((message) => sql`select pg_notify(${tagsChannel}, ${message})`.execute(db)));
}

/** Runs `work` in a savepoint, which is rolled back unless the outcome is good. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>, isGood: (outcome: T) => boolean): Promise<T> {
  await sql`savepoint attempt`.execute(tx);
  const outcome = await work();
  await (isGood(outcome) ? sql`release savepoint attempt` : sql`rollback to savepoint attempt`).execute(tx);
  return outcome;
}
