import { existsSync, statfsSync } from "node:fs";
import { StartError } from "#server/platform/start-error.ts";

/** Turns PostgreSQL's output into a StartError that says what to do; `what` begins the sentence. */
export function postgresProblem(what: string, output: string, folder: string): StartError {
  // A full disk cannot even hold the log that would say so.
  const symptoms = isFull(folder) ? "no space left on device" : output;
  const remedy = remedies.find(({ pattern }) => pattern.test(symptoms))?.remedy(folder);
  const lastLines = output.trim().split("\n").slice(-4).join("\n  ");
  if (remedy !== undefined) return new StartError(`${what}: ${remedy}\n  ${lastLines}`.trimEnd());
  return new StartError(`${what} in ${folder}. PostgreSQL said:\n  ${lastLines || "nothing"}`);
}

function isFull(folder: string): boolean {
  // The folder may have been removed; PostgreSQL's own error says so.
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 4 * 1024 * 1024;
}

const remedies = [
  {
    pattern: /no space left on device|disk quota exceeded/i,
    remedy: (folder: string) =>
      `the disk with ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  },
  {
    pattern: /could not (?:map|resize|create) .*shared memory|cannot allocate memory/i,
    remedy: () => "there is not enough memory. The database needs about 300 MB.",
  },
  {
    pattern: /permission denied|read-only file system|invalid data directory permissions|wrong ownership/i,
    remedy: (folder: string) =>
      `its files in ${folder} cannot be used by this user. Start the shop as the user who made them, or give them to this one.`,
  },
  {
    pattern: /database files are incompatible with server/i,
    remedy: (folder: string) => `the files in ${folder} were made by another version of PostgreSQL.`,
  },
];
