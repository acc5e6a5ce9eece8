import { timingSafeEqual } from "node:crypto";
import { hasProvisional } from "#server/accounts/provisional/provisional.sql.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { completeSignIn } from "#server/accounts/sign-in/complete-sign-in.ts";
import { countFailure, forgetFailure, isStaffGuessed } from "#server/accounts/sign-in/throttle.sql.ts";
import {
  accountKey,
  attempterOf,
  checkAttempt,
  limitEmailsTo,
  limitRequests,
} from "#server/accounts/sign-in/throttle.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserById, lockUserByEmail, replacePassword, type User, verifyEmail } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer, getSettings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { claimAccount } from "./claim-account.ts";
import { countCodeAttempt, hasCode, invalidateTokens } from "./one-time-tokens.sql.ts";
import { redeemToken, sendToken, signInCode, tokenSecret } from "./one-time-tokens.ts";

const codeSeconds = 600;
/** Attempts per code, and fewer once strangers have typed many wrong ones for this address within a day. */
const attemptsPerCode = { normal: 5, underAttack: 2, manyFailures: 20 };
/** Wrong codes of strangers within a day, after which no code gives them access to an administrator's or staff account. */
const guessesOfStaff = 20;

/**
 * Sends a six-digit code to an address if one may sign in with it; the answer is the same otherwise. Throws
 * `too_many_requests` and `email_unavailable`.
 */
export async function sendCode(app: App, email: string, visitor: Visitor): Promise<{ message: string }> {
  await assertMailServer(app);
  const attempter = await attempterOf(app.db, { email }, visitor);
  await limitRequests(app.db, `code for ${email}`, attempter);
  await limitEmailsTo(app.db, { email }, visitor);
  await inTransaction(app.db, async (tx) => {
    if (await maySignIn(app, tx, email)) await issueCode(app, tx, email, visitor.device);
  });
  return { message: say("We sent a code to {email}. It expires in 10 minutes.", { email }) };
}

/** Sends a code to an address, for the device that requests it. */
export const issueCode = (app: App, tx: Tx, email: string, requestedBy: Buffer | null) =>
  sendToken(app, tx, { purpose: "login_code", email, seconds: codeSeconds, requestedBy });

/**
 * Signs in with the latest code sent to this address, creating an account without password if needed. Throws
 * `code_wrong` (five attempts per code), `account_blocked`, `two_factor_required` or `too_many_requests`.
 */
export async function signInByCode(app: App, { email, code }: { email: string; code: string }, visitor: Visitor) {
  const use = await verifyCode(app, { email, code }, visitor);
  return completeSignIn(app, visitor, async (tx) => {
    await use(tx);
    if (!(await maySignIn(app, tx, email))) throw new Problem("code_wrong");
    return findOrCreateByEmail(app, tx, email, visitor);
  });
}

/**
 * Whether a code may sign in with this address: it has an account that needs no password, or a code may create one, as it
 * always may for who has bought without an account.
 */
async function maySignIn(app: App, tx: Tx, email: string): Promise<boolean> {
  const user = await lockUserByEmail(tx, email);
  if (user) return !needsPassword(user);
  return (await getSettings(tx)).email_code_sign_up || (await hasProvisional(tx, email));
}

/** Six digits can be guessed by many together, so administrators and staff who have a password sign in with it. */
export const needsPassword = ({ role, password_hash }: Pick<User, "role" | "password_hash">) =>
  role !== "customer" && password_hash !== null;

/**
 * Checks the latest code sent to this address: the one this device requested, with attempts of its own, so that others
 * cannot use them up; else the latest of all. The returned function uses it up, in the caller's transaction. Throws
 * `code_wrong` or `too_many_requests`.
 */
export async function verifyCode(
  app: App,
  { email, code }: { email: string; code: string },
  visitor: Pick<Visitor, "address" | "device">,
): Promise<(tx: Tx) => Promise<void>> {
  const { id, succeeded } = await findCode(app.db, email, visitor);
  const isRight = id !== undefined && timingSafeEqual(Buffer.from(signInCode(app, id)), Buffer.from(code));
  // Asked of wrong ones too, as the time of the answer must not tell them apart.
  const isRefused = await isStaffGuessed(app.db, {
    email,
    device: visitor.device,
    key: keyOf(email),
    most: guessesOfStaff,
  });
  if (!isRight || isRefused) throw new Problem("code_wrong");
  await succeeded();
  return async (tx) => {
    // Of two concurrent uses of the code one fails.
    await redeemToken(tx, ["login_code"], tokenSecret(app, "login_code", id)).catch(() => {
      throw new Problem("code_wrong");
    });
  };
}

/**
 * Counts an attempt and returns the id of the code it is compared with, undefined if no attempt is left. Strangers can't
 * use up the attempts of the device that requested a code: it has those of the code, and of its network. Each wrong one
 * counts for the address too, whichever device requested the code, as a stranger can request many.
 */
async function findCode(db: Db, email: string, visitor: Pick<Visitor, "address" | "device">) {
  const what = nameOf(email);
  const key = keyOf(email);
  const isOwn = await hasCode(db, email, visitor.device);
  const { succeeded } = await checkAttempt(db, what, await attempterOf(db, { email }, visitor), { isOwn });
  const id = await countCodeAttempt(db, email, isOwn ? visitor.device : undefined, { ...attemptsPerCode, key });
  if (!isOwn) return { id, succeeded };
  await countFailure(db, key);
  return { id, succeeded: () => Promise.all([succeeded(), forgetFailure(db, key)]) };
}

/** What attempts at the codes of an address are counted by. */
const nameOf = (email: string) => `code ${email}`;
const keyOf = (email: string) => accountKey(nameOf(email));

/** The account of a verified address, created if needed. */
export async function findOrCreateByEmail(
  app: App,
  tx: Tx,
  email: string,
  visitor: Pick<Visitor, "device">,
): Promise<User> {
  const known = await lockUserByEmail(tx, email);
  if (!known) return registerUser(app, tx, { email, password_hash: null, verified: true });
  if (known.email_verified_at !== null) return known;
  await claimAccount(app, tx, known, visitor);
  await endAccess(tx, known, email);
  await app.events.emit(tx, "account.email_confirmed", { userId: known.id, email });
  return assertFound(await findUserById(tx, known.id));
}

/**
 * The account was created with this address without verifying it. Now that its owner has, any earlier password,
 * session or link may be someone else's.
 */
async function endAccess(tx: Tx, { id }: User, email: string) {
  await verifyEmail(tx, id, email);
  await replacePassword(tx, id, null);
  await revokeSessions(tx, id, "taken over");
  await invalidateTokens(tx, id);
  await invalidate(tx, `account:${id}`);
}
