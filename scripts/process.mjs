import { once } from "node:events";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error the operator can solve: its message says how, and no stack is printed. */
export class Problem extends Error {}

/** Runs a script's work; a Problem is printed and ends the process with code 1. */
export async function exitOnProblem(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

/** Waits for a child process and returns its exit code and output; prints `progress` every ten seconds. */
export async function finishChild(child, progress) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const timer = setInterval(() => console.log(`  ${progress}, ${seconds()} s`), 10_000);
  const release = forwardSignals(child);
  try {
    const [code] = await once(child, "close");
    return { code, output };
  } catch (error) {
    return { code: 1, output: `${output}\n${error.message}` };
  } finally {
    clearInterval(timer);
    release();
  }
}

function forwardSignals(child) {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
  const handlers = Object.entries(numbers).map(([signal, number]) => {
    const stop = () => {
      child.kill(signal);
      process.exit(128 + number);
    };
    process.on(signal, stop);
    return () => process.off(signal, stop);
  });
  return () => handlers.forEach((off) => off());
}
