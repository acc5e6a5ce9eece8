import { timingSafeEqual } from "node:crypto";
import type { SignedIn } from "#contract/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { say } from "#words/say.ts";
import { forgetIdentities } from "./identities.sql.ts";
import { write } from "./letters.ts";
import { tryNewestCode, voidTokens } from "./one-time.sql.ts";
import { codeOf, giveToken, redeem, secretOf } from "./one-time.ts";
import { openAccount } from "./opening.ts";
import { holdByEmail, type Person, personById, replacePassword, verifyEmail } from "./people.sql.ts";
import { revokeAll } from "./sessions.sql.ts";
import { type Visitor, welcome } from "./sign-in.ts";
import { admitAttempt, admitRequest, attemptAt } from "./throttle.ts";

const codeSeconds = 600;
const triesPerCode = 5;

/** Sends a code of six digits to an address, whether it has an account or not. Throws `too_many_requests`. */
export async function sendCode(app: App, email: string, address: string): Promise<{ message: string }> {
  await admitRequest(app.db, `code for ${email}`, address);
  await inTransaction(app.db, async (tx) => {
    const { id: tokenId } = await giveToken(app, tx, { purpose: "login_code", email, seconds: codeSeconds });
    await write(app, tx, { kind: "login_code", to: email, userId: null, tokenId });
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
  const use = await checkCode(app, { email, code }, visitor.address);
  return inTransaction(app.db, async (tx) => {
    await use(tx);
    return welcome(app, tx, await ownerOf(app, tx, email), visitor);
  });
}

/**
 * Looks whether this is the newest code sent to this address. What comes back uses it up, in the transaction it is for.
 * Throws `code_wrong` or `too_many_requests`.
 */
export async function checkCode(
  app: App,
  { email, code }: { email: string; code: string },
  address: string,
): Promise<(tx: Tx) => Promise<void>> {
  const attempt = await admitAttempt(app.db, attemptAt(`code ${email}`, address));
  const id = await tryNewestCode(app.db, email, triesPerCode);
  if (id === undefined || !timingSafeEqual(Buffer.from(codeOf(app, id)), Buffer.from(code))) {
    await attempt.failed();
    throw new Problem("code_wrong");
  }
  await attempt.succeeded();
  return async (tx) => {
    // The same code brought twice at once is used once.
    await redeem(tx, ["login_code"], secretOf(app, "login_code", id)).catch(() => {
      throw new Problem("code_wrong");
    });
  };
}

/** The account of an address that was just shown to be the visitor's, opened if need be. */
export async function ownerOf(app: App, tx: Tx, email: string, fullname?: string): Promise<Person> {
  const known = await holdByEmail(tx, email);
  if (!known) return openAccount(app, tx, { email, fullname, password_hash: null, verified: true });
  if (known.email_verified_at !== null) return known;
  await takeOver(tx, known, email);
  return assertFound(await personById(tx, known.id));
}

/**
 * Somebody opened the account with an address that was never shown to be theirs. Now its owner is here: a password,
 * sessions, links and a person of a provider from before may be a stranger's who waited for this.
 */
async function takeOver(tx: Tx, { id }: Person, email: string) {
  await verifyEmail(tx, id, email);
  await replacePassword(tx, id, null);
  await revokeAll(tx, id, "taken over");
  await forgetIdentities(tx, id);
  await voidTokens(tx, id);
  await changed(tx, `account:${id}`);
}
