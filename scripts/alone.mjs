import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "./problem.mjs";
import { root } from "./root.mjs";

const note = join(root, ".cache", "preparing");
/** A note not renewed for so long (milliseconds) was left by a process that was killed. Process ids prove nothing: they are given out again. */
const stale = 8_000;

/** Does the work while no other process prepares the same folder; waits for one that does. */
export async function alone(waiting, work) {
  for (let said = false; !take(); said = true) {
    if (!said) console.log(waiting);
    await pause(300);
  }
  const renewing = setInterval(renew, stale / 4);
  const leave = () => rmSync(note, { force: true });
  process.once("exit", leave);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    process.off("exit", leave);
    leave();
  }
}

function take() {
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(note, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw cannotWrite(error);
    const found = statSync(note, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > stale) rmSync(note, { force: true });
    return false;
  }
}

function renew() {
  const now = new Date();
  utimesSync(note, now, now);
}

function cannotWrite(error) {
  return new Problem(
    `The folder ${root} cannot be written (${error.code}), but the shop must be installed or built in it first. Run this as the folder's owner.`,
  );
}
