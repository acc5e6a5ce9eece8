import { randomUUID } from "node:crypto";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#server/platform/config.ts";
import { imageKey } from "./image-url.ts";

type Place = Pick<Config, "dataDir">;

type Kind = "images" | "renditions";
const folderOf = ({ dataDir }: Place, kind: Kind, sha256: string) =>
  join(dataDir, kind, sha256.slice(0, 2), imageKey(sha256));

/** Path of an image's original file. */
export const originalFile = (place: Place, sha256: string) => join(folderOf(place, "images", sha256), "original.webp");
/** Path of a rendition; deleted ones are made again on request. */
export const renditionFile = (place: Place, sha256: string, width: number, format: string) =>
  join(folderOf(place, "renditions", sha256), `${width}.${format}`);

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
export async function removeFiles(place: Place, sha256: string) {
  for (const kind of ["images", "renditions"] as const)
    await rm(folderOf(place, kind, sha256), { recursive: true, force: true });
}
