import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { FetchError, type FetchLimits, fetchBytes } from "./fetch-bytes.ts";
import * as rows from "./fetch-images.sql.ts";
import { storeImage } from "./store-image.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.fetch": object;
  }
}

const concurrency = 12;
const concurrencyPerHost = 4;
const maxAttempts = 4;
/** Then every image of the host fails: about a quarter of an hour after its first failure. */
const maxHostFailures = 6;
/** A job ends after this time and adds the next, so that other bulk jobs get their turn. */
const sliceMs = 10_000;

/** Enqueues the fetch of images added with a `source_url`. */
export const enqueueFetch = ({ jobs }: Pick<App, "jobs">, tx: Tx | Db) =>
  jobs.add(tx, "images.fetch", {}, { key: "images.fetch" });

/** Registers the job that fetches images, with a few retries each. */
export function registerFetchJob(app: App, limits: FetchLimits = {}) {
  app.jobs.define("images.fetch", (_what, signal) => fetchDueImages(app, limits, signal), {
    isBulk: true,
    queue: "images.fetch",
  });
  app.jobs.schedule("images.fetch-again", "* * * * *", () => enqueueFetch(app, app.db));
}

/** Fetches images that are due, a few of each host at a time, until none is or the time is over. */
async function fetchDueImages(app: App, limits: FetchLimits, signal: AbortSignal) {
  const end = Date.now() + sliceMs;
  const running = new Map<rows.PendingImage, Promise<void>>();
  // One that nothing waits for yet would end the process.
  const errors: unknown[] = [];
  const claim = withoutRepeatedMisses((busy) => rows.claimPending(app.db, busy), app.now);
  while (Date.now() < end && !signal.aborted && errors.length === 0) {
    const next = running.size < concurrency ? await claim(busyHosts(running.keys())) : undefined;
    if (next)
      running.set(
        next,
        fetchImage(app, next, limits, signal)
          .catch((error: unknown) => void errors.push(error))
          .finally(() => running.delete(next)),
      );
    else if (running.size > 0) await Promise.race(running.values());
    else if (errors.length === 0) return;
  }
  await Promise.all(running.values());
  if (errors.length > 0) throw errors[0];
  await enqueueFetch(app, app.db);
}

const missedForMs = 1000;

/**
 * Claims nothing for a second where there was nothing for the same busy hosts: with one host, as most files have, every
 * image that is fetched would have all pending ones read in vain.
 */
export function withoutRepeatedMisses<Image>(
  claim: (busyHosts: string[]) => Promise<Image | undefined>,
  now: () => Date,
): (busyHosts: string[]) => Promise<Image | undefined> {
  let missed: { hosts: string; until: number } | undefined;
  return async (busyHosts) => {
    // Without busy hosts there is nothing to read in vain, and an end of the work is asked for once more.
    if (busyHosts.length === 0) return claim(busyHosts);
    const hosts = busyHosts.toSorted().join(" ");
    if (missed?.hosts === hosts && now().getTime() < missed.until) return undefined;
    const image = await claim(busyHosts);
    if (image === undefined) missed = { hosts, until: now().getTime() + missedForMs };
    return image;
  };
}

/** Hosts that get no further request now. One that failed before is asked for one image first. */
function busyHosts(running: Iterable<rows.PendingImage>): string[] {
  const byHost = Map.groupBy(running, ({ source_host }) => source_host);
  return [...byHost].flatMap(([host, images]) =>
    images.length >= concurrencyPerHost || images.some(({ host_failures }) => host_failures > 0) ? [host] : [],
  );
}

async function fetchImage(app: App, image: rows.PendingImage, limits: FetchLimits, signal: AbortSignal) {
  try {
    const { sha256 } = await storeImage(app, await fetchBytes(image.source_url, { ...limits, signal }));
    await inTransaction(app.db, async (tx) => {
      const productId = await rows.markFetched(tx, image.id, sha256);
      if (productId) await app.events.emit(tx, "product_images.changed", { productIds: [productId] });
    });
    if (image.host_failures > 0) await rows.forgetHost(app.db, image.source_host);
  } catch (error) {
    if (signal.aborted) await rows.releasePending(app.db, image.id);
    else await recordFailure(app, image, error);
  }
}

async function recordFailure(app: App, image: rows.PendingImage, error: unknown) {
  const hostFailed = error instanceof FetchError && !error.lasting;
  const lasting = error instanceof Problem || (error instanceof FetchError && error.lasting);
  const message = error instanceof Error ? error.message : String(error);
  await rows.markFailed(app.db, image.id, { message, final: lasting || image.attempts >= maxAttempts });
  if (!hostFailed) return;
  const failures = await rows.backOffHost(app.db, image.source_host, error.retryAfterSeconds);
  if (failures < maxHostFailures) return;
  await inTransaction(app.db, async (tx) => {
    await rows.failHost(tx, image.source_host, `${image.source_host} did not answer. ${message}`.slice(0, 300));
    await rows.forgetHost(tx, image.source_host);
  });
}

/** Fetches the failed images of products again; returns how many. */
export async function retryFailedImages({ jobs }: Pick<App, "jobs">, tx: Tx, productIds: readonly number[]) {
  const count = await rows.resetFailed(tx, productIds);
  if (count > 0) await enqueueFetch({ jobs }, tx);
  return count;
}
