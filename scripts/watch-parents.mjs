import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * npm does not pass every signal on, and nobody can pass on kill -9: so when npm (or the launcher) above us is gone,
 * the shop stops itself as if it had been told to. Without either above us this does nothing.
 */
export function watchParents() {
  const parents = parentsToWatch();
  if (parents.length === 0) return;
  const timer = setInterval(() => {
    if (parents.every(stillThere)) return;
    clearInterval(timer);
    if (process.platform === "win32") process.emit("SIGTERM", "SIGTERM");
    else process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** Our ancestors up to and with npm, or up to the launcher that fetched Node.js. */
function parentsToWatch() {
  const launcher = Number(process.env.KIOSK_LAUNCHER);
  if (process.platform === "win32")
    return [launcher || (process.env.npm_lifecycle_event ? process.ppid : 0)].filter(Boolean).map(seen);
  const above = [];
  let upToLauncher = 0;
  for (let pid = process.ppid; pid > 1 && above.length < 8; pid = look(pid)?.parent ?? 0) {
    above.push(pid);
    if (pid === launcher) upToLauncher = above.length;
    if (
      process.env.npm_lifecycle_event &&
      /(^|[/\s])(npm|npx|pnpm|yarn|bun)(-cli\.c?js)?(\s|$)/.test(look(pid)?.command ?? "")
    )
      return above.map(seen);
  }
  return above.slice(0, upToLauncher).map(seen);
}

/** A process is known by its number and the time it began: numbers are given out again. */
function seen(pid) {
  return { pid, began: process.platform === "linux" ? look(pid)?.began : undefined };
}

function stillThere({ pid, began }) {
  if (process.platform === "linux") {
    const now = look(pid);
    return now !== undefined && now.state !== "Z" && now.began === began;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function look(pid) {
  try {
    return process.platform === "linux" ? lookInProc(pid) : askPs(pid);
  } catch {
    return undefined;
  }
}

function lookInProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name in brackets, and may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return { state: fields[0], parent: Number(fields[1]), began: fields[19], command };
}

function askPs(pid) {
  const said = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [, parent, command] = said.match(/^(\d+)\s+(.*)$/s) ?? [];
  return { parent: Number(parent), command };
}
