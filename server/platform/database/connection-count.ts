import type { Config } from "#server/platform/config.ts";
import { type Connection, openDatabase } from "./database.ts";

type Processes = Pick<Config, "databaseUrl" | "workers">;

/**
 * The connections of a process, besides its listener. An external database has a hundred by default, for all processes,
 * and jobs hold some of them all the time. The embedded one has as many as they need.
 */
export const poolSize = ({ databaseUrl, workers }: Processes) =>
  databaseUrl ? Math.max(6, Math.min(10, Math.floor(90 / workers) - 1)) : 10;

const connectionsOfAll = (config: Processes) => config.workers * (poolSize(config) + 1);

/** What the embedded database allows: what the processes open, and some for the start, administrators and backups. */
export const embeddedConnections = ({ workers }: Pick<Config, "workers">) =>
  Math.max(100, connectionsOfAll({ databaseUrl: undefined, workers }) + 20);

/** What to tell an operator whose database allows fewer connections than the processes may open. */
export function connectionShortage(config: Processes, allowed: number): string | undefined {
  const most = connectionsOfAll(config);
  if (most <= allowed) return undefined;
  return (
    `WARNING: WORKERS=${config.workers} opens up to ${most} connections, and the database allows ${allowed}: requests fail ` +
    "once it has no more. Raise max_connections of the database, or lower WORKERS.\n"
  );
}

/** Warns of an external database that allows too few connections. */
export async function warnOfShortage(config: Processes, connection: Connection, warn: (line: string) => void) {
  if (!config.databaseUrl) return;
  const database = openDatabase(connection, { size: 1 });
  try {
    const { rows } = await database.pool.query<{ allowed: number }>(`
      select sum(setting::int * case name when 'max_connections' then 1 else -1 end)::int as allowed
      from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`);
    const shortage = connectionShortage(config, rows[0]?.allowed ?? 0);
    if (shortage) warn(shortage);
  } finally {
    await database.close();
  }
}
