import type { Login, Registration, SignedIn } from "#contract/accounts/accounts.ts";
import { assertUncommonPassword, hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { registerUser } from "#server/accounts/registration.ts";
import { findUserByName, lockUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { limitRegistrations } from "#server/platform/http/rate-limit.ts";
import { getShopName } from "#server/shop/shop.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { attempterOf, checkAttempt } from "./throttle.ts";
import type { Visitor } from "./visitor.ts";

/**
 * Signs in with username or email. An unknown name and a wrong password get the same response after the same time.
 * Throws `bad_credentials`, `account_blocked` and `two_factor_required` (only with the right password) or
 * `too_many_requests`.
 */
export async function signIn(app: App, { username, password }: Login, visitor: Visitor): Promise<SignedIn> {
  const person = await findUserByName(app.db, username);
  // By account, whichever of its names was typed.
  const what = person ? `sign-in ${person.id}` : `sign-in as ${username}`;
  const attempt = await checkAttempt(app.db, what, await attempterOf(app.db, { id: person?.id ?? 0 }, visitor));
  if (!(await verifyPassword(person?.password_hash, password)) || !person) throw new Problem("bad_credentials");
  await attempt.succeeded();
  return completeSignIn(app, visitor, async (tx) => {
    const locked = await lockUserById(tx, person.id);
    // The password may have changed while it was verified.
    if (locked?.password_hash !== person.password_hash) throw new Problem("bad_credentials");
    return locked;
  });
}

/** Registers a customer and signs in. Throws `username_taken`, `too_many_requests`, and `bad_input` for a common password. */
export async function register(app: App, form: Registration, visitor: Visitor): Promise<SignedIn> {
  const { password, ...names } = form;
  assertUncommonPassword(password, [await getShopName(app), form.username, form.email, form.fullname]);
  const hash = await hashPassword(password);
  return completeSignIn(app, visitor, async (tx) => {
    const person = await registerUser(app, tx, { ...names, password_hash: hash });
    // In the transaction: a name that is taken, and is tried again with another, doesn't count.
    if (form.email) await limitRegistrations(tx, visitor.address);
    await sendVerification(app, tx, person);
    return person;
  });
}
