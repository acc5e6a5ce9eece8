import { createHash } from "node:crypto";
import type { Db } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { countFailure, deleteAttempts, getBlock } from "./throttle.sql.ts";

/** Failures that are free before blocks begin: few from one address on one account, more on one account from everywhere. */
const freePerAddress = 5;
const freePerAccount = 20;

/** One try at the password of an account, from one address. */
export interface Attempt {
  here: string;
  anywhere: string;
}

/** Names who tries what. The account is hashed: people type passwords into the wrong field. */
export function attemptKeys(account: string, address: string): Attempt {
  const name = createHash("sha256").update(account.toLowerCase()).digest("base64url");
  return { here: `${address} ${name}`, anywhere: name };
}

/**
 * Lets a try through, before the costly check of the password. Throws `too_many_requests` while the address or the
 * account is blocked. Returns how it went to be told of: each failure past the free ones doubles the block, up to
 * 15 minutes; a success forgets them.
 */
export async function checkAttempt(db: Db, { here, anywhere }: Attempt) {
  const keys = [here, anywhere];
  const { wait, failures } = await getBlock(db, keys);
  if (wait > 0) throw new Problem("too_many_requests", { retryAfter: wait });
  return {
    failed: () => countFailure(db, keys, [freePerAddress, freePerAccount]),
    succeeded: async () => {
      if (failures > 0) await deleteAttempts(db, keys);
    },
  };
}

/** Lets a request for a letter through and counts it: each past the free ones has to wait longer. Throws `too_many_requests`. */
export async function limitRequests(db: Db, what: string, address: string) {
  const attempt = await checkAttempt(db, attemptKeys(what, address));
  await attempt.failed();
}
