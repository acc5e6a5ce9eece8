import { createHash, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "#server/platform/auth/caller.ts";
import { type Db, findRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { inTransaction, sendWithCommit } from "#server/platform/database/transaction.ts";
import { fieldProblem, Problem } from "./problem.ts";
import { addressOf } from "./rate-limit.ts";

interface KeyedCall {
  endpoint: Endpoint;
  route: string;
  request: FastifyRequest;
  caller: Caller;
  db: Db;
  status: number;
  /** Whether `work` is one transaction and saves its answer there (`saveAnswer`). */
  savesOwnAnswer: boolean;
  work: (idempotency: Idempotency) => Promise<unknown>;
}

/** For work that is one transaction, in which its response is saved. */
export interface AnswerSaver {
  /** Saves the response under the key of the call. Throws if the key has one already, so that the transaction is rolled back. */
  saveAnswer(tx: Tx, answer: unknown): Promise<void>;
}

/** The idempotency key of a call, for its handler. */
export interface Idempotency extends AnswerSaver {
  /**
   * Runs `work` in a transaction, at most once for the key: its result (JSON) is saved in that transaction, and a retry
   * after a crash continues with it. A call may have several such steps, always in the same order; what it does between
   * them must be safe to repeat. A call that ends with a problem must have no effect, and its steps are deleted.
   */
  transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether the response is parsed and saved by `saveAnswer`. */
  isSaved: boolean;
}
interface Outcome {
  answer: unknown;
  /** The status of the saved response, if this is a retry. */
  replayed?: number;
}
interface SavedKey {
  request_hash: string;
  method_path: string;
  status_code: number | null;
  response: unknown;
  is_erased: boolean;
}

/** The results of a call's steps, in order. */
type Steps = { value?: unknown }[];

/** A key as one request holds it. */
interface Claim {
  scope: string;
  key: string;
  methodPath: string;
  hash: string;
  /** Identifies the request that holds the lock. */
  holder: string;
  startedAt: number;
}

// Claiming a key does not wait for the disk: the commit of the work writes it too, and a response lost in a crash of the
// machine leaves the key locked, like a crash before it was saved.
const withoutDiskWait = sql`set_config('synchronous_commit', 'off', true)`;

/** How long a request may take before a retry takes over its key. */
const lockSeconds = 30;
const retryMs = 250;

/** For calls without a key. */
export const withoutKey: Idempotency = {
  saveAnswer: async () => undefined,
  transaction: inTransaction,
  isSaved: false,
};

/** Runs a call at most once for each Idempotency-Key; a retry gets the first response (saved for 48 hours). */
export async function runIdempotently(call: KeyedCall): Promise<Outcome> {
  const { endpoint, route, request, caller, work } = call;
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotency === "required" && typeof key !== "string") throw new Problem("idempotency_missing");
  if (!endpoint.idempotency || typeof key !== "string") return { answer: await work(withoutKey) };
  if (key.length > 200) throw fieldProblem("Idempotency-Key", "too_long", "At most 200 characters.");
  const claim: Claim = {
    scope: scopeOf(caller, request),
    key,
    methodPath: `${route.split(" ")[0]} ${request.url.split("?")[0]}`,
    hash: createHash("sha256")
      .update(JSON.stringify(request.body ?? null))
      .digest("base64url"),
    holder: randomUUID(),
    startedAt: Date.now(),
  };
  return call.savesOwnAnswer ? runOneTransaction(call, claim) : runSteps(call, claim);
}

/**
 * Claims the key, runs the work in steps, as it may call other servers, and saves the response. A response with a secret
 * is not saved: a retry creates it again from the results of the steps.
 */
async function runSteps({ db, status, endpoint, work }: KeyedCall, claim: Claim): Promise<Outcome> {
  try {
    const claimed = await claimKey(db, claim);
    if ("earlier" in claimed) return replay(claimed.earlier, claim);
    const answer = await work(savedSteps(claim, claimed.steps));
    await retryUntilLockEnds(claim, () =>
      endpoint.secret ? unlockIfStarted(db, claim) : saveFinalAnswer(db, claim, status, answer),
    );
    return { answer };
  } catch (error) {
    // A problem had no effect, so the key can be used again. After any other error a step may have been committed, and a
    // retry continues from there.
    await retryUntilLockEnds(claim, async () => {
      if (error instanceof Problem || !(await unlockIfStarted(db, claim))) await releaseKey(db, claim);
    });
    throw error;
  }
}

/** Steps whose results are saved under the key; completed ones are skipped. */
function savedSteps(claim: Claim, done: Steps): Idempotency {
  let next = 0;
  const transaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const index = next++;
    const earlier = done[index];
    if (earlier) return earlier.value as T;
    return inTransaction(db, async (tx) => {
      const value = await work(tx);
      await saveStep(tx, claim, index, { value });
      return value;
    });
  };
  return { saveAnswer: async () => undefined, transaction, isSaved: false };
}

/**
 * Runs work that saves its response in its own transaction. The table's primary key allows one response for each key, so
 * nothing is read before. After any error, a response saved under the key is returned.
 */
async function runOneTransaction({ db, status, endpoint, work }: KeyedCall, claim: Claim): Promise<Outcome> {
  const parse = (answer: unknown) => endpoint.reply?.parse(answer) ?? answer;
  let saved: Outcome | undefined;
  const saveAnswer = async (tx: Tx, answer: unknown) => {
    saved = { answer: parse(answer) };
    await insertAnswer(tx, claim, status, saved.answer);
  };
  try {
    const answer = await work({ saveAnswer, transaction: inTransaction, isSaved: true });
    return saved ?? { answer: parse(answer) };
  } catch (error) {
    // If this fails too, its error is thrown: the key may have a saved response.
    const earlier = await findKey(db, claim);
    if (earlier) return replay(earlier, claim);
    throw error;
  }
}

/**
 * Deletes the keys of a user, whose responses contain personal data, and the responses to staff about this customer. The
 * keys of staff stay, so that nothing is done twice: a retry is `not_found`.
 */
export const eraseKeysOfUser = (tx: Tx, userId: number, staffIds: number[]) =>
  sql`
    with deleted as (delete from idempotency_keys where scope = ${userScope(userId)})
    update idempotency_keys
    set response = null, done = '[]'
    where scope = any(${staffIds.map(userScope)}::text[])
      and status_code is not null
      and (response::jsonb @? ${`$.**.customer.id ? (@ == ${userId})`}::jsonpath
        or method_path ~ ${`/customers/${userId}(/|$)`})`.execute(tx);

const userScope = (id: number) => `user:${id}`;
/** Whose key it is. Of callers without a session, browsers at one address are told apart, as it may be a proxy. */
const scopeOf = (caller: Caller, request: FastifyRequest) => {
  if (caller.kind === "user") return userScope(caller.id);
  return caller.kind === "guest"
    ? `guest:${createHash("sha256").update(caller.guestId).digest("base64url")}`
    : `ip:${addressOf(request)} ${createHash("sha256")
        .update(request.headers["user-agent"] ?? "")
        .digest("base64url")}`;
};

/** Locks the key and returns its completed steps, or what was saved under it before. */
async function claimKey(db: Db, claim: Claim): Promise<{ steps: Steps } | { earlier: SavedKey }> {
  const { scope, key, methodPath, hash, holder } = claim;
  const rows = await listRows<{ done: Steps }>(db)`
    with setting as materialized (select ${withoutDiskWait})
    insert into idempotency_keys as k (scope, key, method_path, request_hash, holder, locked_until)
    select ${scope}, ${key}, ${methodPath}, ${hash}, ${holder}::uuid, now() + make_interval(secs => ${lockSeconds})
    from setting
    on conflict (scope, key) do update
    set locked_until = excluded.locked_until, holder = excluded.holder, created_at = now()
    where k.status_code is null and k.locked_until < now()
      and k.request_hash = excluded.request_hash and k.method_path = excluded.method_path
    returning done`;
  if (rows[0]) return { steps: rows[0].done };
  const earlier = await findKey(db, claim);
  if (!earlier) throw new Problem("in_progress", { retryAfter: 1 });
  return { earlier };
}

/** Saves the result of a step in its transaction. Throws if another request took over the key. */
async function saveStep(tx: Tx, { scope, key, holder }: Claim, index: number, step: Steps[number]) {
  const { numAffectedRows } = await sql`
    update idempotency_keys
    set done = done || jsonb_build_array(${JSON.stringify(step)}::jsonb),
      locked_until = clock_timestamp() + make_interval(secs => ${lockSeconds})
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid
      and status_code is null and jsonb_array_length(done) = ${index}`.execute(tx);
  if (numAffectedRows !== 1n) throw new Problem("in_progress", { retryAfter: 1 });
}

const findKey = (db: Db, { scope, key }: Claim) =>
  findRow<SavedKey>(db)`
    select request_hash, method_path, status_code, response, response is null as is_erased
    from idempotency_keys
    where scope = ${scope} and key = ${key}`;

const insertAnswer = (tx: Tx, { scope, key, methodPath, hash, holder }: Claim, status: number, answer: unknown) =>
  sendWithCommit(
    tx,
    sql`
    insert into idempotency_keys
      (scope, key, method_path, request_hash, status_code, response, holder, locked_until)
    values
      (${scope}, ${key}, ${methodPath}, ${hash}, ${status}, ${JSON.stringify(answer ?? null)}::json, ${holder}::uuid,
        now())`,
  );

function replay(earlier: SavedKey, { methodPath, hash }: Claim): Outcome {
  if (earlier.request_hash !== hash || earlier.method_path !== methodPath) throw new Problem("idempotency_mismatch");
  if (earlier.status_code === null) throw new Problem("in_progress", { retryAfter: 1 });
  if (earlier.is_erased) throw new Problem("not_found");
  return { answer: earlier.response, replayed: earlier.status_code };
}

/** Updates the key now or, if the database is unavailable, as soon as it is back, so that a retry need not wait. */
async function retryUntilLockEnds(claim: Claim, work: () => Promise<unknown>) {
  try {
    await work();
  } catch {
    if (Date.now() - claim.startedAt < lockSeconds * 1000)
      setTimeout(() => void retryUntilLockEnds(claim, work), retryMs).unref();
  }
}

/** Deletes the key if this request still holds it. */
const releaseKey = (db: Db, { scope, key, holder }: Claim) =>
  sql`
    delete from idempotency_keys
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid and status_code is null`.execute(db);

/** Unlocks a key with completed steps for a retry. False if it has none. */
const unlockIfStarted = (db: Db, { scope, key, holder }: Claim) =>
  isAffected(db)`
    update idempotency_keys
    set locked_until = now()
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid
      and status_code is null and done <> '[]'`;

const saveFinalAnswer = (db: Db, { scope, key, holder }: Claim, status: number, answer: unknown) =>
  sql`
    with setting as materialized (select ${withoutDiskWait})
    update idempotency_keys
    set status_code = ${status}, response = ${JSON.stringify(answer ?? null)}::json
    from setting
    where scope = ${scope} and key = ${key} and holder = ${holder}::uuid`.execute(db);

/** Deletes keys older than 48 hours. */
export const deleteOldKeys = (db: Db) =>
  sql`
    delete from idempotency_keys
    where created_at < now() - interval '48 hours'`.execute(db);
