import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#server/platform/start-error.ts";
import { removeSocketFolder } from "./socket-folder.ts";

/** Stops a PostgreSQL that a killed shop left running on this cluster. Call it only while holding the folder's lock. */
export async function stopOrphan(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (isRunning(pid)) {
    if (!isPostgresOn(pid, cluster)) {
      // Another program has the process id now (a reboot, a new container). PostgreSQL ignores the id of its own parent,
      // so ours is written: the rest of the file, a key that reveals surviving backends, stays in force.
      return writeFileSync(file, [String(process.pid), ...lines.slice(1)].join("\n"));
    }
    if (!(await stops(pid, "SIGINT", 30_000)) && !(await stops(pid, "SIGQUIT", 10_000)))
      throw new StartError(
        `An earlier PostgreSQL (process ${pid}) still uses ${cluster} and does not stop. End that process, then start the shop again.`,
      );
  }
  removeSocketFolder(lines[4]);
}

/** Whether a process with this id exists, of this user or another. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isPostgresOn(pid: number, cluster: string): boolean {
  try {
    if (process.platform !== "linux") {
      const command = execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
      return command.includes("postgres") && command.includes(`-D ${cluster} `);
    }
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (!basename(command[0] ?? "").startsWith("postgres")) return false;
    return command.includes(cluster) || readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

async function stops(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") return false;
  }
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(50)) {
    if (!isRunning(pid)) return true;
  }
  return false;
}
