import { readFile } from "node:fs/promises";
import { type emailFormat, imageFormats, imageWidths, pageWidths } from "#contract/formats/image-sizes.ts";
import type { App } from "#server/platform/app.ts";
import type { Config } from "#server/platform/config.ts";
import type { Db } from "#server/platform/database/database.ts";
import { runLimited } from "./concurrency.ts";
import { assertKind, openImage } from "./decode.ts";
import { fileSize, originalFile, renditionFile, writeAtomically } from "./files.ts";
import { findImageContent, findImageFile } from "./image-files.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    "images.render": { sha256: string };
  }
}

type Width = (typeof imageWidths)[number];
type Format = (typeof imageFormats)[number] | typeof emailFormat;
type Place = Pick<Config, "dataDir">;
export interface Wanted {
  /** The content hash or its prefix used in URLs. */
  sha256: string;
  width: Width;
  format: Format;
}

let isWarned = false;
const inProgress = new Map<string, Promise<Buffer | undefined>>();

/**
 * The bytes of a rendition, created on first request (once for concurrent requests). Undefined for unknown images.
 * `limit` is called before one is created for a request, and throws if that is refused, for that request only. Throws
 * `busy`.
 */
export async function getRendition(
  place: Place,
  wanted: Wanted,
  { behind = false, limit }: { behind?: boolean; limit?: () => Promise<void> } = {},
): Promise<Buffer | undefined> {
  const file = renditionFile(place, wanted.sha256, wanted.width, wanted.format);
  const stored = await readFile(file).catch(() => undefined);
  // A power failure may have left an empty one.
  if (stored?.length) return stored;
  // Requests don't wait for background work.
  const key = behind ? `${file} behind` : file;
  const running = inProgress.get(key);
  if (running) return running;
  if ((await fileSize(originalFile(place, wanted.sha256))) === 0) return undefined;
  await limit?.();
  // Another request may have begun it meanwhile.
  const begun = inProgress.get(key);
  if (begun) return begun;
  const made = createRendition(place, wanted, { file, behind }).finally(() => inProgress.delete(key));
  inProgress.set(key, made);
  return made;
}

async function createRendition(place: Place, wanted: Wanted, { file, behind }: { file: string; behind: boolean }) {
  const original = originalFile(place, wanted.sha256);
  const bytes = await runLimited(behind ? "ahead" : "rendition", () => encode(original, wanted));
  // Nothing is stored if the image was deleted meanwhile.
  if ((await fileSize(original)) > 0) await storeRendition(file, bytes);
  return bytes;
}

/** A rendition that can't be stored, as on a full disk, is served all the same and made again on the next request. */
async function storeRendition(file: string, bytes: Buffer) {
  await writeAtomically(file, bytes).catch((error: { code?: string }) => {
    if (!isWarned) console.warn(`Image sizes can't be stored (${error.code}), so each request makes them again.`);
    isWarned = true;
  });
}

// AVIF with effort 2 takes twice the time of effort 1, for 7% fewer bytes and 0.8 dB (at 42 to 45) of 166 demo images.
const encode = (original: string, { width, format }: Wanted) => {
  const sized = openImage(original).resize({ width, withoutEnlargement: true });
  if (format === "jpeg") return sized.flatten({ background: paper }).jpeg({ quality: 82 }).toBuffer();
  return (
    format === "avif" ? sized.avif({ quality: 52, effort: 1 }) : sized.webp({ quality: 78, effort: 4 })
  ).toBuffer();
};

/** Behind images without a background, in a format that needs one. */
const paper = "#ffffff";

/** A small square of an image that is not stored. Throws if the bytes are none that an upload may be, and `busy`. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  assertKind(bytes);
  return runLimited("rendition", () =>
    openImage(bytes).resize({ width: thumbnailEdge, height: thumbnailEdge, fit: "cover" }).webp().toBuffer(),
  );
}
const thumbnailEdge = 160;

/** The image that was made for documents last, which is the logo of nearly all. */
let lastPng: { key: string; bytes: Buffer } | undefined;

/** An image as PNG of at most this edge, for documents; undefined for an unknown one. Throws `busy`. */
export async function imagePng(db: Db, place: Place, id: number, edge: number): Promise<Buffer | undefined> {
  const sha256 = await findImageContent(db, id);
  if (!sha256) return undefined;
  const original = originalFile(place, sha256);
  if ((await fileSize(original)) === 0) return undefined;
  const key = `${original} ${edge}`;
  if (lastPng?.key === key) return lastPng.bytes;
  const bytes = await runLimited("rendition", () =>
    openImage(original).resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }).png().toBuffer(),
  );
  lastPng = { key, bytes };
  return bytes;
}

/**
 * Registers the job that creates an image's renditions ahead, small ones first, none wider than twice the image. The
 * widest, for the zoom view, is created on first request.
 */
export function registerRenderJob({ db, config, jobs, log }: App) {
  const render = async ({ sha256 }: { sha256: string }) => {
    const file = await findImageFile(db, sha256);
    if (!file) return;
    const enough = imageWidths.findIndex((width) => width >= file.width);
    const widths = pageWidths.slice(0, enough === -1 ? undefined : enough + 1);
    for (const width of widths)
      for (const format of imageFormats)
        if (!(await getRendition(config, { sha256, width, format }, { behind: true })))
          return log.error({ sha256 }, "the file of an image is missing or empty: upload the same image again");
  };
  // Behind all other bulk jobs: an import adds thousands of them.
  jobs.define("images.render", render, { isBulk: true, priority: 20 });
}
