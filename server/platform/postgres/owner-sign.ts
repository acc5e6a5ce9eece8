import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "#server/platform/start-error.ts";

/** The owner lock ends at the edge of a container or machine; a folder shared across it shows this sign, renewed while its shop lives. */
export interface OwnerSign {
  remove(): void;
}

/** How often the sign is renewed, and how long a sign must stand still to be taken for a dead shop's, in milliseconds. */
const beat = 1_000;
const patience = 5_000;

/** Puts up our sign, or refuses when a living shop of another machine or container has its own up. */
export async function putUpSign(folder: string, name: string): Promise<OwnerSign> {
  const file = join(folder, `${name}.owner`);
  const other = readHost(file);
  if (other !== undefined && other !== hostname() && (await isRenewed(file))) {
    throw new StartProblem(
      `Another shop (on ${other}) is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder for this one.`,
    );
  }
  const renew = () => writeFileSync(file, `${hostname()} ${Date.now()}\n`);
  renew();
  const renewing = setInterval(renewQuietly(renew), beat).unref();
  return {
    remove: () => {
      clearInterval(renewing);
      rmSync(file, { force: true });
    },
  };
}

/** A full disk must not end a shop that runs. */
function renewQuietly(renew: () => void): () => void {
  return () => {
    try {
      renew();
    } catch {
      // The next beat tries again.
    }
  };
}

/** Watches the text rather than the clock: two machines need not agree on the time. */
async function isRenewed(file: string): Promise<boolean> {
  const before = readFileSync(file, "utf8");
  for (const end = Date.now() + patience; Date.now() < end; await pause(200)) {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return false;
    const now = readFileSync(file, "utf8");
    if (now !== "" && now !== before) return true;
  }
  return false;
}

function readHost(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").split(" ")[0] || undefined;
  } catch {
    return undefined;
  }
}
