import { Problem } from "./process.mjs";

/** The external database, or the shop's own, started for this command. */
export async function connect(config) {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop: async () => {} };
  const { startEmbedded } = await import("../server/platform/postgres/embedded.ts");
  try {
    return await startEmbedded({ dataDir: config.dataDir, print: console.log });
  } catch (error) {
    const hint = /already running/.test(error.message)
      ? "\nThis shop's database belongs to the running shop: stop the shop, run this command, start it again."
      : "";
    throw new Problem(error.message + hint);
  }
}
