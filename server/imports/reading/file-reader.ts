import { Worker } from "node:worker_threads";
import type { FromReader, ReadingOrder, ToReader } from "./messages.ts";
import { toError } from "./messages.ts";
import type { ShopLookups } from "./product-readings.ts";
import type { Reading, ReadingKind, ReadingTable } from "./readings.ts";

/**
 * A file stopped the thread that read it: it took all the memory a thread may have, or gave no sign of life. Anything
 * else of the shop goes on.
 */
export class ReaderStoppedError extends Error {
  override name = "ReaderStopped";
}

/** The most a file may take: memory of its thread, seconds without a sign of life, and for one part. */
export const readerLimits = { megabytes: 512, silentSeconds: 20, partSeconds: 300 };
/** Threads at once; further files wait. */
const maxReaders = 3;

const noLookups: ShopLookups = { recallMapping: async () => undefined, slugsBySku: async () => [] };

/**
 * Reads a file in a thread of its own, so that no file holds up or ends the process. The thread ends with the parts,
 * or when their reading is given up. Throws `UnusableFileError`, or `ReaderStoppedError`.
 */
export async function startReading<K extends ReadingKind>(
  kind: K,
  input: ReadingTable[K]["input"],
  lookups: ShopLookups = noLookups,
): Promise<Reading<K>> {
  const release = await takePlace();
  const reader = openReader({ kind, input }, lookups);
  const close = async () => {
    await reader.close();
    release();
  };
  try {
    const opened = (await reader.next()) as ReadingTable[K]["opened"];
    if (kind === "products") return { opened, parts: partsOf<K>(reader, close) };
    const parts = partsOf<K>(reader, close);
    // A reading without parts ends here.
    await parts.next();
    return { opened, parts };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* partsOf<K extends ReadingKind>(reader: Reader, close: () => Promise<void>) {
  try {
    for (;;) {
      reader.ask();
      const part = await reader.next();
      if (part === undefined) return;
      yield part as ReadingTable[K]["part"];
    }
  } finally {
    await close();
  }
}

interface Reader {
  /** Asks for the next part. */
  ask(): void;
  /** What was asked for; undefined at the end. */
  next(): Promise<unknown>;
  close(): Promise<void>;
}

function openReader(order: ReadingOrder, lookups: ShopLookups): Reader {
  const worker = takeThread();
  const send = (message: ToReader) => worker.postMessage(message);
  let isDone = false;
  let outcome = Promise.withResolvers<unknown>();
  // Answered before anybody waits for it, as when a thread can't start.
  outcome.promise.catch(() => undefined);
  const watch = watchSilence((message) => {
    outcome.reject(new ReaderStoppedError(message));
    void worker.terminate();
  });
  worker.on("message", (message: FromReader) => {
    watch.heard();
    if (message.type === "ask")
      lookups[message.lookup](message.about).then(
        (value) => send({ type: "answer", value }),
        (error) => outcome.reject(error as Error),
      );
    else if (message.type === "failed" || message.type === "end") {
      isDone = true;
      if (message.type === "end") outcome.resolve(undefined);
      else outcome.reject(toError(message.failure));
    } else if (message.type !== "alive") outcome.resolve(message.value);
  });
  worker.on("error", (error) => outcome.reject(isOutOfMemory(error) ? new ReaderStoppedError(error.message) : error));
  worker.on("exit", () => outcome.reject(new ReaderStoppedError("The thread ended.")));
  send({ type: "read", order });
  return {
    ask: () => {
      outcome = Promise.withResolvers();
      outcome.promise.catch(() => undefined);
      send({ type: "next" });
    },
    next: () => watch.during(outcome.promise),
    close: async () => {
      watch.stop();
      removeListeners(worker);
      if (isDone) keepThread(worker);
      else await endThread(worker);
    },
  };
}

/** Starting a thread takes longer than reading a small file, so one that has ended its file waits for the next. */
let idle: { worker: Worker; megabytes: number; timer: NodeJS.Timeout } | undefined;
const idleMs = 30_000;

function takeThread(): Worker {
  const { megabytes } = readerLimits;
  if (idle?.megabytes === megabytes) {
    const { worker, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    removeListeners(worker);
    worker.ref();
    return worker;
  }
  return new Worker(new URL("./reader.worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
}

/** Removes the listeners of a reading; those of the thread itself stay. */
const removeListeners = (worker: Worker) => {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
};

function keepThread(worker: Worker) {
  if (idle) return void endThread(worker);
  const drop = () => {
    if (idle?.worker === worker) idle = undefined;
    void endThread(worker);
  };
  worker.unref();
  worker.on("error", drop);
  idle = { worker, megabytes: readerLimits.megabytes, timer: setTimeout(drop, idleMs).unref() };
}

function endThread(worker: Worker) {
  // An error while it ends concerns nobody.
  worker.on("error", () => undefined);
  return worker.terminate();
}

const isOutOfMemory = (error: unknown) => (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";

/** Calls `stop` when nothing is heard for too long, or a part takes too long, while one is waited for. */
function watchSilence(stop: (message: string) => void) {
  let isWaiting = false;
  let silent = 0;
  let waited = 0;
  // Counted in seconds of this process, so that one that was suspended does not end its threads.
  const timer = setInterval(() => {
    if (!isWaiting) return;
    silent++;
    waited++;
    if (silent > readerLimits.silentSeconds) stop("The thread gave no sign of life.");
    else if (waited > readerLimits.partSeconds) stop("The thread took too long.");
  }, 1000);
  return {
    heard: () => {
      silent = 0;
    },
    during: async <T>(work: Promise<T>): Promise<T> => {
      [isWaiting, silent, waited] = [true, 0, 0];
      return work.finally(() => {
        isWaiting = false;
      });
    },
    stop: () => clearInterval(timer),
  };
}

const waiting: (() => void)[] = [];
let running = 0;

/** Waits until one more thread may run; returns the function that gives its place to the next. */
async function takePlace(): Promise<() => void> {
  if (running < maxReaders) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
}
