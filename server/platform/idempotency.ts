import { createHash, randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Caller } from "./caller.ts";
import type { Db } from "./db.ts";
import { Refusal } from "./refusal.ts";

interface Once {
  endpoint: Endpoint;
  route: string;
  request: FastifyRequest;
  caller: Caller;
  db: Db;
  status: number;
  work: () => Promise<unknown>;
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
  waiting: boolean;
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

/** Does the work of a call at most once for each Idempotency-Key; a repeat gets the first answer (kept 48 h). */
export async function onceOnly({ endpoint, route, request, caller, db, status, work }: Once): Promise<Outcome> {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotency === "required" && typeof key !== "string") throw new Refusal("idempotency_missing");
  if (!endpoint.idempotency || typeof key !== "string") return { answer: await work() };
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
  try {
    const earlier = await claim(db, claimed);
    if (earlier) return repeat(earlier, methodPath, hash);
    const answer = await work();
    await surely(claimed, () => keepAnswer(db, claimed, status, answer));
    return { answer };
  } catch (error) {
    // A refusal changed nothing: the same key may try again once the cause is mended.
    await surely(claimed, () => letGo(db, claimed));
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
async function claim(db: Db, { scope, key, methodPath, hash, holder }: Claim): Promise<Kept | undefined> {
  const taken = await sql`
    with lazily as materialized (select ${notWaiting})
    insert into idempotency_keys as k (scope, key, method_path, request_hash, holder, locked_until)
    select ${scope}, ${key}, ${methodPath}, ${hash}, ${holder}::uuid, now() + make_interval(secs => ${lockSeconds}) from lazily
    on conflict (scope, key) do update
    set locked_until = excluded.locked_until, holder = excluded.holder, created_at = now()
    where k.status_code is null and k.locked_until < now() and k.request_hash = excluded.request_hash and k.method_path = excluded.method_path
    returning 1`.execute(db);
  if (taken.rows.length > 0) return undefined;
  const { rows } = await sql<Kept>`
    select request_hash, method_path, status_code, response, locked_until > now() as waiting
    from idempotency_keys where scope = ${scope} and key = ${key}`.execute(db);
  if (!rows[0]) throw new Refusal("in_progress", { retryAfter: 1 });
  return rows[0];
}

function repeat(earlier: Kept, methodPath: string, hash: string): Outcome {
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
    update idempotency_keys set status_code = ${status}, response = ${JSON.stringify(answer ?? null)}::jsonb
    from lazily
    where scope = ${scope} and key = ${key}`.execute(db);
}

/** Forgets keys older than 48 hours. */
export const forgetOldKeys = (db: Db) =>
  sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`.execute(db);
