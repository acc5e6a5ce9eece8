import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { FetchError, type FetchLimits, fetchBytes } from "./fetch-bytes.ts";
import { claimPending, markFailed, markFetched, type PendingPicture } from "./fetch-pictures.sql.ts";
import { storePicture } from "./store-picture.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.fetch": object;
  }
}

const concurrency = 3;
const maxAttempts = 4;

/** Enqueues the fetch of pictures added with a `source_url`. */
export const enqueueFetch = ({ jobs }: Pick<App, "jobs">, tx: Tx) =>
  jobs.add(tx, "images.fetch", {}, { key: "images.fetch" });

/** Registers the job that fetches pictures, with a few retries each. */
export function registerFetchJob(app: App, limits: FetchLimits = {}) {
  const one = async () => {
    for (let next = await claimPending(app.db); next; next = await claimPending(app.db))
      await fetchPicture(app, next, limits);
  };
  const all = async () => void (await Promise.all(Array.from({ length: concurrency }, one)));
  app.jobs.define("images.fetch", all);
  app.jobs.schedule("images.fetch-again", "* * * * *", all);
}

async function fetchPicture(app: App, picture: PendingPicture, limits: FetchLimits) {
  try {
    const { sha256 } = await storePicture(app, await fetchBytes(picture.source_url, limits));
    await inTransaction(app.db, async (tx) => {
      const productId = await markFetched(tx, picture.id, sha256);
      if (productId) await app.events.emit(tx, "product_images.changed", { productIds: [productId] });
    });
  } catch (error) {
    const lasting = error instanceof Problem || (error instanceof FetchError && error.lasting);
    const message = error instanceof Error ? error.message : String(error);
    await markFailed(app.db, picture.id, { message, final: lasting || picture.attempts >= maxAttempts });
  }
}
