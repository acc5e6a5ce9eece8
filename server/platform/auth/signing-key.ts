import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { StartError } from "#server/platform/start-error.ts";

const keyBytes = 32;

/** The signing key of this data folder, created on first use. Throws `StartError` if it is short or others read it. */
export function loadSigningKey(dataDir: string): Uint8Array {
  const file = join(dataDir, "signing.key");
  if (!existsSync(file)) createKey(file, dataDir);
  const key = readFileSync(file);
  if (key.length < keyBytes)
    throw new StartError(
      `${file} has ${key.length} bytes instead of ${keyBytes}, so anyone could guess it. ` +
        "Restore it from a backup, or delete it: everyone is signed out, and links already sent by email stop working.",
    );
  // Windows has no such modes.
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`Other users of this machine can read or write ${file}. Run: chmod 600 ${file}`);
  return key;
}

/** Processes that start at once must have the same key: the first link wins. */
function createKey(file: string, dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  if (process.platform !== "win32") flushFolder(dataDir);
}

/** Writes the folder's entries to the disk: a key lost with the power signs everyone out. */
function flushFolder(folder: string) {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
