import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";

/** Requests with images that an account may send at a time. */
const maxPerAccount = 4;
const receiving = new Map<number, number>();

/** Runs the receiving of an account's images. Throws `too_many_requests` while it sends several. */
export async function limitUploads<T>(account: number, receive: () => Promise<T>): Promise<T> {
  const count = receiving.get(account) ?? 0;
  if (count >= maxPerAccount) throw new Problem("too_many_requests", { retryAfter: 5 });
  receiving.set(account, count + 1);
  try {
    return await receive();
  } finally {
    const left = (receiving.get(account) ?? 1) - 1;
    if (left > 0) receiving.set(account, left);
    else receiving.delete(account);
  }
}

/** Calls `use` with a file of what is sent, which waits on the disk until there is time to decode it. */
export async function spool<T>(
  { config }: Pick<App, "config">,
  sent: Readable,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataDir, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const file = join(folder, randomUUID());
  try {
    await pipeline(sent, createWriteStream(file, { mode: 0o600 }));
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

const abandonedMs = 3_600_000;

/** Deletes what a process left that was ended while it received a file. */
async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - abandonedMs) await rm(file, { force: true });
  }
}
