import { createHash } from "node:crypto";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { runLimited } from "./concurrency.ts";
import { decodePicture } from "./decode.ts";
import { fileExists, originalFile, removeFiles, writeAtomically } from "./files.ts";
import { deleteImageFile, findImageFile, type ImageFile, insertImageFile, lockContent } from "./image-files.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.drop": { sha256: string };
  }
}

export type StoredPicture = Pick<ImageFile, "sha256" | "width" | "height" | "dominant">;
type Store = Pick<App, "db" | "config" | "jobs">;

/**
 * Stores a picture once per content, decoded and sanitised. Throws `upload_unreadable`. Renditions are created in the
 * background, or on first request with `ahead: false`.
 */
export async function storePicture(store: Store, bytes: Buffer, { ahead = true } = {}): Promise<StoredPicture> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = await findImageFile(store.db, sha256);
  if (known && (await fileExists(originalFile(store.config, sha256)))) return known;
  const { original, ...decoded } = await runLimited(() => decodePicture(bytes));
  const file = { sha256, ...decoded, bytes: original.length };
  await inTransaction(store.db, async (tx) => {
    await lockContent(tx, sha256);
    await writeAtomically(originalFile(store.config, sha256), original);
    await insertImageFile(tx, file);
    if (ahead) await store.jobs.add(tx, "images.render", { sha256 }, { key: `images.render:${sha256}` });
  });
  return file;
}

/** Deletes a picture's files after this transaction, unless another picture uses them. */
export const enqueueRemoval = ({ jobs }: Pick<App, "jobs">, tx: Tx, sha256: string) =>
  jobs.add(tx, "images.drop", { sha256 });

/** Registers the job that deletes unused files. */
export function registerRemovalJob({ db, config, jobs }: App) {
  jobs.define("images.drop", ({ sha256 }) =>
    inTransaction(db, async (tx) => {
      await lockContent(tx, sha256);
      if (await deleteImageFile(tx, sha256)) await removeFiles(config, sha256);
    }),
  );
}
