import { fetchBytes, maxImageBytes, thumbnailOf } from "#server/images/images.ts";
import { isArchiveSource, openArchiveImages } from "#server/imports/files/image-archive.ts";
import type { Db } from "#server/platform/database/database.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { findJob } from "./imports.sql.ts";

const milliseconds = 8000;
/** Images that are read at a time, which are held in memory, and those that wait. */
const maxConcurrent = 4;
const maxWaiting = 100;

const waiting: (() => void)[] = [];
let reading = 0;
const inProgress = new Map<string, Promise<Buffer>>();

/**
 * The first image of a product in a preview, small: fetched by the server, as browsers of the dashboard load nothing from
 * other hosts. Made once for requests that come meanwhile. Throws `not_found` for one that can't be had, and `busy`.
 */
export async function getPreviewImage(db: Db, table: string, { id, row }: { id: string; row: number }) {
  const { summary } = assertFound(await findJob(db, id));
  const source = assertFound(summary.products?.find((product) => product.row === row)?.image ?? undefined);
  return readOnce(`${table} ${source}`, () => makeThumbnail(table, source));
}

/** The result of `work`, which runs once for all who ask for the key meanwhile, and beside few others. Throws `busy`. */
export async function readOnce(key: string, work: () => Promise<Buffer>): Promise<Buffer> {
  const running = inProgress.get(key);
  if (running) return running;
  const made = runLimited(work).finally(() => inProgress.delete(key));
  inProgress.set(key, made);
  return made;
}

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (reading >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw new Problem("busy", { retryAfter: 10 });
    // The one that ends hands over its place.
    await new Promise<void>((start) => waiting.push(start));
  } else reading++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

async function makeThumbnail(table: string, source: string): Promise<Buffer> {
  try {
    return await thumbnailOf(assertFound(await readSource(table, source)));
  } catch (error) {
    const problem = toProblem(error);
    throw problem?.code === "busy" ? problem : new Problem("not_found");
  }
}

async function readSource(table: string, source: string): Promise<Buffer | undefined> {
  if (!isArchiveSource(source)) return fetchBytes(source, { milliseconds });
  return (await openArchiveImages(table))?.read(source, maxImageBytes);
}
