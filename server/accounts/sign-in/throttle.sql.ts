import { type RawBuilder, sql } from "kysely";
import { type Db, findValue, hasRows, type Tx } from "#server/platform/database/database.ts";

/** A counter, how many failures it allows before it blocks, and the longest block in seconds. */
export interface Limit {
  key: string;
  free: number;
  longestSeconds: number;
}

/** Seconds until none of the keys is blocked (0 if none is). */
export const getBlock = async (db: Db, limits: Limit[]) =>
  (await findValue<number>(db)`
    select greatest(0, coalesce(ceil(extract(epoch from max(blocked_until) - now())), 0))::int as wait
    from auth_attempts
    where key = any(${keysOf(limits)})`) ?? 0;

/**
 * Counts an attempt for both keys, for each only if the other is not blocked: whoever is blocked alone uses up nothing
 * that others share, and who waits because of strangers nothing of their own. False if one is blocked. After `free`
 * attempts a key is blocked for 30 seconds, doubling each time up to its longest block. Resets after a day without.
 */
export const countAttempt = async (db: Db, [first, second]: [Limit, Limit?]) =>
  (await findValue<number>(db)`
    with first as (${countOne(first, second ? unlessBlocked(second) : sql`(select)`)})
    ${second ? sql`, second as (${countOne(second, sql`first`)})` : sql``}
    select count(*)::int from ${second ? sql`second` : sql`first`}`) === 1;

const unlessBlocked = ({ key }: Limit) =>
  sql`(select where not exists (select from auth_attempts where key = ${key} and blocked_until > now()))`;

/** The statement that counts an attempt for a key, for each row of `source`. */
const countOne = ({ key, free, longestSeconds }: Limit, source: RawBuilder<unknown>) => sql`
  insert into auth_attempts as a (key, failures, last_failure_at)
  select ${key}, 1, now() from ${source} as source
  on conflict (key) do update
  set failures = case when a.last_failure_at < now() - interval '1 day' then 1 else a.failures + 1 end,
    last_failure_at = now(),
    blocked_until = case when a.last_failure_at >= now() - interval '1 day' and a.failures + 1 >= ${free}::int
      then now() + make_interval(secs =>
        least(${longestSeconds}::int, 30 * power(2, least(a.failures + 1 - ${free}::int, 10)))) end
  where a.blocked_until is null or a.blocked_until <= now()
  returning 1`;

const keysOf = (limits: Limit[]) => limits.map(({ key }) => key);

export const deleteAttempts = (db: Db | Tx, limits: Limit[]) =>
  sql`delete from auth_attempts where key = any(${keysOf(limits)})`.execute(db);

/** An account by its id, its email, or what is typed to sign in: email or username. */
export type Account = { id: number } | { email: string } | { name: string };

const isAccount = (account: Account) => {
  if ("id" in account) return sql`u.id = ${account.id}`;
  if ("email" in account) return sql`lower(u.email) = lower(${account.email}) and u.account_status <> 'provisional'`;
  return sql`(lower(u.email) = lower(${account.name}) or lower(u.username) = lower(${account.name}))
    and u.account_status <> 'provisional'`;
};

/** Whether an account, and with `isConfirmed` one whose email is, was signed in to from this device within a month. */
export async function isKnownDevice(
  db: Db | Tx,
  account: Account,
  device: Buffer,
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
) {
  return hasRows(db)`
    select 1
    from users u
    join sessions s on s.user_id = u.id
    where ${isAccount(account)} and u.deleted_at is null and s.device_hash = ${device}
      and (not ${isConfirmed}::boolean or u.email_verified_at is not null)
    limit 1`;
}

/**
 * Whether an administrator or staff has this address, more than `most` wrong codes for it were counted (`key`) within a
 * day, and the account was not signed in to from this device.
 */
export const isStaffGuessed = async (
  db: Db,
  { email, device, key, most }: { email: string; device: Buffer; key: string; most: number },
) =>
  (await hasRows(db)`
    select 1
    from users u
    join auth_attempts a on a.key = ${key}
    where ${isAccount({ email })} and u.deleted_at is null and u.role <> 'customer'
      and a.failures > ${most} and a.last_failure_at >= now() - interval '1 day'`) &&
  !(await isKnownDevice(db, { email }, device));

/** Whether this many failures were counted, the last of them within a day. */
export const hasFailures = (db: Db, key: string, most: number) =>
  hasRows(db)`
    select from auth_attempts
    where key = ${key} and failures >= ${most} and last_failure_at >= now() - interval '1 day'`;

/** Counts a failure without blocking. */
export const countFailure = (db: Db, key: string) =>
  sql`
    insert into auth_attempts as a (key, failures, last_failure_at) values (${key}, 1, now())
    on conflict (key) do update
    set failures = case when a.last_failure_at < now() - interval '1 day' then 1 else a.failures + 1 end,
      last_failure_at = now()`.execute(db);

/** Takes back one that was counted before it was known to succeed. */
export const forgetFailure = (db: Db, key: string) =>
  sql`update auth_attempts set failures = greatest(0, failures - 1) where key = ${key}`.execute(db);

export const deleteOldAttempts = (db: Db) =>
  sql`delete from auth_attempts where last_failure_at < now() - interval '2 days'`.execute(db);
