import { setTimeout as pause } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

/** A server that is started again when it ends without being told to, for instance by the kernel when memory runs out. */
export type Keeper = { stop(): Promise<void> };

/** Watches a running server; `start` makes a new one that is ready. */
export function keepRunning(
  first: ServerProcess,
  start: () => Promise<ServerProcess>,
  say: (line: string) => void,
): Keeper {
  let current = first;
  let stopping = false;
  const watch = async () => {
    while (!stopping) {
      await current.ended;
      if (stopping) return;
      say("The database ended unexpectedly. Starting it again.");
      current = (await startPatiently()) ?? current;
    }
  };
  const startPatiently = async () => {
    while (!stopping) {
      try {
        return await start();
      } catch (error) {
        say((error as Error).message);
        await pause(5_000, undefined, { ref: false });
      }
    }
    return undefined;
  };
  // A shop that leaves without a word still lets its database end; the next start waits for that.
  const onExit = () => current.hurry();
  process.once("exit", onExit);
  const watching = watch();
  return {
    stop: async () => {
      stopping = true;
      await current.stop();
      await Promise.race([watching, pause(10_000, undefined, { ref: false })]);
      await current.stop();
      process.off("exit", onExit);
    },
  };
}
