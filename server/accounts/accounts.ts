import type { Address, Profile, Role } from "#contract/accounts/accounts.ts";
import { findAddress } from "#server/accounts/addresses/addresses.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { hashPassword } from "./passwords.ts";
import { toProfile } from "./profile.ts";
import { registerUser } from "./registration.ts";
import { findUserById, selectAdministratorIds } from "./users.sql.ts";

export { createAddress } from "#server/accounts/addresses/addresses.ts";
export {
  countCustomersByDay,
  countNewCustomers,
  getCustomerCounts,
  listLatestCustomers,
} from "#server/accounts/customers/customer-counts.sql.ts";
export { signInCode, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";

/** The profile of an account. Throws `not_found`. */
export async function getProfile(db: Db | Tx, userId: number): Promise<Profile> {
  return toProfile(assertFound(await findUserById(db, userId)));
}

/** An address of this customer; undefined if unknown or another customer's. */
export const findAddressOf = (db: Db | Tx, userId: number, addressId: number): Promise<Address | undefined> =>
  findAddress(db, userId, addressId);

/** Ids of all administrators. */
export const listAdministratorIds = (db: Db | Tx): Promise<number[]> => selectAdministratorIds(db);

export interface NewAccount {
  username?: string;
  email?: string;
  password: string;
  fullname?: string;
  role?: Role;
}

/** Creates an account with a verified address, for seeding and the first administrator. Throws `username_taken`. */
export async function createAccount(
  app: Pick<App, "events">,
  tx: Tx,
  { password, ...names }: NewAccount,
): Promise<{ id: number }> {
  const { id } = await registerUser(app, tx, {
    ...names,
    password_hash: await hashPassword(password),
    verified: true,
  });
  return { id };
}
