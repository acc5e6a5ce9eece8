import { Problem } from "#server/platform/http/problem.ts";

/** Maximum of concurrent image tasks: more would take all cores from requests. */
const maxConcurrent = 2;
/** Images that requests wait for, of each kind: half a minute's work. */
const maxWaiting = 100;

/** An upload that is decoded, an image that a page asks for, or one that is made ahead. */
export type ImageTask = "upload" | "rendition" | "ahead";

const waiting: Record<ImageTask, (() => void)[]> = { upload: [], rendition: [], ahead: [] };
let busy = 0;
let isAheadBusy = false;
let last: ImageTask = "rendition";

/**
 * Runs an image task within the limit: uploads and asked images in turn, so that neither keeps the other waiting, and then
 * those made ahead, one at a time. Throws `busy` if too many wait.
 */
export async function runLimited<T>(kind: ImageTask, work: () => Promise<T>): Promise<T> {
  if (kind !== "ahead" && waiting[kind].length >= maxWaiting) throw new Problem("busy", { retryAfter: 10 });
  await new Promise<void>((start) => {
    waiting[kind].push(start);
    startNext();
  });
  try {
    return await work();
  } finally {
    busy--;
    if (kind === "ahead") isAheadBusy = false;
    startNext();
  }
}

function startNext() {
  while (busy < maxConcurrent) {
    const kind = nextKind();
    const start = kind && waiting[kind].shift();
    if (!kind || !start) return;
    if (kind === "ahead") isAheadBusy = true;
    else last = kind;
    busy++;
    start();
  }
}

function nextKind(): ImageTask | undefined {
  const order: ImageTask[] = last === "upload" ? ["rendition", "upload"] : ["upload", "rendition"];
  if (!isAheadBusy) order.push("ahead");
  return order.find((kind) => waiting[kind].length > 0);
}
