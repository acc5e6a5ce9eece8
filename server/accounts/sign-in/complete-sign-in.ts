import type { SignedIn } from "#contract/accounts/accounts.ts";
import { toProfile } from "#server/accounts/profile.ts";
import { checkToken, issueToken, redeemToken, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";
import { createSession } from "#server/accounts/sessions/sessions.ts";
import { checkCodeAttempt, getTwoFactor, redeemCode } from "#server/accounts/two-factor/two-factor.ts";
import { lockUserById, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import type { Visitor } from "./visitor.ts";

const twoFactorSeconds = 600;

/** Whether the account is blocked or deleted. */
export const isBlocked = ({ account_status }: Pick<User, "account_status">) =>
  account_status === "blocked" || account_status === "deleted";

/**
 * Starts a session for the account that `identify` returns, locked, in one transaction. Throws `account_blocked`, and
 * `two_factor_required` once the transaction is committed: the password it has set stays, a link stays used.
 */
export async function completeSignIn(app: App, visitor: Visitor, identify: (tx: Tx) => Promise<User>) {
  const outcome = await inTransaction(app.db, async (tx) => {
    const person = await identify(tx);
    if (isBlocked(person)) throw new Problem("account_blocked");
    if (!(await getTwoFactor(tx, person.id)).enabled) return startSession(app, tx, person, visitor);
    const { id } = await issueToken(app, tx, { purpose: "two_factor", userId: person.id, seconds: twoFactorSeconds });
    return new Problem("two_factor_required", { details: { token: tokenSecret(app, "two_factor", id) } });
  });
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/** Finishes a sign-in with its token and a code. Throws `code_wrong`, `link_expired`, `account_blocked`. */
export async function signInWithTwoFactor(
  app: App,
  { token, code }: { token: string; code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const userId = assertFound((await checkToken(app.db, "two_factor", token)).user_id, "link_expired");
  const attempt = await checkCodeAttempt(app.db, { userId, visitor });
  const signedIn = await inTransaction(app.db, async (tx) => {
    const person = assertFound(await lockUserById(tx, userId), "link_expired");
    if (isBlocked(person)) throw new Problem("account_blocked");
    await redeemCode(app, tx, userId, code);
    await redeemToken(tx, ["two_factor"], token);
    return startSession(app, tx, person, visitor);
  });
  await attempt.succeeded();
  return signedIn;
}

async function startSession(app: App, tx: Tx, person: User, visitor: Visitor): Promise<SignedIn> {
  const pair = await createSession(app, tx, person, visitor);
  const { guestId, device, session } = visitor;
  await app.events.emit(tx, "account.signed_in", { userId: person.id, role: person.role, guestId, device, session });
  return { ...pair, role: person.role, account_status: person.account_status, user: toProfile(person) };
}
