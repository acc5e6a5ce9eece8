import { z } from "zod";
import { Id, IdParams, Instant, one, Version } from "#contract/endpoint.ts";
import { onlyAdministrators, Permissions } from "#contract/resources/permissions.ts";
import { resource } from "#contract/resources/resource.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { Email, FullName, OwnerProof, Password, Secret, signInWith } from "./accounts.ts";

/** Administrators may do everything; staff what their permissions say. */
export const StaffRole = z.enum(["staff", "admin"]);
export type StaffRole = z.infer<typeof StaffRole>;

export const StaffAccess = z
  .object({ role: StaffRole, permissions: Permissions.default({}) })
  .refine(({ role, permissions }) => role === "admin" || Object.keys(permissions).length > 0, {
    error: "Choose at least one permission.",
    path: ["permissions"],
  });
export type StaffAccess = z.infer<typeof StaffAccess>;

/** Somebody who works in the dashboard. */
export const StaffMember = z.object({
  id: z.int(),
  fullname: z.string().nullable(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  role: StaffRole,
  permissions: Permissions,
  is_blocked: z.boolean(),
  two_factor_enabled: z.boolean(),
  last_seen_at: Instant.nullable(),
  version: z.int(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const StaffInvitation = z.object({
  id: z.int(),
  email: z.string(),
  role: StaffRole,
  permissions: Permissions,
  expires_at: Instant,
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

const staffMember = resource("staff_member", onlyAdministrators);
/** The access of an account, of whatever role. */
const account = resource("user", onlyAdministrators);
const invitation = resource("staff_invitation", onlyAdministrators);

const needProof =
  "For an administrator it requires the caller's password, or a sign-in code if the account has none; " +
  "administrators are emailed.";
const proofProblems = ["bad_credentials", "code_wrong"] as const;

export const staffApi = {
  "GET /staff": staffMember.list("List administrators and staff with their permissions.", StaffMember),
  "GET /staff/export": staffMember.export("Download administrators and staff with their permissions as CSV."),
  "PUT /staff/:id": account.update(
    `Change the role or permissions of a member of staff. Applies to their next request. ${needProof}`,
    StaffAccess.safeExtend({ version: Version, ...OwnerProof.shape }),
    StaffMember,
    ["stale", "last_admin", ...proofProblems],
  ),
  "DELETE /staff/:id": staffMember.write({
    summary: `Remove a member of staff. The account becomes a customer's, and its sessions end. ${needProof}`,
    undo: notUndone.deleted,
    params: IdParams,
    body: OwnerProof,
    status: 204,
    problems: ["stale", "last_admin", ...proofProblems],
  }),
  "DELETE /staff/:id/two-factor": staffMember.write({
    summary: `Turn off two-factor authentication of another member of staff, who gets an email. ${needProof}`,
    params: IdParams,
    body: OwnerProof,
    status: 204,
    problems: ["forbidden", "stale", ...proofProblems],
    undo: notUndone.deleted,
  }),
  "GET /staff/invitations": invitation.list("List invitations that have not been accepted.", StaffInvitation),
  "GET /staff/invitations/export": invitation.export("Download open invitations as CSV."),
  "POST /staff/invitations": invitation.write({
    summary: `Invite somebody to the staff by email. The link in it is valid for 7 days. ${needProof}`,
    undo: "snapshot",
    body: StaffAccess.safeExtend({ email: Email, ...OwnerProof.shape }),
    reply: one(StaffInvitation),
    status: 201,
    problems: ["already_staff", "already_invited", "no_mail_server", ...proofProblems],
  }),
  "POST /staff/invitations/:id/resend": invitation.write({
    summary: "Email an invitation again with a new link; the earlier one expires.",
    undo: notUndone.sent,
    params: z.object({ id: Id }),
    reply: one(StaffInvitation),
    problems: ["no_mail_server"],
  }),
  "DELETE /staff/invitations/:id": invitation.write({
    summary: "Withdraw an invitation.",
    undo: notUndone.deleted,
    params: z.object({ id: Id }),
    status: 204,
  }),
  "POST /auth/invitation/accept": signInWith(
    "Accept an invitation with the token of its link: sets the name and password and signs in.",
    z.object({ token: Secret, fullname: FullName.min(1, "Name required"), password: Password }),
    ["link_expired", "account_blocked", "two_factor_required"],
  ),
};
