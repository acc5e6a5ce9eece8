import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Db } from "./db.ts";
import { Refusal } from "./refusal.ts";

/** Calls one address may make in a minute, by class; `normal` calls are not counted. */
const perMinute = { "sign-in": 60, write: 600 } as const;

/** Counts a call of a limited class, in the database so that all processes share the count. Throws `too_many_requests`. */
export async function limit(kind: "normal" | keyof typeof perMinute, request: FastifyRequest, db: Db) {
  if (kind === "normal") return;
  const { rows } = await sql<{ hits: number; wait: number }>`
    insert into rate_counts as c (key, window_start, hits) values (${`${kind} ${request.ip}`}, date_trunc('minute', now()), 1)
    on conflict (key, window_start) do update set hits = c.hits + 1
    returning hits, 60 - extract(second from now())::int as wait`.execute(db);
  const count = rows[0];
  if (count && count.hits > perMinute[kind])
    throw new Refusal("too_many_requests", { retryAfter: Math.max(1, count.wait) });
}

/** Forgets counts of windows gone by. */
export const forgetOldCounts = (db: Db) =>
  sql`delete from rate_counts where window_start < now() - interval '10 minutes'`.execute(db);
