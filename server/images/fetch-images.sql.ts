import { sql } from "kysely";
import { type Db, findRow, findValue, listRows, type Tx } from "#server/platform/database/database.ts";
import { lockContent } from "./image-files.sql.ts";

export interface PendingImage {
  id: number;
  source_url: string;
  source_host: string;
  attempts: number;
  /** How often its host failed in a row. */
  host_failures: number;
}

/**
 * Claims an image that is due and whose host is neither among `busyHosts` nor waited for. It becomes due again if this
 * process does not report back.
 */
export const claimPending = (db: Db, busyHosts: readonly string[]) =>
  findRow<PendingImage>(db)`
    with next as (
      select i.id, coalesce(h.failures, 0) as host_failures
      from images i
      left join image_hosts h on h.host = i.source_host
      where i.status = 'pending' and i.next_try_at <= now()
        -- Not "<> all", of which the planner expects next to nothing, so that it sorts all pending images for one.
        and array_position(${busyHosts}::text[], i.source_host) is null
        and (h.host is null or h.not_before <= now())
      order by i.next_try_at, i.id
      for update of i skip locked
      limit 1
    )
    update images i
    set attempts = attempts + 1, next_try_at = now() + interval '2 minutes' * power(5, attempts)
    from next
    where i.id = next.id
    returning i.id, i.source_url, i.source_host, i.attempts, next.host_failures`;

/** Makes a claimed image due again, as if it had not been tried. */
export const releasePending = (db: Db, id: number) =>
  sql`
    update images set attempts = greatest(0, attempts - 1), next_try_at = now()
    where id = ${id} and status = 'pending'`.execute(db);

/**
 * Marks an image as fetched and returns its product. Where the product shows this content already, as when only the
 * address has changed, that image gets the address, keeps its latest others, and the other one is deleted.
 */
export async function markFetched(tx: Tx, id: number, sha256: string): Promise<number | null | undefined> {
  const same = await findSameImage(tx, id, sha256);
  if (same === undefined)
    return findValue<number | null>(tx)`
      update images set sha256 = ${sha256}, status = 'ready', failure = null
      where id = ${id} and status <> 'ready'
      returning product_id`;
  // A product has each source once, also for a moment.
  const source = await findValue<string>(tx)`delete from images where id = ${id} returning source_url`;
  return findValue<number>(tx)`
    update images
    set source_url = ${source},
      other_sources = (array_remove(source_url || other_sources, ${source}::text))[:${maxOtherSources}::int]
    where id = ${same}
    returning product_id`;
}
const maxOtherSources = 5;

/** The image of the same product and option value with this content; others with it wait for the end of `tx`. */
async function findSameImage(tx: Tx, id: number, sha256: string): Promise<number | undefined> {
  await lockContent(tx, sha256);
  return findValue<number>(tx)`
    select o.id
    from images i
    join images o on o.product_id = i.product_id and o.id <> i.id and o.status = 'ready' and o.sha256 = ${sha256}
      and o.option_value_id is not distinct from i.option_value_id
    where i.id = ${id} and i.status <> 'ready'
    order by o.position, o.id
    limit 1
    for update of o`;
}

export const markFailed = (db: Db, id: number, { message, final }: { message: string; final: boolean }) =>
  sql`
    update images set failure = ${message.slice(0, 300)}, status = ${final ? "failed" : "pending"}
    where id = ${id} and status = 'pending'`.execute(db);

/**
 * Makes the next request to a host wait: half a minute, twice as long after each failure in a row, at most an hour, and
 * at least `seconds`. Requests that fail while it waits count no further. Returns the failures.
 */
export const backOffHost = async (db: Db, host: string, seconds: number) =>
  (await findValue<number>(db)`
    insert into image_hosts as h (host, failures, not_before)
    values (${host}, 1, now() + make_interval(secs => greatest(30, least(3600, ${seconds}::int))))
    on conflict (host) do update
    set failures = h.failures + 1,
      not_before = now() + make_interval(secs => least(3600, greatest(30 * power(2, h.failures), ${seconds}::int)))
    where h.not_before <= now()
    returning failures`) ?? 0;

export const forgetHost = (db: Db | Tx, host: string) => sql`delete from image_hosts where host = ${host}`.execute(db);

/** Fails every pending image of a host. */
export const failHost = (db: Db | Tx, host: string, message: string) =>
  sql`
    update images set status = 'failed', failure = ${message}
    where source_host = ${host} and status = 'pending'`.execute(db);

/** Makes failed images of products due again, with their hosts; returns how many. */
export async function resetFailed(tx: Tx, productIds: readonly number[]): Promise<number> {
  const rows = await listRows<{ source_host: string }>(tx)`
    update images set status = 'pending', failure = null, attempts = 0, next_try_at = now()
    where product_id = any(${productIds}::bigint[]) and status = 'failed'
    returning source_host`;
  if (rows.length > 0)
    await sql`
      delete from image_hosts where host = any(${rows.map(({ source_host }) => source_host)}::text[])`.execute(tx);
  return rows.length;
}
