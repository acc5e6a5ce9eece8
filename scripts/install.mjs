import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startNpm } from "./npm.mjs";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";
import { finish } from "./work.mjs";

/** npm's own account of what it put there. */
const record = join(root, "node_modules", ".package-lock.json");
const stampFile = join(root, "node_modules", ".kiosk-installed");

/** Whether node_modules holds exactly what package-lock.json says, for this Node.js and this system. */
export function isInstalled() {
  if (!existsSync(record)) return false;
  const [lock, system, changed] = wantedStamp();
  const [oldLock, oldSystem, oldChanged] = readStamp();
  if (changed === oldChanged && lock === oldLock && system === oldSystem) return true;
  if (changed === oldChanged && system !== oldSystem) return false;
  if (!agreesWithLock()) return false;
  writeStamp();
  return true;
}

/** Runs `npm ci`, and tells what to do when it fails. */
export async function install() {
  console.log("Installing packages (once, half a minute or more).");
  const began = Date.now();
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, printed } = await finish(
    startNpm(args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] }),
    "still installing",
  );
  if (code !== 0) throw new Problem(`${lastLines(printed)}\n\n${remedy(printed)}`);
  writeStamp();
  console.log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** What was installed, for which system, and when npm last changed it. */
function wantedStamp() {
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
    writeFileSync(stampFile, `${wantedStamp().join("\n")}\n`);
  } catch {
    // A folder installed by somebody else and not ours to write: it is compared anew each time.
  }
}

/** npm writes its record last: when it agrees with the lock file, an `npm ci` by hand was complete and need not be repeated. */
function agreesWithLock() {
  const present = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([path, item]) => {
    if (path === "" || (item.optional && !isForThisSystem(item))) return true;
    return present[path]?.version === item.version && present[path]?.integrity === item.integrity;
  });
}

/** Optional packages that name no system, or a C library, may be rightly absent. */
function isForThisSystem({ os, cpu, libc }) {
  if (os === undefined || cpu === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

function lastLines(printed) {
  return printed.trim().split("\n").slice(-12).join("\n");
}

function remedy(printed) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|UND_ERR/.test(printed)) {
    return "The packages could not be fetched: the npm registry does not answer. Check the network (and proxy settings), then try again.";
  }
  if (/ENOSPC/.test(printed))
    return "The disk is full: the packages need about 700 MB. Free some space, then try again.";
  if (/EACCES|EPERM|EROFS/.test(printed))
    return `${root} cannot be written by this user. Run this as the folder's owner.`;
  if (/npm.*ENOENT|not found/.test(printed) && !/ERR/.test(printed))
    return "npm was not found. Install it together with Node.js, then try again.";
  return "npm ci failed (see above). Mend what it names, then try again.";
}
