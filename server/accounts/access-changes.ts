import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import {
  findAccess,
  lockAdministrators,
  lockCustomer,
  updateAccess,
} from "#server/accounts/customers/customers.sql.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { updateMember } from "#server/accounts/staff/staff.sql.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";

/** What an account may do; only staff have permissions. */
export interface AccessState extends Record<string, unknown> {
  role: Role;
  account_status: AccountStatus;
  permissions?: Permissions;
  version: number;
}

/** The access of accounts, as changes record and restore it. Their names are those that they have when the log is read. */
export const accessObject: RecordedObject<AccessState> = {
  lock: async (tx, ids) => {
    await lockAdministrators(tx);
    for (const id of ids) await lockCustomer(tx, Number(id));
  },
  read: (tx, id) => findAccess(tx, Number(id)),
  name: () => null,
  together: [["role", "account_status", "permissions"]],
  // Administrators are changed with a password only, and staff who were removed have to be invited again.
  canSetBack: (before, after) =>
    before.role === after.role &&
    (before.role === "customer" || (before.role === "staff" && before.account_status === after.account_status)),
  update: async (tx, id, { role, account_status, permissions = {} }) => {
    if (role === "staff") await updateMember(tx, Number(id), { role, permissions });
    else {
      await updateAccess(tx, { id: Number(id), role, account_status });
      await revokeSessions(tx, Number(id), "access");
    }
    await invalidateAccount(tx, Number(id));
  },
};

/** Invalidates what is cached of an account. */
export const invalidateAccount = (tx: Tx, id: number) => invalidate(tx, `account:${id}`, "users");
