import type { SignedIn } from "#contract/accounts/accounts.ts";
import { requestEmail } from "#server/accounts/account-emails.ts";
import { assertUncommonPassword, hashPassword } from "#server/accounts/passwords.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { completeSignIn, isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import { attempterOf, limitEmailsTo, limitRequests, resetAttempts } from "#server/accounts/sign-in/throttle.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import {
  findUserById,
  findUserByName,
  lockUserById,
  replacePassword,
  verifyEmail,
} from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { newSecretId } from "#server/platform/auth/tokens.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer, getShopName } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { claimAccount } from "./claim-account.ts";
import { countRecentTokens, invalidateTokens } from "./one-time-tokens.sql.ts";
import { checkToken, redeemToken, sendToken } from "./one-time-tokens.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Sends a password reset email if the account exists. */
    "accounts.password-reset": { name: string; tokenId: string };
  }
}

const hourSeconds = 3600;
/** Maximum number of reset emails per account in 15 minutes. */
const maxLinks = 3;

/** What the requests for a name or email are counted as. */
const forgotten = (name: string) => `forgot ${name}`;

/**
 * Requests a reset by a job: the same answer in the same time for all names. Throws `too_many_requests` and
 * `email_unavailable`.
 */
export async function requestPasswordReset(app: App, name: string, visitor: Visitor) {
  await assertMailServer(app);
  const attempter = await attempterOf(app.db, { name }, visitor);
  await limitRequests(app.db, forgotten(name), attempter);
  await limitEmailsTo(app.db, { name }, visitor);
  await enqueuePasswordReset(app, app.db, name);
  return { message: say("If an account matches, we've emailed a link to it.") };
}

/** Sends a password reset email to the account with this username or email, if there is one. */
export const enqueuePasswordReset = ({ jobs }: Pick<App, "jobs">, db: Db | Tx, name: string) =>
  jobs.add(db, "accounts.password-reset", { name, tokenId: newSecretId() });

export function registerPasswordResetJob(app: App) {
  app.jobs.define("accounts.password-reset", async ({ name, tokenId }) => {
    const person = await findUserByName(app.db, name);
    if (!person?.email || isBlocked(person)) return;
    if ((await countRecentTokens(app.db, "reset", person.email)) >= maxLinks) return;
    const { id: userId, email } = person;
    await inTransaction(app.db, async (tx) => {
      await sendToken(app, tx, { purpose: "reset", userId, email, seconds: hourSeconds, id: tokenId });
    });
  });
}

/**
 * Sets a new password with the token of a reset link, ends all sessions and starts a new one. Throws `link_expired`,
 * `account_blocked`, `two_factor_required`, and `bad_input` for a common password, which leaves the link valid.
 */
export async function resetPassword(
  app: App,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { user_id: owner } = await checkToken(app.db, "reset", token);
  const person = owner === null ? undefined : await findUserById(app.db, owner);
  assertUncommonPassword(password, [await getShopName(app), person?.username, person?.email, person?.fullname]);
  const hash = await hashPassword(password);
  return completeSignIn(app, visitor, async (tx) => {
    const { user_id: userId, email } = await redeemToken(tx, ["reset"], token);
    if (userId === null || email === null) throw new Problem("link_expired");
    const before = await lockUserById(tx, userId);
    // The link is void if the account's address has changed.
    if (!(await verifyEmail(tx, userId, email))) throw new Problem("link_expired");
    await app.events.emit(tx, "account.email_confirmed", { userId, email });
    if (before?.email_verified_at === null) await claimAccount(app, tx, before, visitor);
    await replacePassword(tx, userId, hash);
    await revokeSessions(tx, userId, "password");
    await invalidateTokens(tx, userId);
    await requestEmail(app, tx, { kind: "password_changed", to: email, userId, tokenId: null });
    await invalidate(tx, `account:${userId}`);
    const attempter = await attempterOf(tx, { id: userId }, visitor);
    for (const name of [email, before?.username]) if (name) await resetAttempts(tx, forgotten(name), attempter);
    return assertFound(await findUserById(tx, userId));
  });
}
