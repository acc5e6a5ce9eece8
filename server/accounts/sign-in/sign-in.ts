import type { Login, Registration, SignedIn } from "#contract/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { lockUserById, type User, findUserByName } from "#server/accounts/users.sql.ts";
import { toProfile } from "#server/accounts/profile.ts";
import { createSession } from "#server/accounts/sessions/sessions.ts";
import { checkAttempt, attemptKeys } from "./throttle.ts";

/** Where a sign-in comes from, and the guest it may have been until now. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  guestId: string | undefined;
}

/**
 * Signs in by username or e-mail. An unknown name and a wrong password get the same answer after the same work. Throws
 * `bad_credentials`, `account_blocked` (only to whoever knows the password) or `too_many_requests`.
 */
export async function signIn(app: App, { username, password }: Login, visitor: Visitor): Promise<SignedIn> {
  const attempt = await checkAttempt(app.db, attemptKeys(username, visitor.address));
  const person = await findUserByName(app.db, username);
  if (!(await verifyPassword(person?.password_hash, password)) || !person) {
    await attempt.failed();
    throw new Problem("bad_credentials");
  }
  await attempt.succeeded();
  return inTransaction(app.db, async (tx) => {
    const held = await lockUserById(tx, person.id);
    // Looking at a password takes long enough for its owner to choose another.
    if (held?.password_hash !== person.password_hash) throw new Problem("bad_credentials");
    return startSession(app, tx, held, visitor);
  });
}

/** Opens a customer's account and signs in. Throws `username_taken`. */
export async function register(app: App, form: Registration, visitor: Visitor): Promise<SignedIn> {
  const { password, ...names } = form;
  const hash = await hashPassword(password);
  return inTransaction(app.db, async (tx) => {
    const person = await registerUser(app, tx, { ...names, password_hash: hash });
    await sendVerification(app, tx, person);
    return startSession(app, tx, person, visitor);
  });
}

/** Whether this account may not be used. */
export const isBlocked = ({ account_status }: Pick<User, "account_status">) =>
  account_status === "blocked" || account_status === "deleted";

/** Begins a session of somebody whose word has been checked, and whose account is held. Throws `account_blocked`. */
export async function startSession(app: App, tx: Tx, person: User, { userAgent, guestId }: Visitor): Promise<SignedIn> {
  if (isBlocked(person)) throw new Problem("account_blocked");
  const pair = await createSession(app, tx, person, userAgent);
  await app.events.emit(tx, "account.signed_in", { userId: person.id, role: person.role, guestId });
  return { ...pair, role: person.role, account_status: person.account_status, user: toProfile(person) };
}
