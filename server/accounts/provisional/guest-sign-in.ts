import type { SignedIn } from "#contract/accounts/accounts.ts";
import { completeSignIn } from "#server/accounts/sign-in/complete-sign-in.ts";
import { limitDevice, limitRequests } from "#server/accounts/sign-in/throttle.ts";
import { getVisitor, type Visitor } from "#server/accounts/sign-in/visitor.ts";
import { insertUser } from "#server/accounts/users.sql.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { hashSecret } from "#server/platform/auth/tokens.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { limitGuests } from "#server/platform/http/rate-limit.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { findStatusUnlessOwn, isProvisionalSession, replaceProvisionalEmail } from "./provisional.sql.ts";

type SignIn = DomainEvents["account.signed_in"];

/**
 * Makes a provisional account for an email, signed in on this device only. It doesn't look for an account with that
 * email, so nothing about one shows in the answer or its time. Throws `guest_checkout_off` and `too_many_requests`.
 */
export async function signInAsGuest(app: App, email: string, visitor: Visitor): Promise<SignedIn> {
  if (!(await getCachedSettings(app)).guest_checkout) throw new Problem("guest_checkout_off");
  await limitGuests(app.db, visitor.address);
  await limitDevice(app.db, "guest", visitor.device);
  await limitRequests(app.db, `guest ${email}`, { address: visitor.address });
  return completeSignIn(app, visitor, async (tx) => {
    // Nothing welcomes somebody who may not own the address: the emails of an order are the first it gets.
    const person = await insertUser(tx, { email, account_status: "provisional", password_hash: null });
    await invalidate(tx, "users");
    return person;
  });
}

/**
 * A customer signed in with the access token of another, provisional account: its cart comes along, as whoever corrects a
 * mistyped email, or finds that they have an account, loses none. The device alone proves nothing, as others may use it.
 */
export async function takeCartAlong(app: App, tx: Tx, { userId: intoId, role, session }: SignIn) {
  if (role !== "customer" || !session || session.userId === intoId) return;
  if (await isProvisionalSession(tx, session))
    await app.events.emit(tx, "account.replaced", { fromId: session.userId, intoId });
}

/**
 * Limits the orders of an account with emails that nobody has confirmed for it, whose owners get emails of them. Of somebody
 * without an account each counts like an entry of the email at the checkout. Throws `too_many_requests`.
 */
export async function limitOrderEmails(app: App, call: Call, email: string) {
  const id = userId(call.caller);
  const status = await findStatusUnlessOwn(app.db, id, email);
  if (status === undefined) return;
  if (status === "provisional") {
    const visitor = getVisitor(app, call);
    await limitGuests(app.db, visitor.address);
    await limitDevice(app.db, "guest", visitor.device);
  }
  // A program can send the session without the device.
  await limitDevice(app.db, "guest", hashSecret(`account ${id}`));
}

/**
 * The email that somebody without an account orders with becomes that of their provisional account: whoever confirms it
 * gets the order, not the owner of one that was mistyped before. Does nothing for other accounts.
 */
export async function correctGuestEmail(tx: Tx, userId: number, email: string) {
  if (await replaceProvisionalEmail(tx, userId, email)) await invalidate(tx, "users");
}
