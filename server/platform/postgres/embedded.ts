import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { findBinaries } from "./binaries.ts";
import { createCluster, passwordFile } from "./cluster.ts";
import { clusterName, findLocation, type Location } from "./location.ts";
import { lockFolder } from "./lock.ts";
import { stopOrphan } from "./orphan.ts";
import { rotateLog, type ServerSettings } from "./server-process.ts";
import { makeSocketFolder, removeSocketFolder } from "./socket-folder.ts";
import { type Connection, superviseServer } from "./supervisor.ts";

export type { Connection } from "./supervisor.ts";

/** The shop's own PostgreSQL, running. Close your pool before `stop`. */
export interface EmbeddedPostgres {
  connection: Connection;
  stop(): Promise<void>;
}

/** `durable: false` trades safety for speed and is for tests only. `print` prints to the operator. */
export type EmbeddedOptions = {
  dataDir: string;
  durable?: boolean;
  /** The most connections at a time. */
  connections?: number;
  print?: (line: string) => void;
};

/** Starts the shop's own PostgreSQL on a data folder and returns when its database `shop` is ready. Throws StartError. */
export async function startEmbedded({
  dataDir,
  durable = true,
  connections = 100,
  print = () => {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const location = findLocation(dataDir, print);
  const lock = await lockFolder(location.folder, clusterName);
  try {
    const server = await startLocked(location, { durable, connections, print });
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      lock.announceStop();
      await server.stop();
      lock.release();
    };
    return { connection: server.connection, stop: () => (stopped ??= stop()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  location: Location,
  { durable, connections, print }: Required<Omit<EmbeddedOptions, "dataDir">>,
) {
  const cluster = join(location.folder, clusterName);
  await stopOrphan(cluster);
  const binaries = findBinaries(location);
  if (!existsSync(join(cluster, "PG_VERSION"))) print(`Creating the database in ${cluster}.`);
  await createCluster(binaries, location, durable);
  const socketFolder = makeSocketFolder(cluster, location.account);
  const port = process.platform === "win32" ? await freePort() : 5432;
  const settings: ServerSettings = { binaries, location, socketFolder, port, durable, connections };
  const connection = connectionTo(settings);
  rotateLog(location);
  try {
    const supervisor = await superviseServer({ settings, connection, print });
    const stop = async () => {
      await supervisor.stop();
      removeSocketFolder(socketFolder);
    };
    return { connection, stop };
  } catch (error) {
    removeSocketFolder(socketFolder);
    throw error;
  }
}

function connectionTo({ location, socketFolder, port }: ServerSettings): Connection {
  const connection = { port, user: "shop", database: "shop" };
  if (process.platform !== "win32") return { ...connection, host: socketFolder };
  return { ...connection, host: "127.0.0.1", password: readFileSync(passwordFile(location), "utf8") };
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
