import { requestEmail } from "#server/accounts/account-emails.ts";
import { toProfile } from "#server/accounts/profile.ts";
import { confirmProvisional, joinProvisionalAccounts } from "#server/accounts/provisional/join.ts";
import { isKnownDevice } from "#server/accounts/sign-in/throttle.sql.ts";
import { limitRequests } from "#server/accounts/sign-in/throttle.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import {
  findUserById,
  insertContactEmail,
  lockUserById,
  replaceEmail,
  type User,
  verifyEmail,
} from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { limitEmails } from "#server/platform/http/rate-limit.ts";
import { assertMailServer } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { mayBeStrangers } from "./claim-account.ts";
import { countRecentTokens } from "./one-time-tokens.sql.ts";
import { redeemToken, sendToken } from "./one-time-tokens.ts";

const verificationSeconds = 7 * 86_400;
/** Maximum number of emails to one address about orders in 15 minutes. */
const maxContactEmails = 3;

/** Sends a verification email to a new account's address, unless it has none or is verified. */
export async function sendVerification(
  app: App,
  tx: Tx,
  { id: userId, email, email_verified_at }: Pick<User, "id" | "email" | "email_verified_at">,
) {
  if (!email || email_verified_at) return;
  await sendToken(app, tx, { purpose: "verify", userId, email, seconds: verificationSeconds });
}

/** Sends the verification email again. Throws `too_many_requests` and `email_unavailable`. */
export async function resendVerification(app: App, userId: number, address: string): Promise<{ message: string }> {
  const person = assertFound(await findUserById(app.db, userId));
  if (toProfile(person).email_verified) return { message: say("Your email address is already confirmed.") };
  await assertMailServer(app);
  await limitVerificationEmails(app.db, { userId, email: person.email ?? "", address });
  await inTransaction(app.db, (tx) => sendVerification(app, tx, person));
  return { message: say("We sent a link to {email}. Open it to confirm your address.", { email: person.email ?? "" }) };
}

/** Limits verification emails per account, per address and per network, as nobody knows yet whose the address is. */
export async function limitVerificationEmails(
  db: Db,
  { userId, email, address }: { userId: number; email: string; address: string },
) {
  await limitRequests(db, `verify ${userId}`, { address });
  await limitRequests(db, `verify ${email}`, { address });
  await limitEmails(db, address);
}

/**
 * Asks the owner of an address whether the shop may write there about the account's orders. Does nothing for the
 * account's own address, which has a verification email of its own, and after three emails in 15 minutes.
 */
export async function requestContactEmail(app: App, tx: Tx, { userId, email }: { userId: number; email: string }) {
  const person = await findUserById(tx, userId);
  if (!person || person.email?.toLowerCase() === email.toLowerCase()) return;
  if ((await countRecentTokens(tx, "contact_email", email)) >= maxContactEmails) return;
  await sendToken(app, tx, { purpose: "contact_email", userId, email, seconds: verificationSeconds });
}

const confirmations = ["verify", "email_change", "contact_email"] as const;
type Confirmation = (typeof confirmations)[number];

/**
 * Verifies an address, once. `session` is the one the request was made in, if any. Throws `link_expired`,
 * `username_taken` if another account has it by now, and `other_browser`, which leaves the link valid, if the account may
 * be a stranger's who entered this address.
 */
export const confirmEmail = (
  app: App,
  secret: string,
  { device, session }: Pick<Visitor, "device" | "session">,
): Promise<{ email: string }> =>
  inTransaction(app.db, async (tx) => {
    const { user_id: userId, email, purpose } = await redeemToken(tx, [...confirmations], secret);
    if (userId === null || email === null) throw new Problem("link_expired");
    const before = await lockUserById(tx, userId);
    if (before && (await isOthers(tx, before, purpose as Confirmation, device))) throw new Problem("other_browser");
    if (before?.account_status === "provisional" && purpose === "verify") {
      // Corrected since.
      if (before.email?.toLowerCase() !== email.toLowerCase()) throw new Problem("link_expired");
      await confirmProvisional(app, tx, email, device, {
        id: userId,
        family: session?.userId === userId && session.epoch === before.token_epoch ? session.sessionFamily : undefined,
      });
      await invalidate(tx, "users");
      return { email };
    }
    const confirm = { verify: verifyEmail, email_change: replaceEmail, contact_email: insertContactEmail };
    if (!(await confirm[purpose as Confirmation](tx, userId, email))) throw new Problem("link_expired");
    await app.events.emit(tx, "account.email_confirmed", { userId, email });
    if (purpose !== "contact_email") await joinProvisionalAccounts(app, tx, userId, device);
    if (purpose === "email_change" && before?.email)
      await requestEmail(app, tx, { kind: "email_changed", to: before.email, userId, tokenId: null });
    await invalidate(tx, "users");
    return { email };
  });

/**
 * Whether whoever opens a link may not be who is signed in to its account. An address of an order signs nobody in. A new
 * address was asked for by somebody who is signed in, in whichever way.
 */
async function isOthers(tx: Tx, person: User, purpose: Confirmation, device: Visitor["device"]) {
  if (purpose === "contact_email") return false;
  if (purpose === "verify") return mayBeStrangers(tx, person, device);
  return !(await isKnownDevice(tx, { id: person.id }, device));
}
