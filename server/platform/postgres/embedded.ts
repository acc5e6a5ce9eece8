import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeCluster, passwordFile } from "./cluster.ts";
import { type Keeper, keepRunning } from "./keeper.ts";
import { findNative } from "./native.ts";
import { stopOrphan } from "./orphan.ts";
import { type OwnerLock, takeOwnerLock } from "./owner-lock.ts";
import { putUpSign } from "./owner-sign.ts";
import { clusterName, findPlace, type Place } from "./place.ts";
import { beginLog, readLog, type ServerProcess, type Settings, startServer } from "./server-process.ts";
import { makeSocketFolder } from "./socket-folder.ts";
import { explained } from "./trouble.ts";

/** How to reach the database: fields of a `pg` pool. The password exists on Windows only, which has no private sockets. */
export type Connection = { host: string; port: number; user: string; database: string; password?: string };

/** The shop's own PostgreSQL, running. `stop` ends it cleanly; end your pool before. */
export interface EmbeddedPostgres {
  connection: Connection;
  stop(): Promise<void>;
}

/** `durable: false` trades safety for speed and is for tests only. `say` gets lines for the person at the terminal. */
export type EmbeddedOptions = { dataDir: string; durable?: boolean; say?: (line: string) => void };

/** Starts the shop's own PostgreSQL on a data folder and returns when its database `shop` answers. Throws StartProblem with a sentence. */
export async function startEmbedded({
  dataDir,
  durable = true,
  say = () => {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = findPlace(dataDir, say);
  const lock = await takeOwnership(place);
  try {
    return await startOwned(place, lock, durable, say);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The kernel's lock on this machine, and the sign for others that share the folder. */
async function takeOwnership({ folder }: Place): Promise<OwnerLock> {
  const lock = await takeOwnerLock(folder);
  try {
    const sign = await putUpSign(folder, clusterName);
    return {
      announceStop: lock.announceStop,
      release: () => {
        sign.remove();
        return lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startOwned(
  place: Place,
  lock: OwnerLock,
  durable: boolean,
  say: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const cluster = join(place.folder, clusterName);
  await stopOrphan(cluster);
  const native = findNative(place);
  if (!existsSync(join(cluster, "PG_VERSION"))) say(`Making the database in ${cluster}.`);
  await makeCluster(native, place, durable);
  const socket = makeSocketFolder(cluster, place.user);
  const windows = process.platform === "win32";
  const settings: Settings = {
    native,
    place,
    socketFolder: socket.path,
    port: windows ? await freePort() : 5432,
    durable,
  };
  const connection: Connection = {
    host: windows ? "127.0.0.1" : socket.path,
    port: settings.port,
    user: "shop",
    database: "shop",
  };
  if (windows) connection.password = readFileSync(passwordFile(place), "utf8");
  beginLog(place);
  try {
    const start = () => startReady(settings, connection, say);
    const keeper = keepRunning(await start(), start, say);
    return { connection, stop: stopOnce(keeper, lock, socket) };
  } catch (error) {
    socket.remove();
    throw error;
  }
}

function stopOnce(keeper: Keeper, lock: OwnerLock, socket: { remove(): void }): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    lock.announceStop();
    await keeper.stop();
    socket.remove();
    await lock.release();
  };
  return () => (stopped ??= stop());
}

/** A server that ends before it answers is started again for a while: the last backends of a killed one may still be leaving. */
async function startReady(
  settings: Settings,
  connection: Connection,
  say: (line: string) => void,
): Promise<ServerProcess> {
  const giveUp = Date.now() + 10_000;
  while (true) {
    const server = startServer(settings);
    if (await answers(server, settings, connection, say)) return server;
    const printed = readLog(settings.place);
    if (Date.now() > giveUp || !/still in use|already exists|already in use/.test(printed)) {
      throw explained("The database did not start", printed, settings.place.folder);
    }
    await pause(200);
  }
}

async function answers(
  server: ServerProcess,
  { place }: Settings,
  connection: Connection,
  say: (line: string) => void,
): Promise<boolean> {
  const slow = setTimeout(() => say("The database is recovering from an unclean stop; this can take a while."), 8_000);
  try {
    while (server.isRunning()) {
      if (await ensureDatabase(connection)) return true;
      await pause(25);
    }
    return false;
  } catch (error) {
    await server.stop();
    throw explained("The database did not answer", String(error), place.folder);
  } finally {
    clearTimeout(slow);
  }
}

/** False while the server is not ready for anybody; any other trouble throws. */
async function ensureDatabase(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = 'shop'");
    if (found.rowCount === 0) await client.query("create database shop");
    return true;
  } catch (error) {
    if (notYet.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** No socket, nobody behind it, or "the database system is starting up" and "is shutting down". */
const notYet = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE", "57P03", "57P01", ""]);

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
