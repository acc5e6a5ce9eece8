import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { loggedError } from "#server/platform/http/logged-error.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type RunningShop, runShop } from "./running.ts";
import { stopOnSignals } from "./stopping.ts";
import type { WorkerMessage } from "./workers.ts";

// A process of the shop. The one that started it owns the database, stops it, and starts another when it ends.
const send = (message: WorkerMessage) => process.send?.(message);
// Ctrl-C reaches every process of the terminal; only the supervisor reacts.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
try {
  const shop: RunningShop = await runShop(readConfig(), JSON.parse(process.env.KIOSK_CONNECTION ?? "{}") as Connection);
  // The next one is started as soon as this one has ended.
  stopOnSignals(shop.stop, { interrupts: false, errorMs: 500 });
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  send({ port: shop.port });
} catch (error) {
  if (!(error instanceof StartError)) console.error(loggedError(error));
  send({
    problem: error instanceof StartError ? error.message : "A shop process could not start. See the lines above.",
  });
  process.exitCode = 1;
  process.disconnect?.();
}
