import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { PictureRecipe } from "./recipes.ts";

const inHand = 3;
/** What a painter is asked for: a picture of a product by its recipe, or the one of a category by its path. */
export type Wish = PictureRecipe | string;
const painter = fileURLToPath(new URL("./painter.ts", import.meta.url));

export interface Staff {
  /** How many processes paint. */
  painters?: number;
  /** Whether they leave the processor to whoever else wants it. */
  inNoHurry?: boolean;
}

/**
 * Composes many pictures by some painters (two cores: two) and hands each over as it is done, in no fixed order.
 * Processes and not threads: what threads took, half a gigabyte, would stay with the shop when they end.
 */
export async function composeAll<W extends Wish>(
  wishes: readonly W[],
  handOver: HandOver<W>,
  { painters = 2, inNoHurry = false }: Staff = {},
): Promise<void> {
  if (wishes.length === 0) return;
  const waiting = wishes.entries();
  const workers = Array.from({ length: painters }, () =>
    fork(painter, [], { serialization: "advanced", execArgv: [] }),
  );
  if (inNoHurry) for (const { pid } of workers) if (pid) setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    await Promise.all(workers.map((worker) => paintUntilDone(worker, waiting, handOver)));
  } finally {
    await Promise.all(workers.map(sentHome));
  }
}

async function sentHome(worker: ChildProcess) {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

type Waiting<W> = IterableIterator<[number, W]>;
type HandOver<W> = (wish: W, jpeg: Buffer) => void | Promise<void>;

function paintUntilDone<W extends Wish>(
  worker: ChildProcess,
  waiting: Waiting<W>,
  handOver: HandOver<W>,
): Promise<void> {
  const open = new Map<number, W>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const next = () => {
    const { done, value } = waiting.next();
    if (!done) {
      open.set(value[0], value[1]);
      worker.send({ id: value[0], wish: value[1] });
    } else if (open.size === 0) resolve();
  };
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("A painter left before the pictures were done.")));
  worker.on("message", ({ id, jpeg }: { id: number; jpeg: Uint8Array }) => {
    const wish = open.get(id)!; // only ids we sent come back
    Promise.resolve(handOver(wish, Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)))
      .then(() => {
        open.delete(id);
        next();
      })
      .catch(reject);
  });
  for (let i = 0; i < inHand; i++) next();
  return promise;
}
