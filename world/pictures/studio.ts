import { Worker } from "node:worker_threads";
import type { PictureRecipe } from "./recipes.ts";

const inHand = 3;

/**
 * Composes many pictures on `painters` threads (two cores: two) and hands each over as it is done, in no fixed order.
 * The studio's memory is given back when it ends.
 */
export async function composeAll(
  recipes: readonly PictureRecipe[],
  handOver: (recipe: PictureRecipe, jpeg: Buffer) => void | Promise<void>,
  painters = 2,
): Promise<void> {
  const waiting = recipes.entries();
  const workers = Array.from({ length: painters }, () => new Worker(new URL("./painter.ts", import.meta.url)));
  try {
    await Promise.all(workers.map((worker) => paintUntilDone(worker, waiting, handOver)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

type Waiting = IterableIterator<[number, PictureRecipe]>;
type HandOver = (recipe: PictureRecipe, jpeg: Buffer) => void | Promise<void>;

function paintUntilDone(worker: Worker, waiting: Waiting, handOver: HandOver): Promise<void> {
  const open = new Map<number, PictureRecipe>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const next = () => {
    const { done, value } = waiting.next();
    if (!done) {
      open.set(value[0], value[1]);
      worker.postMessage({ id: value[0], recipe: value[1] });
    } else if (open.size === 0) resolve();
  };
  worker.on("error", reject);
  worker.on("message", ({ id, jpeg }: { id: number; jpeg: Uint8Array }) => {
    const recipe = open.get(id)!; // only ids we sent come back
    Promise.resolve(handOver(recipe, Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)))
      .then(() => {
        open.delete(id);
        next();
      })
      .catch(reject);
  });
  for (let i = 0; i < inHand; i++) next();
  return promise;
}
