import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Connection } from "#server/platform/database/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { nodeOptions } from "./workers.ts";

/** Sent once by the process that prepares a database: whether it is a demo shop's, or why it can't be used. */
export type PreparationMessage = { demo: boolean } | { problem: string };

/**
 * Migrates and seeds a database in a process of its own, as the one that supervises the shop has no other use for what
 * that needs. Throws StartError.
 */
export function startPreparation(connection: Connection): { done: Promise<{ demo: boolean }>; stop(): Promise<void> } {
  const env = { ...process.env, KIOSK_CONNECTION: JSON.stringify(connection) };
  const program = fileURLToPath(new URL("./preparation.process.ts", import.meta.url));
  const preparing = fork(program, { env, execArgv: nodeOptions() });
  const ended = once(preparing, "exit");
  const run = async () => {
    const message: Promise<[PreparationMessage]> = once(preparing, "message") as never;
    const [answer] = await Promise.race([message, ended.then((): [PreparationMessage] => [endedEarly])]);
    await ended;
    if ("problem" in answer) throw new StartError(answer.problem);
    return answer;
  };
  const stop = async () => {
    if (preparing.exitCode === null && preparing.signalCode === null) preparing.kill("SIGTERM");
    await ended;
  };
  return { done: run(), stop };
}

const endedEarly = { problem: "The database could not be prepared. See the lines above." };
