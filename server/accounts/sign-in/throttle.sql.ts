import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

/** Seconds until none of the keys is blocked (0 if none is), and their number of failures. */
export async function getBlock(db: Db, keys: string[]): Promise<{ wait: number; failures: number }> {
  const { rows } = await sql<{ wait: number; failures: number }>`
    select greatest(0, coalesce(ceil(extract(epoch from max(blocked_until) - now())), 0))::int as wait,
      coalesce(max(failures), 0) as failures
    from auth_attempts
    where key = any(${keys})`.execute(db);
  return rows[0] ?? { wait: 0, failures: 0 };
}

/**
 * Counts a failure for each key. After `free` failures the key is blocked for 30 seconds, doubling each time up to 15
 * minutes. Resets after a day without failures.
 */
export const countFailure = (db: Db, keys: string[], free: number[]) =>
  sql`
    insert into auth_attempts as a (key, failures, last_failure_at)
    select key, 1, now() from unnest(${keys}::text[]) as k (key) order by key
    on conflict (key) do update
    set failures = case when a.last_failure_at < now() - interval '1 day' then 1 else a.failures + 1 end,
      last_failure_at = now(),
      blocked_until = ${blockedUntil(keys, free)}
    where a.blocked_until is null or a.blocked_until <= now()`.execute(db);

const blockedUntil = (keys: string[], free: number[]) => sql`(
  select case when a.last_failure_at >= now() - interval '1 day' and a.failures + 1 >= t.free
    then now() + make_interval(secs => least(900, 30 * power(2, least(a.failures + 1 - t.free, 10)))) end
  from unnest(${keys}::text[], ${free}::int[]) as t (key, free)
  where t.key = a.key)`;

export const deleteAttempts = (db: Db, keys: string[]) =>
  sql`delete from auth_attempts where key = any(${keys})`.execute(db);

export const deleteOldAttempts = (db: Db) =>
  sql`delete from auth_attempts where last_failure_at < now() - interval '2 days'`.execute(db);
