import { existsSync, statfsSync } from "node:fs";
import { StartProblem } from "#server/platform/start-error.ts";

/** Turns what PostgreSQL printed before it gave up into a sentence with a remedy. */
export function explained(what: string, printed: string, folder: string): StartProblem {
  // A full disk cannot even hold the log that would say so.
  const signs = isFull(folder) ? "no space left on device" : printed;
  const remedy = remedies.find(({ sign }) => sign.test(signs))?.remedy(folder);
  const lastWords = printed.trim().split("\n").slice(-4).join("\n  ");
  if (remedy !== undefined) return new StartProblem(`${what}: ${remedy}\n  ${lastWords}`.trimEnd());
  return new StartProblem(`${what} in ${folder}. PostgreSQL said:\n  ${lastWords || "nothing"}`);
}

function isFull(folder: string): boolean {
  // Somebody may have taken the folder away: what PostgreSQL said of that is the news.
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 4 * 1024 * 1024;
}

const remedies = [
  {
    sign: /no space left on device|disk quota exceeded/i,
    remedy: (folder: string) =>
      `the disk with ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  },
  {
    sign: /could not (?:map|resize|create) .*shared memory|cannot allocate memory/i,
    remedy: () => "there is not enough memory. The database needs about 300 MB.",
  },
  {
    sign: /permission denied|read-only file system|invalid data directory permissions|wrong ownership/i,
    remedy: (folder: string) =>
      `its files in ${folder} cannot be used by this user. Start the shop as the user who made them, or give them to this one.`,
  },
  {
    sign: /database files are incompatible with server/i,
    remedy: (folder: string) => `the files in ${folder} were made by another version of PostgreSQL.`,
  },
];
