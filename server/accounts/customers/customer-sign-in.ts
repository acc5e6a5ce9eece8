import type { SignInEmail } from "#contract/accounts/customer-sign-in.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { findCodeRequester } from "#server/accounts/recovery/one-time-tokens.sql.ts";
import { enqueuePasswordReset } from "#server/accounts/recovery/password-reset.ts";
import { issueCode, needsPassword } from "#server/accounts/recovery/sign-in-codes.ts";
import { revokeFamily, revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { endAccessTokens } from "#server/accounts/sessions/sessions.ts";
import { isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer } from "#server/shop/shop.ts";
import { type Actor, lockManagedCustomer } from "./customers.ts";

/** Ends all sessions of an account, or one; its access tokens and sockets end at once. Throws `not_found`. */
export async function endCustomerSessions(
  tx: Tx,
  { id, session_id }: { id: number; session_id?: string },
  actor: Actor,
): Promise<void> {
  await lockManagedCustomer(tx, id, actor);
  await endAccessTokens(tx, id);
  if (session_id === undefined) await revokeSessions(tx, id, "staff");
  else assertFound((await revokeFamily(tx, session_id, id, "staff")) || undefined);
}

/**
 * Emails a customer another way to sign in. A code counts as requested by the device that has requested the latest one,
 * where the customer may be waiting for it. Throws `email_not_possible` and `no_mail_server`.
 */
export async function sendSignInEmail(app: App, tx: Tx, id: number, kind: SignInEmail, actor: Actor): Promise<void> {
  const customer = await lockManagedCustomer(tx, id, actor);
  const { email } = customer;
  if (!email || isBlocked(customer)) throw new Problem("email_not_possible");
  await assertMailServer(app, "no_mail_server");
  await send[kind](app, tx, { ...customer, email });
}

type Recipient = Customer & { email: string };
const send: Record<SignInEmail, (app: App, tx: Tx, customer: Recipient) => Promise<unknown>> = {
  code: async (app, tx, { id, email }) => {
    if (needsPassword(assertFound(await findUserById(tx, id)))) throw new Problem("email_not_possible");
    return issueCode(app, tx, email, await findCodeRequester(tx, email));
  },
  password_reset: (app, tx, { email, account_status }) => {
    if (account_status === "provisional") throw new Problem("email_not_possible");
    return enqueuePasswordReset(app, tx, email);
  },
  verification: (app, tx, customer) => {
    if (customer.email_verified_at) throw new Problem("email_not_possible");
    return sendVerification(app, tx, customer);
  },
};
