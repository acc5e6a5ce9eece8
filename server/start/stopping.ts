/** Ctrl-C reaches every process of a terminal, and npm passes it on once more: that is still one request to stop. */
const echoMs = 1000;

/** Ctrl-C, a supervisor, and a terminal that was closed. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
type Signal = keyof typeof exitCodes;

/** Stops on SIGINT, SIGTERM or SIGHUP and when something nobody expected happens; asked a second time it does not wait. */
export function untilTold(stop: () => Promise<void>, { interrupts = true } = {}) {
  const exit = (code: number) => process.exit(code);
  let stopping = false;
  let firstAsked = 0;
  const asked = (signal: Signal) => {
    firstAsked ||= Date.now();
    if (!stopping) void end(0);
    else if (Date.now() - firstAsked > echoMs) exit(exitCodes[signal]);
  };
  const end = async (code: number) => {
    if (stopping) return;
    stopping = true;
    try {
      await stop();
      exit(code);
    } catch (error) {
      console.error("The shop did not stop cleanly.", error);
      exit(1);
    }
  };
  const heard: Signal[] = interrupts ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGTERM"];
  for (const signal of heard) process.on(signal, asked);
  for (const surprise of ["uncaughtException", "unhandledRejection"] as const)
    process.on(surprise, (error: unknown) => {
      console.error("Something unexpected happened; the shop stops.", error);
      void end(1);
    });
}
