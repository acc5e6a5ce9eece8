import type { Login, Registration, SignedIn } from "#contract/accounts/accounts.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { toProfile } from "#server/accounts/profile.ts";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { createSession } from "#server/accounts/sessions/sessions.ts";
import { findUserByName, lockUserById, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { attempterOf, checkAttempt } from "./throttle.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Signs in with username or email. An unknown name and a wrong password get the same response after the same time.
 * Throws `bad_credentials`, `account_blocked` (only with the right password) or `too_many_requests`.
 */
export async function signIn(app: App, { username, password }: Login, visitor: Visitor): Promise<SignedIn> {
  const person = await findUserByName(app.db, username);
  // By account, whichever of its names was typed.
  const what = person ? `sign-in ${person.id}` : `sign-in as ${username}`;
  const attempt = await checkAttempt(app.db, what, await attempterOf(app.db, { id: person?.id ?? 0 }, visitor));
  if (!(await verifyPassword(person?.password_hash, password)) || !person) throw new Problem("bad_credentials");
  await attempt.succeeded();
  return inTransaction(app.db, async (tx) => {
    const held = await lockUserById(tx, person.id);
    // The password may have changed while it was verified.
    if (held?.password_hash !== person.password_hash) throw new Problem("bad_credentials");
    return startSession(app, tx, held, visitor);
  });
}

/** Registers a customer and signs in. Throws `username_taken`. */
export async function register(app: App, form: Registration, visitor: Visitor): Promise<SignedIn> {
  const { password, ...names } = form;
  const hash = await hashPassword(password);
  return inTransaction(app.db, async (tx) => {
    const person = await registerUser(app, tx, { ...names, password_hash: hash });
    await sendVerification(app, tx, person);
    return startSession(app, tx, person, visitor);
  });
}

/** Whether the account is blocked or deleted. */
export const isBlocked = ({ account_status }: Pick<User, "account_status">) =>
  account_status === "blocked" || account_status === "deleted";

/** Starts a session for a verified user, whose account must be locked. Throws `account_blocked`. */
export async function startSession(app: App, tx: Tx, person: User, visitor: Visitor): Promise<SignedIn> {
  if (isBlocked(person)) throw new Problem("account_blocked");
  const pair = await createSession(app, tx, person, visitor);
  await app.events.emit(tx, "account.signed_in", { userId: person.id, role: person.role, guestId: visitor.guestId });
  return { ...pair, role: person.role, account_status: person.account_status, user: toProfile(person) };
}
