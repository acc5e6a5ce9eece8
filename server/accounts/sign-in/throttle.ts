import { createHash } from "node:crypto";
import type { Db } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { countFailure, deleteAttempts, getBlock } from "./throttle.sql.ts";

/** Failures before blocking: fewer per address and account, more per account from all addresses. */
const freePerAddress = 5;
const freePerAccount = 20;

/** Keys of an attempt. */
export interface Attempt {
  here: string;
  anywhere: string;
}

/** Returns the keys of an attempt. The account is hashed: people type passwords into the wrong field. */
export function attemptKeys(account: string, address: string): Attempt {
  const name = createHash("sha256").update(account.toLowerCase()).digest("base64url");
  return { here: `${address} ${name}`, anywhere: name };
}

/**
 * Checks an attempt before the expensive password verification. Throws `too_many_requests` while the address or account
 * is blocked. Report the result with `failed` or `succeeded`: each failure over the limit doubles the block, up to 15
 * minutes; a success resets it.
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

/** Limits how often an email can be requested. Throws `too_many_requests`. */
export async function limitRequests(db: Db, what: string, address: string) {
  const attempt = await checkAttempt(db, attemptKeys(what, address));
  await attempt.failed();
}
