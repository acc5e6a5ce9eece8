import { invalidateTokens } from "#server/accounts/recovery/one-time-tokens.sql.ts";
import { revokeFamily, revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { endAccessTokens } from "#server/accounts/sessions/sessions.ts";
import { checkAttempt } from "#server/accounts/sign-in/throttle.ts";
import type { App } from "#server/platform/app.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getShopName } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { requestEmail } from "./account-emails.ts";
import { assertUncommonPassword, hashPassword, verifyPassword } from "./passwords.ts";
import { findUserById, lockUserById, replacePassword, type User } from "./users.sql.ts";

/**
 * Changes the password and ends all other sessions. Access tokens are revoked, so this browser has to refresh once.
 * Throws `bad_credentials`, `too_many_requests`, and `bad_input` for a common password.
 */
export async function changePassword(
  app: App,
  { current_password, password }: { current_password: string; password: string },
  { userId, family, address }: { userId: number; family: string; address: string },
) {
  const { db } = app;
  const person = assertFound(await findUserById(db, userId));
  await checkPassword(db, person, current_password, address);
  assertUncommonPassword(password, [await getShopName(app), person.username, person.email, person.fullname]);
  const hash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    if ((await lockUserById(tx, userId))?.password_hash !== person.password_hash) throw wrongPasswordProblem();
    await replacePassword(tx, userId, hash);
    await revokeSessions(tx, userId, "password", family);
    await invalidateTokens(tx, userId);
    if (person.email)
      await requestEmail(app, tx, { kind: "password_changed", to: person.email, userId, tokenId: null });
    await invalidate(tx, `account:${userId}`);
  });
}

/** Checks the account's password. Throws `bad_credentials`, and `too_many_requests` after repeated failures. */
export async function checkPassword(
  db: Db,
  { id, password_hash }: Pick<User, "id" | "password_hash">,
  password: string,
  address: string,
) {
  const attempt = await checkAttempt(db, `account ${id}`, { address });
  if (!(await verifyPassword(password_hash, password))) throw wrongPasswordProblem();
  await attempt.succeeded();
}

const wrongPasswordProblem = () =>
  new Problem("bad_credentials", { message: text("Your current password is incorrect.") });

/** Ends a session of the account immediately. Throws `not_found` if it is unknown, another account's or has ended. */
export const endSession = (db: Db, userId: number, family: string) =>
  inTransaction(db, async (tx) => {
    await endAccessTokens(tx, userId);
    assertFound((await revokeFamily(tx, family, userId, "ended")) || undefined);
  });

/** Ends all sessions of the account but `family`, which refreshes once. */
export const endOtherSessions = (db: Db, userId: number, family: string) =>
  inTransaction(db, async (tx) => {
    await endAccessTokens(tx, userId);
    await revokeSessions(tx, userId, "ended", family);
  });
