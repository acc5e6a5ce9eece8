import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The signing key of a data folder, created on first use and readable by its owner only. */
export function loadSigningKey(dataDir: string): Uint8Array {
  const file = join(dataDir, "signing.key");
  if (!existsSync(file)) createKey(file, dataDir);
  return readFileSync(file);
}

/** Processes that start at once must have the same key: the first link wins. */
function createKey(file: string, dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, randomBytes(32), { mode: 0o600 });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}
