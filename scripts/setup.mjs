import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildStorefront, isBuildCurrent } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { Problem, root } from "./process.mjs";

const lockFile = join(root, ".cache", "preparing");
/** A lock not renewed for this long was left by a killed process. Process ids are reused, so they can't tell. */
const staleMs = 8_000;

/** Installs packages and, with `build`, builds the storefront, each only if something changed. */
export async function setUp({ build }) {
  if (!existsSync(join(root, "package-lock.json")))
    throw new Problem("package-lock.json is missing. Fetch the whole project again.");
  if (isInstalled() && (!build || isBuildCurrent())) return;
  await withLock(async () => {
    if (!isInstalled()) await install();
    if (build && !isBuildCurrent()) await buildStorefront();
  });
}

/** Runs the work while no other process sets up the same folder. */
async function withLock(work) {
  for (let isWaiting = false; !tryLock(); isWaiting = true) {
    if (!isWaiting) console.log("Another process is setting up this folder. Waiting for it.");
    await pause(300);
  }
  const renewing = setInterval(() => utimesSync(lockFile, new Date(), new Date()), staleMs / 4);
  const unlock = () => rmSync(lockFile, { force: true });
  process.once("exit", unlock);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    process.off("exit", unlock);
    unlock();
  }
}

function tryLock() {
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST")
      throw new Problem(
        `The shop must be installed or built first, but ${root} cannot be written (${error.code}). Run this as its owner.`,
      );
    const lock = statSync(lockFile, { throwIfNoEntry: false });
    if (lock !== undefined && Date.now() - lock.mtimeMs > staleMs) rmSync(lockFile, { force: true });
    return false;
  }
}
