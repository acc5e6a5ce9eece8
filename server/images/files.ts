import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#server/platform/config.ts";
import { imageKey } from "./image-url.ts";

type Place = Pick<Config, "dataDir">;

type Kind = "images" | "renditions";
const folderOf = ({ dataDir }: Place, kind: Kind, sha256: string) =>
  join(dataDir, kind, sha256.slice(0, 2), imageKey(sha256));

/** Makes the folders of all images, which other users of the machine can't open: some images aren't published. */
export function makeImageFolders({ dataDir }: Place): void {
  for (const kind of ["images", "renditions"] satisfies Kind[]) {
    const folder = join(dataDir, kind);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  }
}

/** Path of an image's original file. */
export const originalFile = (place: Place, sha256: string) => join(folderOf(place, "images", sha256), "original.webp");
/** Path of a rendition; deleted ones are made again on request. */
export const renditionFile = (place: Place, sha256: string, width: number, format: string) =>
  join(folderOf(place, "renditions", sha256), `${width}.${format}`);

/**
 * Writes a file atomically: readers never see a partial file. With `durable` it is on the disk afterwards, so that a power
 * failure can't leave an empty one.
 */
export async function writeAtomically(file: string, bytes: Buffer, { durable = false } = {}) {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, bytes, { flush: durable });
    await rename(draft, file);
    if (durable) await flushFolder(folder);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes the entries of a folder to the disk; Windows can't. */
async function flushFolder(folder: string) {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** The bytes that a file has, 0 if there is none. */
export const fileSize = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Deletes an image's file and its renditions. */
export async function removeFiles(place: Place, sha256: string) {
  for (const kind of ["images", "renditions"] as const)
    await rm(folderOf(place, kind, sha256), { recursive: true, force: true });
}
