import { hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/platform/config.ts";
import { StartError } from "#server/platform/start-error.ts";

const keyBytes = 32;

/** The key that signs and encrypts, and the one before it, which still verifies and decrypts. */
export interface SigningKeys {
  current: Uint8Array;
  previous: Uint8Array | undefined;
  /** When the current key became it, by the clock of this process. Known once the database was asked. */
  since?: Date;
}

type KeyConfig = Pick<Config, "dataDir" | "signingKey" | "previousSigningKey">;

/** The files of the keys in a data folder. */
export const keyFiles = (dataDir: string) => ({
  current: join(dataDir, "signing.key"),
  previous: join(dataDir, "signing.previous.key"),
});

/**
 * The signing keys: of the environment, else of the data folder, where the first is created on first use. Read once at
 * the start. Throws `StartError` if one is short or others read it.
 */
export function loadSigningKeys({ dataDir, signingKey, previousSigningKey }: KeyConfig): SigningKeys {
  if (signingKey) return { current: signingKey, previous: previousSigningKey };
  const files = keyFiles(dataDir);
  if (!existsSync(files.current)) createKey(files.current, dataDir);
  return {
    current: readKey(files.current),
    previous: existsSync(files.previous) ? readKey(files.previous) : undefined,
  };
}

/** What a key is recognized by, in tokens and in the database. */
export const keyId = (key: Uint8Array): string =>
  Buffer.from(hkdfSync("sha256", key, "", "key id", 12)).toString("base64url");

function readKey(file: string): Uint8Array {
  const key = readFileSync(file);
  if (key.length < keyBytes)
    throw new StartError(
      `${file} has ${key.length} bytes instead of ${keyBytes}, so anyone could guess it. Restore it from a backup. ` +
        `If there is none: ${lossOfKey} Then delete the file and run npm run rotate-key -- --lost.`,
    );
  // Windows has no such modes.
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`Other users of this machine can read or write ${file}. Run: chmod 600 ${file}`);
  return key;
}

/** What operators lose with a signing key. */
export const lossOfKey =
  "without it everyone is signed out, links sent by email stop working, authenticator apps stop working (only recovery " +
  "codes still sign in), and Stripe's keys and the password of the mail server have to be entered again.";

/** Makes a new key the current one; the present one becomes the previous one. Either file is complete at any time. */
export function replaceKey(dataDir: string, { current }: SigningKeys, fresh: Uint8Array) {
  const files = keyFiles(dataDir);
  for (const [file, key] of [
    [files.previous, current],
    [files.current, fresh],
  ] as const) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, key, { mode: 0o600, flush: true });
    renameSync(draft, file);
    if (process.platform !== "win32") flushFolder(dataDir);
  }
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
