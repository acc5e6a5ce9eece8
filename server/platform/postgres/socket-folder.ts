import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SystemUser } from "./system-user.ts";

/** Begins the name of a socket folder outside the cluster, so that a later start can tell it is ours to remove. */
export const socketFolderPrefix = "kiosk-socket-";

/** The kernels' limit for a socket's path is 104 to 108 bytes with the closing zero. */
const longestPath = 100;

export type SocketFolder = { path: string; remove(): void };

/** A private folder for the database's socket: the cluster itself, or a short temporary one where its path would be too long. */
export function makeSocketFolder(cluster: string, user: SystemUser): SocketFolder {
  if (fits(cluster)) return { path: cluster, remove: () => {} };
  const path = mkdtempSync(
    join(fits(join(tmpdir(), `${socketFolderPrefix}123456`)) ? tmpdir() : "/tmp", socketFolderPrefix),
  );
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432.lock")) <= longestPath;
}
