import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The signing key of this data folder: made once, readable by its owner only. */
export function loadSigningKey(dataDir: string): Uint8Array {
  const file = join(dataDir, "signing.key");
  if (!existsSync(file)) make(file, dataDir);
  return readFileSync(file);
}

/** Two processes that start at once must end up with one key: the first link wins. */
function make(file: string, dataDir: string) {
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
