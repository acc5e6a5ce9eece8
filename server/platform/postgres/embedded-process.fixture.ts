// A process with the embedded database only: prints the connection or the problem as one line of JSON.
import { StartError } from "#server/platform/start-error.ts";
import { startEmbedded } from "./embedded.ts";

const lines: string[] = [];
try {
  const embedded = await startEmbedded({ dataDir: process.argv[2] ?? "data", print: (line) => lines.push(line) });
  process.once("SIGTERM", async () => {
    await embedded.stop();
    process.exit(0);
  });
  setInterval(() => {}, 60_000);
  console.log(JSON.stringify({ connection: embedded.connection, lines }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.log(JSON.stringify({ problem: error.message, lines }));
  process.exitCode = 1;
}
