import { createHash } from "node:crypto";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { decodePicture } from "./decode.ts";
import { isThere, originalFile, removeFiles, writeWhole } from "./files.ts";
import { forgetImageFile, type ImageFile, imageFile, insertImageFile, lockContent } from "./image-files.sql.ts";
import { takeTurn } from "./turns.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.drop": { sha256: string };
  }
}

export type StoredPicture = Pick<ImageFile, "sha256" | "width" | "height" | "dominant">;
type Store = Pick<App, "db" | "config" | "jobs">;

/**
 * Keeps a picture's content once, decoded and made safe; refuses (`upload_unreadable`) what is no picture. Its
 * renditions are made ahead in the background, or only when first asked for with `ahead` false.
 */
export async function storePicture(store: Store, bytes: Buffer, { ahead = true } = {}): Promise<StoredPicture> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const known = await imageFile(store.db, sha256);
  if (known && (await isThere(originalFile(store.config, sha256)))) return known;
  const { original, ...decoded } = await takeTurn(() => decodePicture(bytes));
  const file = { sha256, ...decoded, bytes: original.length };
  await inTransaction(store.db, async (tx) => {
    await lockContent(tx, sha256);
    await writeWhole(originalFile(store.config, sha256), original);
    await insertImageFile(tx, file);
    if (ahead) await store.jobs.add(tx, "images.render", { sha256 }, { key: `images.render:${sha256}` });
  });
  return file;
}

/** Has a picture's files removed after this transaction, unless another picture still shows them. */
export const dropLater = ({ jobs }: Pick<App, "jobs">, tx: Tx, sha256: string) =>
  jobs.add(tx, "images.drop", { sha256 });

/** The job that removes files nothing shows any more. */
export function dropFiles({ db, config, jobs }: App) {
  jobs.define("images.drop", ({ sha256 }) =>
    inTransaction(db, async (tx) => {
      await lockContent(tx, sha256);
      if (await forgetImageFile(tx, sha256)) await removeFiles(config, sha256);
    }),
  );
}
