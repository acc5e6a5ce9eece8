import { timingSafeEqual } from "node:crypto";
import type { SignedIn } from "#contract/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { say } from "#words/say.ts";
import { deleteIdentities } from "#server/accounts/google/identities.sql.ts";
import { requestEmail } from "#server/accounts/account-emails.ts";
import { countCodeAttempt, invalidateTokens } from "./one-time-tokens.sql.ts";
import { signInCode, issueToken, redeemToken, tokenSecret } from "./one-time-tokens.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { lockUserByEmail, type User, findUserById, replacePassword, verifyEmail } from "#server/accounts/users.sql.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { type Visitor, startSession } from "#server/accounts/sign-in/sign-in.ts";
import { checkAttempt, limitRequests, attemptKeys } from "#server/accounts/sign-in/throttle.ts";

const codeSeconds = 600;
const maxAttemptsPerCode = 5;

/** Sends a code of six digits to an address, whether it has an account or not. Throws `too_many_requests`. */
export async function sendCode(app: App, email: string, address: string): Promise<{ message: string }> {
  await limitRequests(app.db, `code for ${email}`, address);
  await inTransaction(app.db, async (tx) => {
    const { id: tokenId } = await issueToken(app, tx, { purpose: "login_code", email, seconds: codeSeconds });
    await requestEmail(app, tx, { kind: "login_code", to: email, userId: null, tokenId });
  });
  return { message: say("We sent a code to {email}. It works for ten minutes.", { email }) };
}

/**
 * Signs in whoever typed the newest code sent to this address; somebody without an account gets one without a password.
 * Throws `code_wrong` (a code is good for five tries), `account_blocked` or `too_many_requests`.
 */
export async function signInByCode(
  app: App,
  { email, code }: { email: string; code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const use = await verifyCode(app, { email, code }, visitor.address);
  return inTransaction(app.db, async (tx) => {
    await use(tx);
    return startSession(app, tx, await findOrCreateByEmail(app, tx, email), visitor);
  });
}

/**
 * Looks whether this is the newest code sent to this address. What comes back uses it up, in the transaction it is for.
 * Throws `code_wrong` or `too_many_requests`.
 */
export async function verifyCode(
  app: App,
  { email, code }: { email: string; code: string },
  address: string,
): Promise<(tx: Tx) => Promise<void>> {
  const attempt = await checkAttempt(app.db, attemptKeys(`code ${email}`, address));
  const id = await countCodeAttempt(app.db, email, maxAttemptsPerCode);
  if (id === undefined || !timingSafeEqual(Buffer.from(signInCode(app, id)), Buffer.from(code))) {
    await attempt.failed();
    throw new Problem("code_wrong");
  }
  await attempt.succeeded();
  return async (tx) => {
    // The same code brought twice at once is used once.
    await redeemToken(tx, ["login_code"], tokenSecret(app, "login_code", id)).catch(() => {
      throw new Problem("code_wrong");
    });
  };
}

/** The account of an address that was just shown to be the visitor's, opened if need be. */
export async function findOrCreateByEmail(app: App, tx: Tx, email: string, fullname?: string): Promise<User> {
  const known = await lockUserByEmail(tx, email);
  if (!known) return registerUser(app, tx, { email, fullname, password_hash: null, verified: true });
  if (known.email_verified_at !== null) return known;
  await claimUnverifiedAccount(tx, known, email);
  return assertFound(await findUserById(tx, known.id));
}

/**
 * Somebody opened the account with an address that was never shown to be theirs. Now its owner is here: a password,
 * sessions, links and a person of a provider from before may be a stranger's who waited for this.
 */
async function claimUnverifiedAccount(tx: Tx, { id }: User, email: string) {
  await verifyEmail(tx, id, email);
  await replacePassword(tx, id, null);
  await revokeSessions(tx, id, "taken over");
  await deleteIdentities(tx, id);
  await invalidateTokens(tx, id);
  await changed(tx, `account:${id}`);
}
