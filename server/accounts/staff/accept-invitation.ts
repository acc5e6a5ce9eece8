import { deleteIdentities } from "#server/accounts/google/identities.sql.ts";
import { assertUncommonPassword, hashPassword } from "#server/accounts/passwords.ts";
import { claimAccount } from "#server/accounts/recovery/claim-account.ts";
import { invalidateTokens } from "#server/accounts/recovery/one-time-tokens.sql.ts";
import { checkToken, redeemToken } from "#server/accounts/recovery/one-time-tokens.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { completeSignIn, isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import {
  findUserById,
  insertUser,
  lockUserByEmail,
  replacePassword,
  type User,
  updateProfile,
  verifyEmail,
} from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getShopName } from "#server/shop/shop.ts";
import { takeInvitation, updateMember } from "./staff.sql.ts";

interface Acceptance {
  token: string;
  fullname: string;
  password: string;
}

/**
 * Accepts an invitation: the account of its address, created if there is none, gets the name, password and permissions,
 * and a session. Throws `link_expired`, `account_blocked`, `two_factor_required`, and `bad_input` for a common password.
 */
export async function acceptInvitation(app: App, { token, fullname, password }: Acceptance, visitor: Visitor) {
  const { email: invited } = await checkToken(app.db, "staff_invitation", token);
  assertUncommonPassword(password, [await getShopName(app), invited, fullname]);
  const hash = await hashPassword(password);
  return completeSignIn(app, visitor, async (tx) => {
    const { id: tokenId } = await redeemToken(tx, ["staff_invitation"], token);
    const invitation = await takeInvitation(tx, tokenId);
    if (!invitation) throw new Problem("link_expired");
    const known = await lockUserByEmail(tx, invitation.email);
    if (known?.role === "admin") throw new Problem("link_expired");
    if (known && isBlocked(known)) throw new Problem("account_blocked");
    // What is in an account whose address nobody verified may be a stranger's; its owner keeps an authenticator app.
    if (known?.email_verified_at === null) await claimAccount(app, tx, known, visitor);
    const { id } = known ?? (await insertUser(tx, { email: invitation.email, password_hash: null, verified: true }));
    await takeOver(tx, { id, email: invitation.email, username: known?.username ?? null, fullname }, hash);
    await updateMember(tx, id, invitation);
    await invalidate(tx, `account:${id}`, "users");
    return assertFound(await findUserById(tx, id));
  });
}

/** Sets name and password. Sessions, links and providers from before end: they may be someone else's. */
async function takeOver(tx: Tx, person: Pick<User, "id" | "email" | "username" | "fullname">, hash: string) {
  await updateProfile(tx, person);
  await verifyEmail(tx, person.id, person.email ?? "");
  await replacePassword(tx, person.id, hash);
  await revokeSessions(tx, person.id, "access");
  await deleteIdentities(tx, person.id);
  await invalidateTokens(tx, person.id);
}
