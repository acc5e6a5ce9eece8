import { requestEmail } from "#server/accounts/account-emails.ts";
import { toProfile } from "#server/accounts/profile.ts";
import { limitRequests } from "#server/accounts/sign-in/throttle.ts";
import {
  findUserByEmail,
  findUserById,
  replaceEmail,
  type User,
  updateProfile,
  verifyEmail,
} from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { issueToken, redeemToken } from "./one-time-tokens.ts";

const verificationDays = 7;
const emailChangeHours = 24;

/** Sends a verification email to a new account's address, unless it has none or is verified. */
export async function sendVerification(
  app: App,
  tx: Tx,
  { id: userId, email, email_verified_at }: Pick<User, "id" | "email" | "email_verified_at">,
) {
  if (!email || email_verified_at) return;
  const { id: tokenId } = await issueToken(app, tx, {
    purpose: "verify",
    userId,
    email,
    seconds: verificationDays * 86_400,
  });
  await requestEmail(app, tx, { kind: "verify", to: email, userId, tokenId });
}

/** Sends the verification email again. Throws `too_many_requests`. */
export async function resendVerification(app: App, userId: number, address: string): Promise<{ message: string }> {
  const person = assertFound(await findUserById(app.db, userId));
  if (toProfile(person).email_verified) return { message: say("Your email address is already confirmed.") };
  await limitVerificationEmails(app.db, { userId, email: person.email ?? "", address });
  await inTransaction(app.db, (tx) => sendVerification(app, tx, person));
  return { message: say("We sent a link to {email}. Open it to confirm your address.", { email: person.email ?? "" }) };
}

/**
 * Updates name, username and email. The first address is set at once; a new address replaces the current one when it is
 * verified and is returned as `pending_email` until then. Throws `username_taken` and `too_many_requests`.
 */
export async function updateProfileAndEmail(
  app: App,
  wish: Pick<User, "fullname" | "email" | "username">,
  { userId, address }: { userId: number; address: string },
) {
  const known = assertFound(await findUserById(app.db, userId));
  if (wish.email !== null && !isSameEmail(known.email, wish.email))
    await limitVerificationEmails(app.db, { userId, email: wish.email, address });
  return inTransaction(app.db, async (tx) => {
    const before = assertFound(await findUserById(tx, userId));
    const isSame = isSameEmail(before.email, wish.email);
    const waits = before.email !== null && wish.email !== null && !isSame;
    const email = waits ? before.email : wish.email;
    const person = assertFound(
      await updateProfile(tx, { ...wish, fullname: wish.fullname || null, email, id: userId }),
    );
    if (waits) await sendEmailChange(app, tx, userId, wish.email ?? "");
    else if (!isSame) await sendVerification(app, tx, person);
    return { ...toProfile(person), pending_email: waits ? wish.email : null };
  });
}

const isSameEmail = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/** Limits verification emails per account and per address. */
async function limitVerificationEmails(
  db: Db,
  { userId, email, address }: { userId: number; email: string; address: string },
) {
  await limitRequests(db, `verify ${userId}`, { address });
  await limitRequests(db, `verify ${email}`, { address });
}

async function sendEmailChange(app: App, tx: Tx, userId: number, email: string) {
  if (await findUserByEmail(tx, email)) throw new Problem("username_taken");
  const { id: tokenId } = await issueToken(app, tx, {
    purpose: "email_change",
    userId,
    email,
    seconds: emailChangeHours * 3600,
  });
  await requestEmail(app, tx, { kind: "email_change", to: email, userId, tokenId });
}

/** Verifies an address, once. Throws `link_expired`, and `username_taken` if another account has it by now. */
export const confirmEmail = (app: App, secret: string): Promise<{ email: string }> =>
  inTransaction(app.db, async (tx) => {
    const { user_id: userId, email, purpose } = await redeemToken(tx, ["verify", "email_change"], secret);
    if (userId === null || email === null) throw new Problem("link_expired");
    const before = await findUserById(tx, userId);
    const isDone = purpose === "verify" ? await verifyEmail(tx, userId, email) : await replaceEmail(tx, userId, email);
    if (!isDone) throw new Problem("link_expired");
    if (purpose === "email_change" && before?.email)
      await requestEmail(app, tx, { kind: "email_changed", to: before.email, userId, tokenId: null });
    await invalidate(tx, "users");
    return { email };
  });
