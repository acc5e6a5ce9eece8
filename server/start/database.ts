import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { migrateJobs } from "#server/platform/jobs/jobs.ts";
import { startEmbedded } from "#server/platform/postgres/embedded.ts";
import { StartError } from "#server/platform/start-error.ts";

export interface PreparedDatabase {
  connection: Connection;
  stop(): Promise<void>;
}

/** Connects to DATABASE_URL or starts the embedded database, and migrates it. `stop` stops only the latter. */
export async function prepareDatabase(config: Config, print: (line: string) => void): Promise<PreparedDatabase> {
  const prepared: PreparedDatabase = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, stop: async () => undefined }
    : await startEmbedded({ dataDir: config.dataDir, connections: connectionsOf(config), print });
  try {
    await migrateDatabase(prepared.connection);
    return prepared;
  } catch (error) {
    await prepared.stop();
    throw connectionProblem(error, config.databaseUrl);
  }
}

/** What the workers open, and some for the start, administrators and backups. */
const connectionsOf = ({ workers }: Config) => Math.max(100, workers * 11 + 20);

/** Runs the pending migrations of the shop and of the job queue. */
export async function migrateDatabase(connection: Connection) {
  const database = openDatabase(connection, { size: 2, timeoutMs: 0 });
  try {
    await migrate(database.pool);
    await migrateJobs(database.pool, { warn: () => undefined, error: (details, line) => console.error(line, details) });
  } finally {
    await database.close();
  }
}

// Node's network errors and https://www.postgresql.org/docs/current/errcodes-appendix.html.
const reasons: [RegExp, string][] = [
  [/^(ECONNREFUSED|ENOENT)$/, "nothing answers there; is the database running, and are host and port right?"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "this host name is not known."],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "the host does not answer."],
  [/^28/, "the database refuses this user or password."],
  [/^3D000$/, "there is no database by that name; create it first."],
  [/^42501$/, "this user may not create tables there."],
];

function connectionProblem(error: unknown, url: string | undefined) {
  if (error instanceof StartError || !url) return error;
  const { code = "", message } = error as { code?: string; message?: string };
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? message;
  return new StartError(
    `The database at ${withoutPassword(url)} can't be used: ${reason} Correct DATABASE_URL, then try again.`,
  );
}

function withoutPassword(url: string) {
  const address = URL.parse(url);
  return address ? address.host + address.pathname : "DATABASE_URL";
}
