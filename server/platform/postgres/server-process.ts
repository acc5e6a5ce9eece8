import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { binary, environment } from "./binaries.ts";
import { clusterName, type Location } from "./location.ts";

export type ServerSettings = {
  binaries: string;
  location: Location;
  socketFolder: string;
  port: number;
  durable: boolean;
  connections: number;
};

/** A postgres process. `stop` waits until it has ended; `interrupt` only signals it. */
export type ServerProcess = { ended: Promise<void>; isRunning(): boolean; stop(): Promise<void>; interrupt(): void };

const maxLogBytes = 20 * 1024 * 1024;
const fastStopMs = 30_000;

/** Spawns postgres in its own process group: Ctrl-C must stop the shop first and the database last. */
export function spawnServer(settings: ServerSettings): ServerProcess {
  const { binaries, location } = settings;
  const log = openSync(logFile(location), "a");
  const child = spawn(binary(binaries, "postgres"), serverArguments(settings), {
    ...location.account,
    cwd: "/",
    env: environment,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  const trimming = setInterval(() => trimLog(location), 60_000).unref();
  let running = true;
  const ended = new Promise<void>((done) => {
    for (const event of ["exit", "error"]) child.once(event, () => done());
  }).then(() => {
    running = false;
    clearInterval(trimming);
  });
  return {
    ended,
    isRunning: () => running,
    stop: async () => {
      if (running) await stopServer(child, ended, settings);
    },
    interrupt: () => child.kill("SIGINT"),
  };
}

/** Starts a new log; the previous one stays. */
export function rotateLog(location: Location): void {
  const file = logFile(location);
  if (statSync(file, { throwIfNoEntry: false })) renameSync(file, join(location.folder, `${clusterName}.previous.log`));
}

/** PostgreSQL's output since its first start by this process. */
export const readLog = (location: Location): string => readFileSync(logFile(location), "utf8");

const logFile = ({ folder }: Location) => join(folder, `${clusterName}.log`);

function trimLog(location: Location) {
  const file = logFile(location);
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) truncateSync(file);
  } catch (error) {
    // Called by a timer, where an error would end the process.
    console.error(`The log of the database could not be shortened: ${(error as Error).message}`);
  }
}

function serverArguments({ location, socketFolder, port, durable, connections }: ServerSettings): string[] {
  const windows = process.platform === "win32";
  const parameters = {
    listen_addresses: windows ? "127.0.0.1" : "",
    unix_socket_directories: windows ? "" : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: String(connections),
    shared_buffers: "256MB",
    random_page_cost: "1.1",
    jit: "off",
    max_wal_size: "2GB",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const options = Object.entries(parameters).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", join(location.folder, clusterName), "-p", String(port), ...options];
}

/** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
async function stopServer(child: ChildProcess, ended: Promise<void>, { binaries, location }: ServerSettings) {
  child.ref();
  if (process.platform === "win32")
    execFile(binary(binaries, "pg_ctl"), ["stop", "-m", "fast", "-D", join(location.folder, clusterName)]);
  else child.kill("SIGINT");
  const timeout = setTimeout(() => child.kill("SIGQUIT"), fastStopMs);
  await ended;
  clearTimeout(timeout);
}
