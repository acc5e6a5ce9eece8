import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#server/platform/start-error.ts";

/** Exclusive use of a data folder. The kernel releases it when the process ends, however it ends. */
export interface FolderLock {
  /** Makes a shop that starts on the folder wait for the release instead of failing. */
  announceStop(): void;
  release(): void;
}

/** Written for people and for a shop that waits; only the lock itself decides. */
type Owner = { pid: number; host: string; stopping: boolean };

const stopTimeoutMs = 30_000;

/** Locks a data folder for this process; throws StartError when another shop, in this or another container, holds it. */
export async function lockFolder(folder: string, name: string): Promise<FolderLock> {
  const ownerFile = join(folder, `${name}.owner`);
  const deadline = Date.now() + stopTimeoutMs;
  while (true) {
    const lock = tryLock(join(folder, `${name}.lock`));
    if (lock) return ownedLock(lock, ownerFile);
    const owner = readOwner(ownerFile);
    if (!owner?.stopping || Date.now() > deadline) throw lockedBy(owner, folder);
    await pause(100);
  }
}

/** SQLite's lock on an empty file: a kernel lock that sees every process on the file system, for which Node has no call. */
function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

function ownedLock(lock: DatabaseSync, ownerFile: string): FolderLock {
  const write = (stopping: boolean) => {
    const owner: Owner = { pid: process.pid, host: hostname(), stopping };
    writeFileSync(ownerFile, JSON.stringify(owner));
  };
  write(false);
  return {
    announceStop: () => {
      try {
        write(true);
      } catch {
        // A full disk must not prevent the stop.
      }
    },
    release: () => {
      rmSync(ownerFile, { force: true });
      lock.close();
    },
  };
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function lockedBy(owner: Owner | undefined, folder: string): StartError {
  const where = owner && (owner.host === hostname() ? ` (process ${owner.pid})` : ` (on ${owner.host})`);
  return new StartError(
    `Another shop${where ?? ""} is already running on the data folder ${folder}. ` +
      "Stop it first, or set DATA_DIR to another folder for this one.",
  );
}
