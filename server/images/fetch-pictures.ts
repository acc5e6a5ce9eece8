import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { type FetchLimits, FetchRefused, fetchBytes } from "./fetch-bytes.ts";
import { type PendingPicture, pictureCame, pictureFailed, takePending } from "./fetch-pictures.sql.ts";
import { storePicture } from "./store-picture.ts";

declare module "#server/platform/jobs.ts" {
  interface JobTable {
    "images.fetch": object;
  }
}

const atOnce = 3;
const maxAttempts = 4;

/** Has pictures added with a `source_url` in this transaction fetched after it. */
export const fetchPending = ({ jobs }: Pick<House, "jobs">, tx: Tx) =>
  jobs.add(tx, "images.fetch", {}, { key: "images.fetch" });

/** The job that fetches pictures by their address, each a few times when need be. */
export function fetchPictures(house: House, limits: FetchLimits = {}) {
  const one = async () => {
    for (let next = await takePending(house.db); next; next = await takePending(house.db))
      await fetchPicture(house, next, limits);
  };
  const all = async () => void (await Promise.all(Array.from({ length: atOnce }, one)));
  house.jobs.define("images.fetch", all);
  house.jobs.repeat("images.fetch-again", "* * * * *", all);
}

async function fetchPicture(house: House, picture: PendingPicture, limits: FetchLimits) {
  try {
    const { sha256 } = await storePicture(house, await fetchBytes(picture.source_url, limits));
    await inTransaction(house.db, async (tx) => {
      const productId = await pictureCame(tx, picture.id, sha256);
      if (productId) await house.happenings.announce(tx, "images.changed", { productIds: [productId] });
    });
  } catch (error) {
    const lasting = error instanceof Refusal || (error instanceof FetchRefused && error.lasting);
    const message = error instanceof Error ? error.message : String(error);
    await pictureFailed(house.db, picture.id, { message, final: lasting || picture.attempts >= maxAttempts });
  }
}
