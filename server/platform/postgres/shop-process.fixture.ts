// A shop process of which only the database runs: prints the connection, then one line per signal it obeys.
import { StartProblem } from "#server/platform/start-error.ts";
import { startEmbedded } from "./embedded.ts";

const lines: string[] = [];
try {
  const embedded = await startEmbedded({
    dataDir: process.argv[2] ?? "data",
    durable: process.argv[3] !== "quick",
    say: (line) => lines.push(line),
  });
  process.once("SIGTERM", async () => {
    await embedded.stop();
    process.exit(0);
  });
  setInterval(() => {}, 60_000);
  console.log(JSON.stringify({ connection: embedded.connection, said: lines }));
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.log(JSON.stringify({ problem: error.message, said: lines }));
  process.exitCode = 1;
}
