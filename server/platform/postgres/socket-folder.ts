import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Account } from "./location.ts";

const prefix = "kiosk-socket-";

/** The kernels' limit for a socket's path is 104 to 108 bytes with the closing zero. */
const maxPathBytes = 100;

/** Returns a private folder for the database's socket: the cluster itself, or a temporary one where its path is too long. */
export function makeSocketFolder(cluster: string, { uid, gid }: Account): string {
  if (fits(cluster)) return cluster;
  const folder = mkdtempSync(join(fits(join(tmpdir(), `${prefix}123456`)) ? tmpdir() : "/tmp", prefix));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** Removes a temporary socket folder; leaves any other folder alone. */
export function removeSocketFolder(folder: string | undefined): void {
  if (folder && basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true });
}

const fits = (folder: string) => Buffer.byteLength(join(folder, ".s.PGSQL.5432.lock")) <= maxPathBytes;
