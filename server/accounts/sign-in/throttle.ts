import { createHash } from "node:crypto";
import type { Db } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { countAttempt, deleteAttempts, getBlock, isKnownDevice, type Limit } from "./throttle.sql.ts";
import type { Visitor } from "./visitor.ts";

/** Failures before blocking: fewer per address and account, more per account from all addresses. */
const freePerAddress = 5;
const freePerAccount = 20;

/** Who attempts something: an IP address, and the device if it is known. */
export type Attempter = Pick<Visitor, "address"> & { device?: Buffer | undefined };

/**
 * Counts an attempt before the expensive verification, so that the attempts of a burst are limited too. `what` names
 * the account or email; a known device (`device`) has a limit of its own, which strangers cannot use up. Throws
 * `too_many_requests` while blocked: each failure over the limit doubles the block, up to 15 minutes. Call `succeeded`
 * to reset it.
 */
export async function checkAttempt(db: Db, what: string, { address, device }: Attempter) {
  const limits = limitsOf(what, address, device);
  const wait = await getBlock(db, limits);
  if (wait > 0) throw new Problem("too_many_requests", { retryAfter: wait });
  if (!(await countAttempt(db, limits)))
    throw new Problem("too_many_requests", { retryAfter: Math.max(1, await getBlock(db, limits)) });
  return { succeeded: () => deleteAttempts(db, limits) };
}

/** The counter of all strangers together. Hashed: people type passwords into the wrong field. */
export const accountKey = (what: string) => createHash("sha256").update(what.toLowerCase()).digest("base64url");

function limitsOf(what: string, address: string, device: Buffer | undefined): Limit[] {
  const key = accountKey(what);
  if (device) return [{ key: `device ${device.toString("base64url")} ${key}`, free: freePerAddress }];
  return [
    { key: `${address} ${key}`, free: freePerAddress },
    { key, free: freePerAccount },
  ];
}

/** The visitor as an attempter on an account: with the device if that account was signed in to from it. */
export async function attempterOf(
  db: Db,
  account: { id: number } | { email: string },
  { address, device }: Pick<Visitor, "address" | "device">,
): Promise<Attempter> {
  return { address, device: (await isKnownDevice(db, account, device)) ? device : undefined };
}

/** Limits how often an email can be requested. Throws `too_many_requests`. */
export const limitRequests = (db: Db, what: string, attempter: Attempter) => checkAttempt(db, what, attempter);
