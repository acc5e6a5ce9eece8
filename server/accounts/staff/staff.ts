import { isDeepStrictEqual } from "node:util";
import type { StaffAccess, StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import { invalidateAccount } from "#server/accounts/access-changes.ts";
import { requestEmail } from "#server/accounts/account-emails.ts";
import { changesAdministrators, type Proven, proveAdministratorChange } from "#server/accounts/administrators.ts";
import { findCustomer, lockAdministrators } from "#server/accounts/customers/customers.sql.ts";
import { type Actor, accountName, describeChange, updateCustomerAccess } from "#server/accounts/customers/customers.ts";
import type { OwnerProof } from "#server/accounts/owner-proof.ts";
import { issueToken } from "#server/accounts/recovery/one-time-tokens.ts";
import { resetTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
import { findUserByEmail } from "#server/accounts/users.sql.ts";
import type { App, Call } from "#server/platform/app.ts";
import { newSecretId } from "#server/platform/auth/tokens.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer } from "#server/shop/shop.ts";
import { deleteInvitation, insertInvitation, lockMember, renewInvitation, updateMember } from "./staff.sql.ts";

/** Who changes the staff, and where they are. */
export interface By {
  call: Call;
  actor: Actor;
  visitor: Proven["visitor"];
}

const invitationDays = 7;

type Change = StaffAccess & OwnerProof & { version: number };

/**
 * Changes role and permissions; they apply to the next request. Giving or taking the role of an administrator needs a
 * proof. Throws `not_found`, `stale`, `last_admin` and what `verifyOwner` throws.
 */
export async function changeMember(
  app: App,
  id: number,
  { version, role, permissions, ...proof }: Change,
  { call, actor, visitor }: By,
): Promise<StaffMember> {
  const access = { role, permissions: role === "staff" ? permissions : {} };
  const known = assertFound(await findCustomer(app.db, id));
  const usesProof = changesAdministrators({ role: known.role }, access)
    ? await proveAdministratorChange(app, actor.actorId, { proof, visitor })
    : undefined;
  const update = async (tx: Tx) => {
    const admins = await lockAdministrators(tx);
    const before = assertFound(await lockMember(tx, id));
    const isOther = changesAdministrators({ role: before.role }, access);
    if (before.version !== version || (isOther && !usesProof))
      throw new Problem("stale", { details: { current: before } });
    if (role !== "admin" && admins.length === 1 && admins[0] === id) throw new Problem("last_admin");
    if (isOther) await usesProof?.(tx, describeChange(known, access));
    if (isDeepStrictEqual(before, { ...before, ...access })) return before;
    const after = await updateMember(tx, id, access);
    await invalidateAccount(tx, id);
    return after;
  };
  const change = { object: "user", id, action: "PUT /staff/:id" } as const;
  return inTransaction(app.db, (tx) => app.change(tx, change, call, () => update(tx)));
}

/**
 * Makes a member of staff a customer and ends their sessions. Throws `not_found`, `last_admin` and, for an administrator,
 * what `verifyOwner` throws.
 */
export async function removeMember(app: App, id: number, proof: OwnerProof, { call, visitor }: By) {
  assertFound(await inTransaction(app.db, (tx) => lockMember(tx, id)));
  const given = { proof, visitor };
  await updateCustomerAccess(app, id, { role: "customer" }, { call, action: "DELETE /staff/:id", given });
}

/**
 * Turns two-factor authentication of another member of staff off; that of an administrator needs a proof, as with a
 * stolen session it would be all that is left in the way. Throws `not_found`, `forbidden` for one's own, `stale` and what
 * `verifyOwner` throws.
 */
export async function resetMemberTwoFactor(app: App, id: number, proof: OwnerProof, { actor, visitor }: By) {
  const { actorId, requestId } = actor;
  // One's own needs a code.
  if (id === actorId) throw new Problem("forbidden");
  const known = assertFound(await findCustomer(app.db, id));
  const usesProof =
    known.role === "admin" ? await proveAdministratorChange(app, actorId, { proof, visitor }) : undefined;
  await inTransaction(app.db, async (tx) => {
    const member = assertFound(await lockMember(tx, id));
    if (!member.two_factor_enabled) throw new Problem("not_found");
    if (member.role === "admin" && !usesProof) throw new Problem("stale");
    await usesProof?.(tx, `Two-factor authentication of ${accountName(known)} was turned off`);
    await resetTwoFactor(app, tx, { userId: id, actorId, requestId });
  });
}

/**
 * Invites somebody by email. Inviting an administrator needs a proof. Throws `already_staff`, `already_invited`,
 * `no_mail_server` and what `verifyOwner` throws.
 */
export async function inviteMember(
  app: App,
  { email, role, permissions, ...proof }: StaffAccess & OwnerProof & { email: string },
  { call, actor, visitor }: By,
): Promise<StaffInvitation> {
  const usesProof =
    role === "admin" ? await proveAdministratorChange(app, actor.actorId, { proof, visitor }) : undefined;
  const invite = async (tx: Tx) => {
    const known = await findUserByEmail(tx, email);
    if (known && known.role !== "customer") throw new Problem("already_staff");
    const tokenId = newSecretId();
    const values = { email, role, permissions, invitedBy: actor.actorId, tokenId, days: invitationDays };
    const invitation = await insertInvitation(tx, values);
    if (!invitation) throw new Problem("already_invited");
    await usesProof?.(tx, `${email} was invited as an administrator`);
    await sendInvitation(app, tx, email, tokenId);
    return invitation;
  };
  const change = { object: "staff_invitation", action: "POST /staff/invitations" } as const;
  return inTransaction(app.db, (tx) => app.change(tx, change, call, () => invite(tx)));
}

/** Emails a new link; the earlier one expires. Throws `not_found` and `no_mail_server`. */
export async function resendInvitation(app: App, tx: Tx, id: number): Promise<StaffInvitation> {
  const tokenId = newSecretId();
  const invitation = assertFound(await renewInvitation(tx, id, { tokenId, days: invitationDays }));
  await sendInvitation(app, tx, invitation.email, tokenId);
  return invitation;
}

/** Withdraws an invitation. Throws `not_found`. */
export async function withdrawInvitation(tx: Tx, id: number): Promise<void> {
  if (!(await deleteInvitation(tx, id))) throw new Problem("not_found");
}

async function sendInvitation(app: App, tx: Tx, email: string, tokenId: string) {
  await assertMailServer(app, "no_mail_server");
  await issueToken(app, tx, { purpose: "staff_invitation", email, seconds: invitationDays * 86_400, id: tokenId });
  await requestEmail(app, tx, { kind: "staff_invitation", to: email, userId: null, tokenId });
}
