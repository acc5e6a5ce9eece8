import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { StartProblem } from "#server/platform/start-error.ts";
import { type Running, runShop } from "./running.ts";
import { untilTold } from "./stopping.ts";
import type { WorkerWord } from "./workers.ts";

// One of several shop processes. The one that started it owns the database, and tells it when to stop.
const say = (word: WorkerWord) => process.send?.(word);
// Ctrl-C and the end of a terminal reach every process in it; only the first one decides.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
try {
  const shop: Running = await runShop(readConfig(), JSON.parse(process.env.KIOSK_CONNECTION ?? "{}") as Connection);
  untilTold(shop.stop, { interrupts: false });
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  say({ port: shop.port });
} catch (error) {
  if (!(error instanceof StartProblem)) console.error(error);
  say({
    problem: error instanceof StartProblem ? error.message : "A shop process could not start. See the lines above.",
  });
  process.exitCode = 1;
  process.disconnect?.();
}
