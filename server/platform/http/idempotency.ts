import { createHash, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "./problem.ts";
import { inTransaction, withCommit } from "#server/platform/database/transaction.ts";

interface KeyedCall {
  endpoint: Endpoint;
  route: string;
  request: FastifyRequest;
  caller: Caller;
  db: Db;
  status: number;
  /** Whether the work does all it does in one transaction and keeps its key there. */
  isWithin: boolean;
  work: (once: Once) => Promise<unknown>;
}

/** The key of a call in the hands of work that is one transaction: kept in it with the answer, so that both happen or neither. */
export interface OnceWithin {
  /** Keeps the answer together with the commit. If the key was answered before, all of the transaction is taken back. */
  end(tx: Tx, answer: unknown): void;
}

/** The key of a call in the hands of its work. */
export interface Once extends OnceWithin {
  /**
   * Does `work` in one transaction, at most once for the call's key: what it answers (JSON) is kept in that transaction,
   * and a repeat of a call that was cut off after it gets that and goes on from there. A call may take several steps,
   * always in the same order; what it does beside them must bear being done again. A call that ends with a refusal has
   * changed nothing, or set it all back: its steps are forgotten.
   */
  step<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the answer is checked and kept `within` the work's own transaction. */
  isWithin: boolean;
}
interface Outcome {
  answer: unknown;
  /** The status of the first answer, when this is a repeat of it. */
  replayed?: number;
}
interface Kept {
  request_hash: string;
  method_path: string;
  status_code: number | null;
  response: unknown;
}

/** What the steps of a call answered, in their order. */
type Done = { value?: unknown }[];

/** A key as one request holds it. */
interface Claim {
  scope: string;
  key: string;
  methodPath: string;
  hash: string;
  holder: string;
  begun: number;
}

// A key need not wait for the disk: the work's own commit follows on the same log and carries the claim with it, and an
// answer lost with the machine leaves the key claimed, as a crash before it was kept would.
const notWaiting = sql`set_config('synchronous_commit', 'off', true)`;

// How long a request may work before a repeat takes it for dead.
const lockSeconds = 30;
const retryMs = 250;

/** For work that keeps no key. */
export const noKey: Once = { end: () => undefined, step: inTransaction, isWithin: false };

/** Does the work of a call at most once for each Idempotency-Key; a repeat gets the first answer (kept 48 h). */
export async function onceOnly({
  endpoint,
  route,
  request,
  caller,
  db,
  status,
  isWithin,
  work,
}: KeyedCall): Promise<Outcome> {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotency === "required" && typeof key !== "string") throw new Problem("idempotency_missing");
  if (!endpoint.idempotency || typeof key !== "string") return { answer: await work(noKey) };
  if (key.length > 200)
    throw new Problem("bad_input", {
      errors: [{ field: "Idempotency-Key", code: "too_long", message: "At most 200 characters." }],
    });

  const scope = scopeOf(caller, request);
  const methodPath = `${route.split(" ")[0]} ${request.url.split("?")[0]}`;
  const hash = createHash("sha256")
    .update(JSON.stringify(request.body ?? null))
    .digest("base64url");
  const claimed: Claim = { scope, key, methodPath, hash, holder: randomUUID(), begun: Date.now() };
  return isWithin ? onceWithin(db, claimed, status, endpoint, work) : onceAround(db, claimed, status, endpoint, work);
}

/**
 * Takes the key, does the work step by step, and keeps its answer, since the work may speak with others on the way. An
 * answer that holds a secret isn't kept: a repeat makes it anew from what the steps answered.
 */
async function onceAround(
  db: Db,
  claimed: Claim,
  status: number,
  { secret }: Endpoint,
  work: KeyedCall["work"],
): Promise<Outcome> {
  try {
    const taken = await claim(db, claimed);
    if ("earlier" in taken) return repeat(taken.earlier, claimed);
    const answer = await work(stepsOf(claimed, taken.done));
    await surely(claimed, () => (secret ? pause(db, claimed) : keepAnswer(db, claimed, status, answer)));
    return { answer };
  } catch (error) {
    // A refusal changed nothing: the same key may try again once the cause is mended. Anything else may have come after
    // a step was committed, and then whoever asks again goes on from there.
    await surely(claimed, async () => {
      if (error instanceof Problem || !(await pause(db, claimed))) await letGo(db, claimed);
    });
    throw error;
  }
}

/** The steps of a call: those that were done are passed over. */
function stepsOf(claimed: Claim, done: Done): Once {
  let steps = 0;
  const step = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const place = steps++;
    const earlier = done[place];
    if (earlier) return earlier.value as T;
    return inTransaction(db, async (tx) => {
      const value = await work(tx);
      await keepStep(tx, claimed, place, { value });
      return value;
    });
  };
  return { end: () => undefined, step, isWithin: false };
}

/**
 * Does the work, which keeps the key and its answer with its own commit: that a key is answered once is the table's to
 * hold, and nothing is asked before. Whatever goes wrong, the answer kept under the key comes first.
 */
async function onceWithin(
  db: Db,
  claimed: Claim,
  status: number,
  { reply }: Endpoint,
  work: KeyedCall["work"],
): Promise<Outcome> {
  const checked = (answer: unknown) => reply?.parse(answer) ?? answer;
  let kept: Outcome | undefined;
  const end = (tx: Tx, answer: unknown) => {
    const outcome = { answer: checked(answer) };
    kept = outcome;
    withCommit(tx, () => insertAnswered(tx, claimed, status, outcome.answer));
  };
  try {
    const answer = await work({ end, step: inTransaction, isWithin: true });
    return kept ?? { answer: checked(answer) };
  } catch (error) {
    // With the database away nobody knows whether there is one, and what the work said may be wrong: that is what is told.
    const earlier = await findKept(db, claimed);
    if (earlier) return repeat(earlier, claimed);
    throw error;
  }
}

/** Forgets what somebody was answered under their keys: it holds what they sent. */
export const forgetKeysOf = (tx: Tx, userId: number) =>
  sql`delete from idempotency_keys where scope = ${scopeOfUser(userId)}`.execute(tx);

const scopeOfUser = (id: number) => `user:${id}`;
const scopeOf = (caller: Caller, request: FastifyRequest) => {
  if (caller.kind === "user") return scopeOfUser(caller.id);
  return caller.kind === "guest"
    ? `guest:${createHash("sha256").update(caller.guestId).digest("base64url")}`
    : `ip:${request.ip}`;
};

/** Takes the key with the steps done under it, or returns what is kept under it. */
async function claim(db: Db, claimed: Claim): Promise<{ done: Done } | { earlier: Kept }> {
  const { scope, key, methodPath, hash, holder } = claimed;
  const taken = await sql<{ done: Done }>`
    with lazily as materialized (select ${notWaiting})
    insert into idempotency_keys as k (scope, key, method_path, request_hash, holder, locked_until)
    select ${scope}, ${key}, ${methodPath}, ${hash}, ${holder}::uuid, now() + make_interval(secs => ${lockSeconds}) from lazily
    on conflict (scope, key) do update
    set locked_until = excluded.locked_until, holder = excluded.holder, created_at = now()
    where k.status_code is null and k.locked_until < now() and k.request_hash = excluded.request_hash and k.method_path = excluded.method_path
    returning done`.execute(db);
  if (taken.rows[0]) return taken.rows[0];
  const earlier = await findKept(db, claimed);
  if (!earlier) throw new Problem("in_progress", { retryAfter: 1 });
  return { earlier };
}

/**
 * Keeps what a step answered, in its own transaction. A request that was taken for dead meanwhile, or whose key was
 * forgotten, finds no row, and what it did is taken back.
 */
async function keepStep(tx: Tx, { scope, key, holder }: Claim, place: number, step: Done[number]) {
  const { numAffectedRows } = await sql`
    update idempotency_keys
    set done = done || jsonb_build_array(${JSON.stringify(step)}::jsonb), locked_until = clock_timestamp() + make_interval(secs => ${lockSeconds})
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid and status_code is null and jsonb_array_length(done) = ${place}`.execute(
    tx,
  );
  if (numAffectedRows !== 1n) throw new Problem("in_progress", { retryAfter: 1 });
}

/** What is kept under the key. */
async function findKept(db: Db, { scope, key }: Claim): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select request_hash, method_path, status_code, response
    from idempotency_keys where scope = ${scope} and key = ${key}`.execute(db);
  return rows[0];
}

/** Keeps a key nobody has, answered already. */
const insertAnswered = (tx: Tx, { scope, key, methodPath, hash, holder }: Claim, status: number, answer: unknown) =>
  sql`
  insert into idempotency_keys (scope, key, method_path, request_hash, status_code, response, holder, locked_until)
  values (${scope}, ${key}, ${methodPath}, ${hash}, ${status}, ${JSON.stringify(answer ?? null)}::json, ${holder}::uuid, now())`.execute(
    tx,
  );

function repeat(earlier: Kept, { methodPath, hash }: Claim): Outcome {
  if (earlier.request_hash !== hash || earlier.method_path !== methodPath) throw new Problem("idempotency_mismatch");
  if (earlier.status_code === null) throw new Problem("in_progress", { retryAfter: 1 });
  return { answer: earlier.response, replayed: earlier.status_code };
}

/** Does what the key still needs now or, with the database away, as soon as it is back: whoever asks again should not wait. */
async function surely(claimed: Claim, work: () => Promise<unknown>) {
  try {
    await work();
  } catch {
    if (Date.now() - claimed.begun < lockSeconds * 1000) setTimeout(() => void surely(claimed, work), retryMs).unref();
  }
}

/** Gives the key back, if it still is this request's: a claim cut off may have been made or not. */
const letGo = (db: Db, { scope, key, holder }: Claim) =>
  sql`delete from idempotency_keys where scope = ${scope} and key = ${key} and holder = ${holder}::uuid and status_code is null`.execute(
    db,
  );

/** Leaves a key that has steps done to whoever asks next. False if it has none. */
async function pause(db: Db, { scope, key, holder }: Claim) {
  const { numAffectedRows } = await sql`
    update idempotency_keys set locked_until = now()
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid and status_code is null and done <> '[]'`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

async function keepAnswer(db: Db, { scope, key, holder }: Claim, status: number, answer: unknown) {
  await sql`
    with lazily as materialized (select ${notWaiting})
    update idempotency_keys set status_code = ${status}, response = ${JSON.stringify(answer ?? null)}::json
    from lazily
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid`.execute(db);
}

/** Forgets keys older than 48 hours. */
export const forgetOldKeys = (db: Db) =>
  sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`.execute(db);
