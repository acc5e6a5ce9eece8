import { loggedError } from "#server/platform/http/logged-error.ts";

/** A terminal sends Ctrl-C to every process and npm forwards it again: signals within this time count as one. */
const repeatMs = 1000;
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
type Signal = keyof typeof exitCodes;

/**
 * Runs `stop` and exits on SIGINT, SIGTERM, SIGHUP or an uncaught error; a second signal exits at once. After an uncaught
 * error `stop` gets `errorMs` at most. Returns what exits with a code in the same way.
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  { interrupts = true, errorMs = Number.POSITIVE_INFINITY } = {},
): (code: number) => void {
  const exit = (code: number) => process.exit(code);
  let stopping = false;
  let firstSignalAt = 0;
  const onSignal = (signal: Signal) => {
    firstSignalAt ||= Date.now();
    if (!stopping) void end(0);
    else if (Date.now() - firstSignalAt > repeatMs) exit(exitCodes[signal]);
  };
  const end = async (code: number) => {
    if (stopping) return;
    stopping = true;
    try {
      await stop();
      exit(code);
    } catch (error) {
      console.error("The shop did not stop cleanly.", loggedError(error));
      exit(1);
    }
  };
  const signals: Signal[] = interrupts ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGTERM"];
  for (const signal of signals) process.on(signal, onSignal);
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      console.error("Something unexpected happened; this process stops.", loggedError(error));
      if (Number.isFinite(errorMs)) setTimeout(exit, errorMs, 1);
      void end(1);
    });
  // Nobody may read the log any more. The error of writing to it would be written to it, and so on for ever; and as such
  // errors come before promises, `stop` would never go on.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
  return (code) => void end(code);
}
