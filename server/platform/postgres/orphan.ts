import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "#server/platform/start-error.ts";
import { socketFolderPrefix } from "./socket-folder.ts";

/** Ends a PostgreSQL that a killed shop left behind on this cluster. Call it only while holding the owner lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (!isAlive(pid)) return removeOldSocket(lines[4]);
  if (!isPostgresOn(pid, cluster)) return disown(file, lines);
  if (await endsAfter("SIGINT", pid, 30_000)) return removeOldSocket(lines[4]);
  if (await endsAfter("SIGQUIT", pid, 10_000)) return removeOldSocket(lines[4]);
  throw new StartProblem(
    `An earlier PostgreSQL (process ${pid}) still uses ${cluster} and does not stop. End that process, then start the shop again.`,
  );
}

/** Whether a process with this id lives, ours or not. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isPostgresOn(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  if (!basename(command[0] ?? "").startsWith("postgres")) return false;
  return command.includes(cluster) || currentFolderOf(pid) === cluster;
}

function commandOf(pid: number): string[] {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    // Elsewhere the words are not separated safely: the program and our exact folder are enough.
    const said = execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    const at = said.indexOf(" -D ");
    return at < 0 ? [said.trim()] : [said.slice(0, at), said.slice(at + 4).split(" -p ")[0] ?? ""];
  } catch {
    return [];
  }
}

function currentFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/**
 * The number belongs to a stranger now (a reboot, a new container). PostgreSQL ignores its own parent's number, so ours is
 * written in: the file's other safeguard, the shared memory key that reveals surviving backends, stays in force.
 */
function disown(file: string, lines: string[]) {
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
}

async function endsAfter(signal: NodeJS.Signals, pid: number, milliseconds: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") return false;
  }
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(50)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}

function removeOldSocket(folder: string | undefined) {
  if (folder !== undefined && basename(folder).startsWith(socketFolderPrefix) && dirname(folder) !== folder) {
    rmSync(folder, { recursive: true, force: true });
  }
}
