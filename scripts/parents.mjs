import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Stops this process with SIGTERM when the npm or the launcher that started it ends: npm does not forward every signal,
 * and kill -9 cannot be forwarded. Without either this does nothing.
 */
export function stopWithParents() {
  const parents = parentsToWatch();
  if (parents.length === 0) return;
  const timer = setInterval(() => {
    if (parents.every(isAlive)) return;
    clearInterval(timer);
    if (process.platform === "win32") process.emit("SIGTERM", "SIGTERM");
    else process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** The ancestors up to npm, or up to the launcher that downloaded Node.js. */
function parentsToWatch() {
  const launcher = Number(process.env.KIOSK_LAUNCHER);
  if (process.platform === "win32")
    return [launcher || (process.env.npm_lifecycle_event ? process.ppid : 0)].filter(Boolean).map(identify);
  const ancestors = [];
  let upToLauncher = 0;
  for (let pid = process.ppid; pid > 1 && ancestors.length < 8; pid = inspect(pid)?.parent ?? 0) {
    ancestors.push(pid);
    if (pid === launcher) upToLauncher = ancestors.length;
    if (
      process.env.npm_lifecycle_event &&
      /(^|[/\s])(npm|npx|pnpm|yarn|bun)(-cli\.c?js)?(\s|$)/.test(inspect(pid)?.command ?? "")
    )
      return ancestors.map(identify);
  }
  return ancestors.slice(0, upToLauncher).map(identify);
}

/** A process is identified by its id and start time, because ids are reused. */
function identify(pid) {
  return { pid, startedAt: process.platform === "linux" ? inspect(pid)?.startedAt : undefined };
}

function isAlive({ pid, startedAt }) {
  if (process.platform === "linux") {
    const now = inspect(pid);
    return now !== undefined && now.state !== "Z" && now.startedAt === startedAt;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function inspect(pid) {
  try {
    return process.platform === "linux" ? readProc(pid) : readPs(pid);
  } catch {
    return undefined;
  }
}

function readProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, the name in parentheses, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return { state: fields[0], parent: Number(fields[1]), startedAt: fields[19], command };
}

function readPs(pid) {
  const output = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [, parent, command] = output.match(/^(\d+)\s+(.*)$/s) ?? [];
  return { parent: Number(parent), command };
}
