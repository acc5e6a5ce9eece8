// Must run on Node 18: with-node.mjs imports it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { finishChild, Problem, root } from "./process.mjs";

/** npm's record of what it installed. */
const record = join(root, "node_modules", ".package-lock.json");
const stampFile = join(root, "node_modules", ".kiosk-installed");

/** Whether node_modules contains exactly what package-lock.json names, for this Node.js and this system. */
export function isInstalled() {
  if (!existsSync(record)) return false;
  const [lock, system, writtenAt] = currentStamp();
  const [oldLock, oldSystem, oldWrittenAt] = readStamp();
  if (writtenAt === oldWrittenAt && lock === oldLock && system === oldSystem) return true;
  if (writtenAt === oldWrittenAt && system !== oldSystem) return false;
  if (!agreesWithLock()) return false;
  writeStamp();
  return true;
}

/** Runs `npm ci`; throws a Problem with a remedy when it fails. */
export async function install() {
  console.log("Installing packages (once, half a minute or more).");
  const startedAt = Date.now();
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const { command, first, shell } = npmCommand();
  const child = spawn(command, [...first, ...args], {
    shell,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: npmEnvironment(),
  });
  const { code, output } = await finishChild(child, "still installing");
  if (code !== 0) throw new Problem(`${lastLines(output)}\n\n${remedy(output)}`);
  writeStamp();
  console.log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** The lock file's hash, the system, and when npm last wrote its record. */
function currentStamp() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const system = `node ${process.versions.node.split(".")[0]} ${process.platform} ${process.arch}`;
  return [lock, system, String(statSync(record).mtimeMs)];
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8").trim().split("\n") : [];
}

function writeStamp() {
  try {
    writeFileSync(stampFile, `${currentStamp().join("\n")}\n`);
  } catch {
    // Installed by another user: the folder is compared with the lock file at each start.
  }
}

/** npm writes its record last: when it agrees with the lock file, an `npm ci` run by hand was complete. */
function agreesWithLock() {
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([path, item]) => {
    if (path === "" || (item.optional && !isForThisSystem(item))) return true;
    return installed[path]?.version === item.version && installed[path]?.integrity === item.integrity;
  });
}

/** Optional packages without a system, or for a C library, may be absent. */
function isForThisSystem({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function lastLines(output) {
  return output.trim().split("\n").slice(-12).join("\n");
}

function remedy(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|UND_ERR/.test(output)) {
    return "The packages could not be fetched: the npm registry does not answer. Check the network (and proxy settings), then try again.";
  }
  if (/ENOSPC/.test(output))
    return "The disk is full: the packages need about 700 MB. Free some space, then try again.";
  if (/EACCES|EPERM|EROFS/.test(output))
    return `${root} cannot be written by this user. Run this as the folder's owner.`;
  if (/npm.*ENOENT|not found/.test(output) && !/ERR/.test(output))
    return "npm was not found. Install it together with Node.js, then try again.";
  return "npm ci failed (see above). Fix what it names, then try again.";
}

/** Runs npm to its end; returns what spawnSync returns. */
export function runNpm(args, options) {
  const { command, first, shell } = npmCommand();
  return spawnSync(command, [...first, ...args], { shell, ...options, env: npmEnvironment() });
}

/** The npm that started this process, else the one on the PATH (a .cmd file on Windows, which needs a shell). */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && /npm-cli\.c?js$/.test(path)) return { command: process.execPath, first: [path], shell: false };
  return { command: "npm", first: [], shell: process.platform === "win32" };
}

/**
 * This Node.js comes first on the PATH, and NODE_ENV must not leave out development packages. Retries come sooner than
 * npm's own, which takes two minutes to fail without a network.
 */
function npmEnvironment() {
  const { NODE_ENV: _, ...env } = process.env;
  return {
    npm_config_fetch_retry_mintimeout: "1000",
    npm_config_fetch_retry_maxtimeout: "8000",
    ...env,
    PATH: dirname(process.execPath) + delimiter + process.env.PATH,
  };
}
