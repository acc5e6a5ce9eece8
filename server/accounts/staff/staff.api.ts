import type { StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import { actorOf } from "#server/accounts/customers/customers.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App, Call } from "#server/platform/app.ts";
import { fields } from "#server/platform/csv.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { findInvitation, listInvitations, listMembers } from "./staff.sql.ts";
import {
  changeMember,
  inviteMember,
  removeMember,
  resendInvitation,
  resetMemberTwoFactor,
  withdrawInvitation,
} from "./staff.ts";

/** Endpoints for administrators and staff. */
export function staffRoutes(app: App) {
  const { db } = app;
  app.answer("GET /staff", () => listMembers(db));
  app.handleExport("GET /staff", {
    name: "fullname",
    ...fields("email", "username", "role"),
    permissions: permissionsText,
    two_factor: "two_factor_enabled",
    ...fields("is_blocked", "last_seen_at"),
  });
  const by = (call: Call) => ({ call, actor: actorOf(call), visitor: getVisitor(app, call) });
  const recordsItself = true;
  app.handle(
    "PUT /staff/:id",
    async ({ params, body }, call) => ({ data: await changeMember(app, params.id, body, by(call)) }),
    { recordsItself },
  );
  app.handle("DELETE /staff/:id", ({ params, body }, call) => removeMember(app, params.id, body, by(call)), {
    recordsItself,
  });
  app.handle(
    "DELETE /staff/:id/two-factor",
    ({ params, body }, call) => resetMemberTwoFactor(app, params.id, body, by(call)),
    { recordsItself },
  );
  app.events.on("shop.staff_settings_changed", async (tx) => {
    for (const { id } of await listMembers(tx)) await invalidate(tx, `account:${id}`);
  });
  app.object<StaffInvitation>("staff_invitation", {
    read: (tx, id) => findInvitation(tx, Number(id)),
    name: ({ email }) => email,
    remove: (tx, id) => withdrawInvitation(tx, Number(id)),
  });
  app.answer("GET /staff/invitations", () => listInvitations(db));
  app.handleExport("GET /staff/invitations", {
    ...fields("email", "role"),
    permissions: permissionsText,
    expires_at: "expires_at",
  });
  app.handle("POST /staff/invitations", async ({ body }, call) => ({ data: await inviteMember(app, body, by(call)) }), {
    recordsItself,
  });
  app.write("POST /staff/invitations/:id/resend", (tx, { params }) => resendInvitation(app, tx, params.id));
  app.write("DELETE /staff/invitations/:id", (tx, { params }) => withdrawInvitation(tx, params.id));
  app.handle("POST /auth/invitation/accept", ({ body }, call) => acceptInvitation(app, body, getVisitor(app, call)));
}

const permissionsText = ({ permissions }: StaffMember | StaffInvitation) =>
  Object.entries(permissions).map(([area, access]) => `${area}: ${access}`);
