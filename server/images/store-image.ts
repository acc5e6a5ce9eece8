import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import sharp from "sharp";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { runLimited } from "./concurrency.ts";
import { decodeImage } from "./decode.ts";
import { fileSize, originalFile, removeFiles, writeAtomically } from "./files.ts";
import {
  deleteImageFile,
  findImageFile,
  hasOtherContent,
  type ImageFile,
  insertImageFile,
  lockContent,
} from "./image-files.sql.ts";
import { imageKey } from "./image-url.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.drop": { sha256: string };
  }
}

export type StoredImage = Pick<ImageFile, "sha256" | "width" | "height" | "dominant">;
type Store = Pick<App, "db" | "config" | "jobs">;

/**
 * Stores an image once per content, decoded and sanitized. Throws `upload_unreadable`. Renditions are created in the
 * background, or on first request with `ahead: false`.
 */
export async function storeImage(store: Store, bytes: Buffer, { ahead = true } = {}): Promise<StoredImage> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return storeSource(store, { sha256, read: async () => bytes, ahead });
}

/** Stores the image in a file, which is read into memory when it is its turn. */
export async function storeImageFile(store: Store, path: string): Promise<StoredImage> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return storeSource(store, { sha256: hash.digest("hex"), read: () => readFile(path), ahead: true });
}

interface Source {
  sha256: string;
  read: () => Promise<Buffer>;
  ahead: boolean;
}

async function storeSource(store: Store, { sha256, read, ahead }: Source): Promise<StoredImage> {
  const known = await findImageFile(store.db, sha256);
  // Otherwise this upload repairs the file.
  if (known && (await fileSize(originalFile(store.config, sha256))) === known.bytes) return known;
  const { original, ...decoded } = await runLimited("upload", async () => decodeImage(await read()));
  const file = { sha256, ...decoded, bytes: original.length };
  await inTransaction(store.db, async (tx) => {
    await lockContent(tx, sha256);
    await assertOwnFolder(tx, sha256);
    await writeAtomically(originalFile(store.config, sha256), original, { durable: true });
    await insertImageFile(tx, file);
    if (ahead) await store.jobs.add(tx, "images.render", { sha256 }, { key: `images.render:${sha256}` });
  });
  return file;
}

/** Throws `upload_unreadable` for a file made to have the folder and URL of another one, which it would replace. */
async function assertOwnFolder(tx: Tx, sha256: string) {
  if (await hasOtherContent(tx, sha256, imageKey(sha256))) throw new Problem("upload_unreadable");
}

/** Stores an image made by the shop itself without sanitizing it: never for uploads. */
export async function storeTrustedImage({ db, config }: Pick<App, "db" | "config">, bytes: Buffer) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { width = 0, height = 0, format } = await sharp(bytes).metadata();
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).resize(1, 1, { fit: "fill" }).raw().toBuffer();
  const dominant = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  await writeAtomically(originalFile(config, sha256), bytes, { durable: true });
  const file = { sha256, mime: `image/${format}`, bytes: bytes.length, width, height, dominant };
  await inTransaction(db, (tx) => insertImageFile(tx, file));
  return file;
}

/** Deletes an image's files after this transaction, unless another image uses them. */
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
