import type { Profile } from "#contract/accounts/accounts.ts";
import { permissionsOf } from "#server/platform/auth/caller.ts";
import type { User } from "./users.sql.ts";

/** The profile shown to the user. */
export const toProfile = ({
  id,
  fullname,
  email,
  username,
  email_verified_at,
  password_hash,
  role,
  permissions,
  must_set_up_two_factor,
}: User): Profile => ({
  id,
  fullname,
  email,
  username,
  email_verified: email === null || email_verified_at !== null,
  has_password: password_hash !== null,
  permissions: permissionsOf(role, permissions),
  must_set_up_two_factor,
});
