import { createHash } from "node:crypto";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { limitEmails, networkOfOne } from "#server/platform/http/rate-limit.ts";
import {
  type Account,
  countAttempt,
  deleteAttempts,
  getBlock,
  hasFailures,
  isKnownDevice,
  type Limit,
} from "./throttle.sql.ts";
import type { Visitor } from "./visitor.ts";

/** Failures before blocking: fewer per network and account, more per account from all networks. */
const freePerNetwork = 5;
const freePerAccount = 20;
/** Requests of one device for any account, which may be a terminal that many people use. */
const freePerDevice = 20;
/** The longest blocks. That of all strangers together is short, as it also keeps the owner of the account waiting. */
const longestSeconds = 15 * 60;
const longestSharedSeconds = 5 * 60;

/** Who attempts something: an IP address, and the device if it is known. */
export type Attempter = Pick<Visitor, "address"> & { device?: Buffer | undefined };

/**
 * Counts an attempt before the expensive verification, so that the attempts of a burst are limited too. `what` names
 * the account or email; a known device (`device`) has a limit of its own, which strangers cannot use up, and with
 * `isOwn` so has every network. Throws `too_many_requests` while blocked: each failure over the limit doubles the block.
 * Call `succeeded` to reset it.
 */
export async function checkAttempt(db: Db, what: string, { address, device }: Attempter, { isOwn = false } = {}) {
  const limits = limitsOf(what, { address, device, isOwn });
  if (!(await countAttempt(db, limits)))
    throw new Problem("too_many_requests", { retryAfter: Math.max(1, await getBlock(db, limits.filter(isDefined))) });
  return { succeeded: () => deleteAttempts(db, limits.filter(isDefined)) };
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** The counter of all strangers together. Hashed: people type passwords into the wrong field. */
export const accountKey = (what: string) => createHash("sha256").update(what.toLowerCase()).digest("base64url");

function limitsOf(what: string, { address, device, isOwn }: Attempter & { isOwn: boolean }): [Limit, Limit?] {
  const key = accountKey(what);
  const own = { free: freePerNetwork, longestSeconds };
  if (device) return [{ key: `device ${device.toString("base64url")} ${key}`, ...own }];
  const perNetwork = { key: `${networkOfOne(address)} ${key}`, ...own };
  return isOwn ? [perNetwork] : [perNetwork, { key, free: freePerAccount, longestSeconds: longestSharedSeconds }];
}

/** Limits how often one device does something for whichever account. Throws `too_many_requests`. */
export async function limitDevice(db: Db, what: string, device: Buffer) {
  const limit = {
    key: `device ${device.toString("base64url")} ${accountKey(what)}`,
    free: freePerDevice,
    longestSeconds,
  };
  if (!(await countAttempt(db, [limit])))
    throw new Problem("too_many_requests", { retryAfter: Math.max(1, await getBlock(db, [limit])) });
}

/** The visitor as an attempter on an account: with the device if that account was signed in to from it. */
export async function attempterOf(
  db: Db | Tx,
  account: Account,
  { address, device }: Pick<Visitor, "address" | "device">,
): Promise<Attempter> {
  return { address, device: (await isKnownDevice(db, account, device)) ? device : undefined };
}

/** Resets the counters of `what` for an attempter who has proved to own the account. */
export const resetAttempts = (db: Db | Tx, what: string, { address, device }: Attempter) =>
  deleteAttempts(
    db,
    [{ address }, { address, device }].flatMap((one) => limitsOf(what, { ...one, isOwn: false }).filter(isDefined)),
  );

const guessesOf = (what: string): [Limit] => [{ key: accountKey(what), free: freePerAccount, longestSeconds }];

/** Counts a wrong guess of `what`, from all networks together. */
export const countGuess = (db: Db, what: string) => countAttempt(db, guessesOf(what));

/** Whether there were more wrong guesses of `what` within a day than its owner needs, whether or not they are blocked. */
export const isGuessed = (db: Db, what: string): Promise<boolean> => hasFailures(db, accountKey(what), freePerAccount);

/**
 * Limits the emails of a network to whoever it names. Not counted is one to a confirmed address from a device that its
 * account was signed in to from: strangers register with any address. Throws `too_many_requests`.
 */
export async function limitEmailsTo(
  db: Db,
  account: Account,
  { address, device }: Pick<Visitor, "address" | "device">,
) {
  if (!(await isKnownDevice(db, account, device, { isConfirmed: true }))) await limitEmails(db, address);
}

/** Limits how often an email can be requested. Throws `too_many_requests`. */
export const limitRequests = (db: Db, what: string, attempter: Attempter) => checkAttempt(db, what, attempter);
