/** Ctrl-C reaches every process of a terminal, and npm passes it on once more: that is still one request to stop. */
const echoMs = 1000;

/** Stops on SIGINT or SIGTERM and when something nobody expected happens; asked a second time it does not wait. */
export function untilTold(stop: () => Promise<void>, { interrupts = true } = {}) {
  const exit = (code: number) => process.exit(code);
  let stopping = false;
  let firstAsked = 0;
  const asked = (signal: "SIGINT" | "SIGTERM") => {
    firstAsked ||= Date.now();
    if (!stopping) void end(0);
    else if (Date.now() - firstAsked > echoMs) exit(signal === "SIGINT" ? 130 : 143);
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
  for (const signal of interrupts ? (["SIGINT", "SIGTERM"] as const) : (["SIGTERM"] as const))
    process.on(signal, asked);
  for (const surprise of ["uncaughtException", "unhandledRejection"] as const)
    process.on(surprise, (error: unknown) => {
      console.error("Something unexpected happened; the shop stops.", error);
      void end(1);
    });
}
