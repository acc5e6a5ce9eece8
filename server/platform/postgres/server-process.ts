import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { nativeEnvironment } from "./cluster.ts";
import { program } from "./native.ts";
import { clusterName, type Place } from "./place.ts";

export type Settings = { native: string; place: Place; socketFolder: string; port: number; durable: boolean };

/** A running postgres: its life can be awaited and ended. */
export type ServerProcess = { ended: Promise<void>; isRunning(): boolean; stop(): Promise<void>; hurry(): void };

const longestLog = 20 * 1024 * 1024;

/** Starts postgres in its own process group: Ctrl-C at the terminal must reach the shop first, and the database last. */
export function startServer(settings: Settings): ServerProcess {
  const { native, place } = settings;
  const log = openSync(logFile(place), "a");
  const child = spawn(program(native, "postgres"), serverArguments(settings), {
    ...place.user,
    cwd: "/",
    env: nativeEnvironment,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let running = true;
  const ended = new Promise<void>((done) => {
    for (const event of ["exit", "error"]) child.once(event, () => done());
  }).then(() => {
    running = false;
  });
  const guard = setInterval(() => keepLogShort(place), 60_000).unref();
  void ended.then(() => clearInterval(guard));
  return {
    ended,
    isRunning: () => running,
    stop: () => stopChild(child, ended, settings),
    hurry: () => child.kill("SIGINT"),
  };
}

/** The log of the run before is kept as one more file; older ones are not. */
export function beginLog(place: Place): void {
  const file = logFile(place);
  if (statSync(file, { throwIfNoEntry: false })) renameSync(file, join(place.folder, `${clusterName}.previous.log`));
}

/** What postgres printed since it was started. */
export function readLog(place: Place): string {
  return readFileSync(logFile(place), "utf8");
}

function logFile(place: Place): string {
  return join(place.folder, `${clusterName}.log`);
}

function keepLogShort(place: Place) {
  if ((statSync(logFile(place), { throwIfNoEntry: false })?.size ?? 0) > longestLog) truncateSync(logFile(place));
}

function serverArguments({ place, socketFolder, port, durable }: Settings): string[] {
  const wanted = {
    listen_addresses: process.platform === "win32" ? "127.0.0.1" : "",
    unix_socket_directories: process.platform === "win32" ? "" : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: "256MB",
    random_page_cost: "1.1",
    jit: "off",
    max_wal_size: "2GB",
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const settings = Object.entries(wanted).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", join(place.folder, clusterName), "-p", String(port), ...settings];
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopChild(child: ChildProcess, ended: Promise<void>, { native, place }: Settings): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  if (process.platform === "win32") {
    execFile(program(native, "pg_ctl"), ["stop", "-m", "fast", "-D", join(place.folder, clusterName)]);
  } else {
    child.kill("SIGINT");
  }
  const waiting = new AbortController();
  const late = pause(30_000, undefined, { signal: waiting.signal }).then(
    () => child.kill("SIGQUIT"),
    () => {},
  );
  await ended;
  waiting.abort();
  await late;
}
