import type { Config } from "#server/platform/config.ts";
import { embeddedConnections } from "#server/platform/database/connection-count.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { startEmbedded } from "#server/platform/postgres/embedded.ts";

export interface DatabaseServer {
  connection: Connection;
  stop(): Promise<void>;
}

/** The server of DATABASE_URL, or the embedded one, which is started. `stop` stops only the latter. */
export const startDatabaseServer = async (config: Config, print: (line: string) => void): Promise<DatabaseServer> =>
  config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, stop: async () => undefined }
    : startEmbedded({ dataDir: config.dataDir, connections: embeddedConnections(config), print });
