import { sql } from "kysely";
import type { StaffAccess, StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import { type Db, findRow, getRow, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";

const memberColumns = sql`id, fullname, email, username, role, account_status = 'blocked' as is_blocked, last_seen_at,
  access_version as version,
  exists (select from two_factor where user_id = users.id and confirmed_at is not null) as two_factor_enabled,
  coalesce((select jsonb_object_agg(area, access) from staff_permissions where user_id = users.id), '{}')
    as permissions`;

/** Administrators and staff, administrators first. */
export const listMembers = (db: Db | Tx) =>
  listRows<StaffMember>(db)`
    select ${memberColumns}
    from users
    where role in ('admin', 'staff') and deleted_at is null
    order by role, lower(coalesce(fullname, email, username)), id`;

/** A member of staff, locked until the transaction ends. */
export const lockMember = (tx: Tx, id: number) =>
  findRow<StaffMember>(tx)`
    select ${memberColumns}
    from users
    where id = ${id} and role in ('admin', 'staff') and deleted_at is null
    for update of users`;

/** Sets the role and permissions of an account, and returns it. */
export async function updateMember(
  tx: Tx,
  id: number,
  { role, permissions }: Pick<StaffAccess, "role" | "permissions">,
): Promise<StaffMember> {
  await sql`delete from staff_permissions where user_id = ${id}`.execute(tx);
  await sql`
    update users set role = ${role}, access_version = access_version + 1, updated_at = now()
    where id = ${id}`.execute(tx);
  if (role === "staff") await insertPermissions(tx, id, permissions);
  return getRow<StaffMember>(tx)`select ${memberColumns} from users where id = ${id}`;
}

const insertPermissions = (tx: Tx, userId: number, permissions: Permissions) =>
  sql`
    insert into staff_permissions (user_id, area, access)
    select ${userId}, key, value from jsonb_each_text(${JSON.stringify(permissions)}::jsonb)`.execute(tx);

const invitationColumns = sql`id, email, role, permissions, expires_at`;

/** Invitations that have not been accepted, newest first. */
export const listInvitations = (db: Db) =>
  listRows<StaffInvitation>(db)`
    select ${invitationColumns} from staff_invitations order by created_at desc, id desc`;

export const findInvitation = (tx: Tx, id: number) =>
  findRow<StaffInvitation>(tx)`select ${invitationColumns} from staff_invitations where id = ${id}`;

export interface NewInvitation extends Pick<StaffInvitation, "email" | "role" | "permissions"> {
  invitedBy: number;
  tokenId: string;
  days: number;
}

/** Inserts an invitation; undefined if the address has one. */
export const insertInvitation = (tx: Tx, { email, role, permissions, invitedBy, tokenId, days }: NewInvitation) =>
  findRow<StaffInvitation>(tx)`
    insert into staff_invitations (email, role, permissions, invited_by, token_id, expires_at)
    values (${email}, ${role}, ${role === "admin" ? "{}" : JSON.stringify(permissions)}, ${invitedBy}, ${tokenId},
      now() + make_interval(days => ${days}))
    on conflict (lower(email)) do nothing
    returning ${invitationColumns}`;

/** Gives an invitation a new token and expiry. */
export const renewInvitation = (tx: Tx, id: number, { tokenId, days }: { tokenId: string; days: number }) =>
  findRow<StaffInvitation>(tx)`
    update staff_invitations set token_id = ${tokenId}, expires_at = now() + make_interval(days => ${days})
    where id = ${id}
    returning ${invitationColumns}`;

/** Deletes an invitation; false if there is none. */
export const deleteInvitation = (db: Db, id: number) => isAffected(db)`delete from staff_invitations where id = ${id}`;

/** Deletes the invitation of a token and returns it; undefined if it was withdrawn or has a later token. */
export const takeInvitation = (tx: Tx, tokenId: string) =>
  findRow<StaffInvitation>(tx)`
    delete from staff_invitations where token_id = ${tokenId} returning ${invitationColumns}`;
