import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { sayWaits } from "#server/platform/database/said-waits.ts";
import { migrateJobs } from "#server/platform/jobs/jobs.ts";
import { StartError } from "#server/platform/start-error.ts";
import { type DatabaseServer, startDatabaseServer } from "./database-server.ts";

/** Connects to DATABASE_URL or starts the embedded database, and migrates it. `stop` stops only the latter. */
export async function prepareDatabase(config: Config, print: (line: string) => void): Promise<DatabaseServer> {
  const server = await startDatabaseServer(config, print);
  try {
    await migrateOrExplain(config, server.connection);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Migrates the database of a shop that starts. Throws StartError if it can't be used. */
export async function migrateOrExplain({ databaseUrl }: Config, connection: Connection): Promise<void> {
  try {
    await migrateDatabase(connection);
  } catch (error) {
    throw connectionProblem(error, databaseUrl);
  }
}

/** Runs the pending migrations of the shop and of the job queue. */
export async function migrateDatabase(connection: Connection) {
  const database = openDatabase(connection, { size: 3, timeoutMs: 0 });
  const endSaying = sayWaits(database.pool, "migrate the database");
  try {
    await migrate(database.pool);
    await migrateJobs(database.pool, { warn: () => undefined, error: (details, line) => console.error(line, details) });
  } finally {
    endSaying();
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
