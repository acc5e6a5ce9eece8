import { v7 } from "uuid";
import type { StaffAccess, StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import { requestEmail } from "#server/accounts/account-emails.ts";
import { auditAccount } from "#server/accounts/audit/audit.sql.ts";
import { lockAdministrators } from "#server/accounts/customers/customers.sql.ts";
import { type Actor, updateCustomerAccess } from "#server/accounts/customers/customers.ts";
import { issueToken } from "#server/accounts/recovery/one-time-tokens.ts";
import { resetTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
import { findUserByEmail } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { insertInvitation, lockMember, renewInvitation, updateMember } from "./staff.sql.ts";

const invitationDays = 7;

/** Changes role and permissions; they apply to the next request. Throws `not_found`, `stale` and `last_admin`. */
export const changeMember = (
  db: Db,
  id: number,
  { version, ...access }: StaffAccess & { version: number },
  actor: Actor,
): Promise<StaffMember> =>
  inTransaction(db, async (tx) => {
    const admins = await lockAdministrators(tx);
    const before = assertFound(await lockMember(tx, id));
    if (before.version !== version) throw new Problem("stale", { details: { current: before } });
    if (access.role !== "admin" && admins.length === 1 && admins[0] === id) throw new Problem("last_admin");
    const after = await updateMember(tx, id, access);
    await auditAccount(tx, actor, {
      id,
      action: "user.access_updated",
      before: { role: before.role, permissions: before.permissions },
      after: { role: after.role, permissions: after.permissions },
    });
    return after;
  });

/** Makes a member of staff a customer and ends their sessions. Throws `not_found` and `last_admin`. */
export async function removeMember(db: Db, id: number, actor: Actor) {
  assertFound(await inTransaction(db, (tx) => lockMember(tx, id)));
  await updateCustomerAccess(db, id, { role: "customer" }, actor);
}

/** Turns two-factor authentication of another member of staff off. Throws `not_found`, and `forbidden` for one's own. */
export const resetMemberTwoFactor = (app: App, id: number, { actorId, requestId }: Actor) =>
  inTransaction(app.db, async (tx) => {
    // One's own needs a code.
    if (id === actorId) throw new Problem("forbidden");
    if (!assertFound(await lockMember(tx, id)).two_factor_enabled) throw new Problem("not_found");
    await resetTwoFactor(app, tx, { userId: id, actorId, requestId });
  });

/** Invites somebody by email. Throws `already_staff` and `already_invited`. */
export const inviteMember = (
  app: App,
  { email, role, permissions }: StaffAccess & { email: string },
  invitedBy: number,
): Promise<StaffInvitation> =>
  inTransaction(app.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    if (known && known.role !== "customer") throw new Problem("already_staff");
    const tokenId = v7();
    const values = { email, role, permissions, invitedBy, tokenId, days: invitationDays };
    const invitation = await insertInvitation(tx, values);
    if (!invitation) throw new Problem("already_invited");
    await sendInvitation(app, tx, email, tokenId);
    return invitation;
  });

/** Emails a new link; the earlier one expires. Throws `not_found`. */
export const resendInvitation = (app: App, id: number): Promise<StaffInvitation> =>
  inTransaction(app.db, async (tx) => {
    const tokenId = v7();
    const invitation = assertFound(await renewInvitation(tx, id, { tokenId, days: invitationDays }));
    await sendInvitation(app, tx, invitation.email, tokenId);
    return invitation;
  });

async function sendInvitation(app: App, tx: Tx, email: string, tokenId: string) {
  await issueToken(app, tx, { purpose: "staff_invitation", email, seconds: invitationDays * 86_400, id: tokenId });
  await requestEmail(app, tx, { kind: "staff_invitation", to: email, userId: null, tokenId });
}
