import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Problem } from "#server/platform/http/problem.ts";
import type { FromReader, ReadingOrder, ToReader } from "./messages.ts";
import { toError } from "./messages.ts";
import type { ShopLookups } from "./product-file-input.ts";
import type { Reading, ReadingKind, ReadingTable } from "./readings.ts";

/**
 * A file stopped the process that read it: it took all the memory it may have, or gave no sign of life. Anything else of
 * the shop goes on.
 */
export class ReaderStoppedError extends Error {
  override name = "ReaderStopped";
}

/** The most a file may take: memory of its process, seconds without a sign of life, and for one part. */
export const readerLimits = { megabytes: 512, silentSeconds: 20, partSeconds: 300 };
/** Processes at once; further files wait. */
const maxReaders = 3;
/** How long a request waits for its place, as imports may take an hour. Jobs wait as they do in their queue. */
export const requestWait = { ms: 10_000 };

const noLookups: ShopLookups = { recallMapping: async () => undefined, slugsBySku: async () => [] };

/**
 * Reads a file in a process of its own, so that no file holds up or ends the shop: a thread that runs out of memory can
 * end its whole process. It ends with the parts, or when their reading is given up. Throws `UnusableFileError`,
 * `ReaderStoppedError`, and `busy` for a request while many are read.
 */
export async function startReading<K extends ReadingKind>(
  kind: K,
  input: ReadingTable[K]["input"],
  lookups: ShopLookups = noLookups,
): Promise<Reading<K>> {
  const release = await takePlace(kind === "sample" ? requestWait.ms : undefined);
  let reader: Reader | undefined;
  const close = () => {
    reader?.close();
    release();
  };
  try {
    reader = openReader({ kind, input }, lookups);
    const opened = (await reader.next()) as ReadingTable[K]["opened"];
    if (kind === "products") return { opened, parts: partsOf<K>(reader, close) };
    const parts = partsOf<K>(reader, close);
    // A reading without parts ends here.
    await parts.next();
    return { opened, parts };
  } catch (error) {
    close();
    throw error;
  }
}

async function* partsOf<K extends ReadingKind>(reader: Reader, close: () => void) {
  try {
    for (;;) {
      reader.ask();
      const part = await reader.next();
      if (part === undefined) return;
      yield part as ReadingTable[K]["part"];
    }
  } finally {
    close();
  }
}

interface Reader {
  /** Asks for the next part. */
  ask(): void;
  /** What was asked for; undefined at the end. */
  next(): Promise<unknown>;
  close(): void;
}

function openReader(order: ReadingOrder, lookups: ShopLookups): Reader {
  const child = takeProcess();
  // A process that has ended is reported by its exit.
  const send = (message: ToReader) => child.send(message, () => undefined);
  let isDone = false;
  let outcome = Promise.withResolvers<unknown>();
  // Answered before anybody waits for it, as when a process can't start.
  outcome.promise.catch(() => undefined);
  const watch = watchSilence((message) => {
    outcome.reject(new ReaderStoppedError(message));
    child.kill("SIGKILL");
  });
  child.on("message", (message: FromReader) => {
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
  child.on("error", (error) => outcome.reject(error));
  child.on("exit", () => outcome.reject(new ReaderStoppedError("The process ended.")));
  send({ type: "read", order });
  return {
    ask: () => {
      outcome = Promise.withResolvers();
      outcome.promise.catch(() => undefined);
      send({ type: "next" });
    },
    next: () => watch.during(outcome.promise),
    close: () => {
      watch.stop();
      removeListeners(child);
      if (isDone) keepProcess(child);
      else endProcess(child);
    },
  };
}

/** Starting a process takes longer than reading a small file, so one that has ended its file waits for the next. */
let idle: { child: ChildProcess; megabytes: number; timer: NodeJS.Timeout } | undefined;
const idleMs = 30_000;
const program = fileURLToPath(new URL("./reader.process.ts", import.meta.url));

function takeProcess(): ChildProcess {
  const { megabytes } = readerLimits;
  if (idle?.megabytes === megabytes && idle.child.connected) {
    const { child, timer } = idle;
    clearTimeout(timer);
    idle = undefined;
    removeListeners(child);
    child.ref();
    child.channel?.ref();
    return child;
  }
  return fork(program, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: "advanced",
    // What is printed when memory runs out concerns nobody.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Removes the listeners of a reading. */
const removeListeners = (child: ChildProcess) => {
  for (const event of ["message", "error", "exit"]) child.removeAllListeners(event);
};

function keepProcess(child: ChildProcess) {
  if (idle) return endProcess(child);
  const drop = () => {
    if (idle?.child === child) idle = undefined;
    endProcess(child);
  };
  child.unref();
  child.channel?.unref();
  child.on("error", drop);
  child.on("exit", drop);
  idle = { child, megabytes: readerLimits.megabytes, timer: setTimeout(drop, idleMs).unref() };
}

function endProcess(child: ChildProcess) {
  // An error while it ends concerns nobody.
  child.on("error", () => undefined);
  child.kill("SIGKILL");
}

/** Calls `stop` when nothing is heard for too long, or a part takes too long, while one is waited for. */
function watchSilence(stop: (message: string) => void) {
  let isWaiting = false;
  let silent = 0;
  let waited = 0;
  // Counted in seconds of this process, so that one that was suspended does not end its readers.
  const timer = setInterval(() => {
    if (!isWaiting) return;
    silent++;
    waited++;
    if (silent > readerLimits.silentSeconds) stop("The process gave no sign of life.");
    else if (waited > readerLimits.partSeconds) stop("The process took too long.");
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

/** Whether a file would be read at once. */
export const isReaderFree = () => running < maxReaders;

/**
 * Waits until one more process may run, `maxWaitMs` at most; returns the function that gives its place to the next.
 * Throws `busy`.
 */
async function takePlace(maxWaitMs?: number): Promise<() => void> {
  if (running < maxReaders) running++;
  else if (!(await waitForPlace(maxWaitMs))) throw new Problem("busy", { retryAfter: 30 });
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
}

/** Whether a place became free in time. */
function waitForPlace(maxWaitMs?: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const take = () => resolve(true);
  waiting.push(take);
  if (maxWaitMs === undefined) return promise;
  const timer = setTimeout(() => {
    const at = waiting.indexOf(take);
    if (at < 0) return;
    waiting.splice(at, 1);
    resolve(false);
  }, maxWaitMs);
  return promise.finally(() => clearTimeout(timer));
}
