import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { postgresProblem } from "./errors.ts";
import { readLog, type ServerProcess, type ServerSettings, spawnServer } from "./server-process.ts";

/** How to connect: fields of a `pg` pool. The password exists on Windows only, which has no private sockets. */
export type Connection = { host: string; port: number; user: string; database: string; password?: string };

type Start = { settings: ServerSettings; connection: Connection; print: (line: string) => void };

const startTimeoutMs = 10_000;
const restartDelayMs = 5_000;
const slowStartMs = 8_000;

/** Starts the server, returns when it is ready, and restarts it whenever it ends before `stop`. */
export async function superviseServer(start: Start): Promise<{ stop(): Promise<void> }> {
  let server = await startServer(start);
  let stopping = false;
  const supervise = async () => {
    while (true) {
      await server.ended;
      if (stopping) return;
      start.print("The database ended unexpectedly. Starting it again.");
      while (!stopping && !server.isRunning()) {
        try {
          server = await startServer(start);
        } catch (error) {
          start.print((error as Error).message);
          await pause(restartDelayMs, undefined, { ref: false });
        }
      }
    }
  };
  // The database of a process that exits without `stop` still ends; the next start waits for it.
  const onExit = () => server.interrupt();
  process.once("exit", onExit);
  const supervision = supervise();
  return {
    stop: async () => {
      stopping = true;
      await server.stop();
      // A restart may be under way: its server is stopped as well.
      await Promise.race([supervision, pause(startTimeoutMs, undefined, { ref: false })]);
      await server.stop();
      process.off("exit", onExit);
    },
  };
}

/** Retries a server that ends before it is ready: the last backends of a killed one may still be running. */
async function startServer({ settings, connection, print }: Start): Promise<ServerProcess> {
  const { location } = settings;
  const deadline = Date.now() + startTimeoutMs;
  while (true) {
    const server = spawnServer(settings);
    const slow = setTimeout(
      () => print("The database is recovering from an unclean stop; this can take a while."),
      slowStartMs,
    );
    try {
      while (server.isRunning()) {
        if (await createDatabase(connection)) return server;
        await pause(25);
      }
    } catch (error) {
      await server.stop();
      throw postgresProblem("The database did not answer", String(error), location.folder);
    } finally {
      clearTimeout(slow);
    }
    const output = readLog(location);
    if (Date.now() > deadline || !/still in use|already exists|already in use/.test(output))
      throw postgresProblem("The database did not start", output, location.folder);
    await pause(200);
  }
}

/** No socket, no listener, or "the database system is starting up" and "is shutting down". */
const notReady = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P03", "57P01", ""]);

/** Creates the shop's database if it is missing. Returns false while the server is not ready; throws other errors. */
async function createDatabase(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = 'shop'");
    if (found.rowCount === 0) await client.query("create database shop");
    return true;
  } catch (error) {
    if (notReady.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
