import { randomUUID } from "node:crypto";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#server/platform/config.ts";
import { imageKey } from "./image-url.ts";

type Place = Pick<Config, "dataDir">;

const folderOf = ({ dataDir }: Place, sha256: string) => join(dataDir, "images", sha256.slice(0, 2), imageKey(sha256));

/** Path of an image's original file. */
export const originalFile = (place: Place, sha256: string) => join(folderOf(place, sha256), "original.webp");
/** Path of a rendition. */
export const renditionFile = (place: Place, sha256: string, width: number, format: string) =>
  join(folderOf(place, sha256), `${width}.${format}`);

/** Writes a file atomically: readers never see a partial file. */
export async function writeAtomically(file: string, bytes: Buffer) {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

export const fileExists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Deletes an image's file and its renditions. */
export const removeFiles = (place: Place, sha256: string) =>
  rm(folderOf(place, sha256), { recursive: true, force: true });
