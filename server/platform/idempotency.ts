import { createHash, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "./caller.ts";
import type { Db, Tx } from "./db.ts";
import { Refusal } from "./refusal.ts";
import { withCommit } from "./transaction.ts";

interface Once {
  endpoint: Endpoint;
  route: string;
  request: FastifyRequest;
  caller: Caller;
  db: Db;
  status: number;
  /** Whether the work does all it does in one transaction and keeps its key there. */
  isWithin: boolean;
  work: (once: OnceWithin) => Promise<unknown>;
}

/** The key of a call in the hands of work that is one transaction: kept in it with the answer, so that both happen or neither. */
export interface OnceWithin {
  /** Keeps the answer together with the commit. If the key was answered before, all of the transaction is taken back. */
  end(tx: Tx, answer: unknown): void;
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
export const noKey: OnceWithin = { end: () => undefined };

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
}: Once): Promise<Outcome> {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotency === "required" && typeof key !== "string") throw new Refusal("idempotency_missing");
  if (!endpoint.idempotency || typeof key !== "string") return { answer: await work(noKey) };
  if (key.length > 200)
    throw new Refusal("bad_input", {
      errors: [{ field: "Idempotency-Key", code: "too_long", message: "At most 200 characters." }],
    });

  const scope = scopeOf(caller, request);
  const methodPath = `${route.split(" ")[0]} ${request.url.split("?")[0]}`;
  const hash = createHash("sha256")
    .update(JSON.stringify(request.body ?? null))
    .digest("base64url");
  const claimed: Claim = { scope, key, methodPath, hash, holder: randomUUID(), begun: Date.now() };
  return isWithin ? onceWithin(db, claimed, status, endpoint, work) : onceAround(db, claimed, status, work);
}

/** Takes the key, does the work, and keeps its answer: three steps, since the work may speak with others on the way. */
async function onceAround(db: Db, claimed: Claim, status: number, work: Once["work"]): Promise<Outcome> {
  try {
    const earlier = await claim(db, claimed);
    if (earlier) return repeat(earlier, claimed);
    const answer = await work(noKey);
    await surely(claimed, () => keepAnswer(db, claimed, status, answer));
    return { answer };
  } catch (error) {
    // A refusal changed nothing: the same key may try again once the cause is mended.
    await surely(claimed, () => letGo(db, claimed));
    throw error;
  }
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
  work: Once["work"],
): Promise<Outcome> {
  const checked = (answer: unknown) => reply?.parse(answer) ?? answer;
  let kept: Outcome | undefined;
  const end = (tx: Tx, answer: unknown) => {
    const outcome = { answer: checked(answer) };
    kept = outcome;
    withCommit(tx, () => insertAnswered(tx, claimed, status, outcome.answer));
  };
  try {
    const answer = await work({ end });
    return kept ?? { answer: checked(answer) };
  } catch (error) {
    const earlier = await findKept(db, claimed).catch(() => undefined);
    if (earlier) return repeat(earlier, claimed);
    throw error;
  }
}

const scopeOf = (caller: Caller, request: FastifyRequest) => {
  if (caller.kind === "user") return `user:${caller.id}`;
  return caller.kind === "guest"
    ? `guest:${createHash("sha256").update(caller.guestId).digest("base64url")}`
    : `ip:${request.ip}`;
};

/** Takes the key, or returns what is kept under it. */
async function claim(db: Db, claimed: Claim): Promise<Kept | undefined> {
  const { scope, key, methodPath, hash, holder } = claimed;
  const taken = await sql`
    with lazily as materialized (select ${notWaiting})
    insert into idempotency_keys as k (scope, key, method_path, request_hash, holder, locked_until)
    select ${scope}, ${key}, ${methodPath}, ${hash}, ${holder}::uuid, now() + make_interval(secs => ${lockSeconds}) from lazily
    on conflict (scope, key) do update
    set locked_until = excluded.locked_until, holder = excluded.holder, created_at = now()
    where k.status_code is null and k.locked_until < now() and k.request_hash = excluded.request_hash and k.method_path = excluded.method_path
    returning 1`.execute(db);
  if (taken.rows.length > 0) return undefined;
  const earlier = await findKept(db, claimed);
  if (!earlier) throw new Refusal("in_progress", { retryAfter: 1 });
  return earlier;
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
  if (earlier.request_hash !== hash || earlier.method_path !== methodPath) throw new Refusal("idempotency_mismatch");
  if (earlier.status_code === null) throw new Refusal("in_progress", { retryAfter: 1 });
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

async function keepAnswer(db: Db, { scope, key }: Claim, status: number, answer: unknown) {
  await sql`
    with lazily as materialized (select ${notWaiting})
    update idempotency_keys set status_code = ${status}, response = ${JSON.stringify(answer ?? null)}::json
    from lazily
    where scope = ${scope} and key = ${key}`.execute(db);
}

/** Forgets keys older than 48 hours. */
export const forgetOldKeys = (db: Db) =>
  sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`.execute(db);
