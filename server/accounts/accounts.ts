import type { Profile, Role } from "#contract/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { hashPassword } from "./passwords.ts";
import { toProfile } from "./profile.ts";
import { registerUser } from "./registration.ts";
import { findUserById } from "./users.sql.ts";

export {
  defaultDestinationColumn,
  findAddress,
  listDefaultAddresses,
} from "#server/accounts/addresses/addresses.sql.ts";
export { createAddress } from "#server/accounts/addresses/addresses.ts";
export {
  type ChangeSet,
  findSetAuthor,
  insertSetChanges,
  listSetChanges,
  markUndone,
  type PastSetChange,
  type SetAuthor,
  type SetChange,
} from "#server/accounts/audit/change-sets.sql.ts";
export {
  countCustomersOnline,
  countNewCustomers,
  listCustomers,
  listCustomersForExport,
  listLatestCustomers,
} from "#server/accounts/customers/customers.sql.ts";
export { actorOf } from "#server/accounts/customers/customers.ts";
export { getOrderCustomer } from "#server/accounts/customers/order-customer.ts";
export { nameIdentityIssuer } from "#server/accounts/google/google.ts";
export { eraseUnused } from "#server/accounts/provisional/erase.ts";
export { correctGuestEmail, limitOrderEmails } from "#server/accounts/provisional/guest-sign-in.ts";
export { isBlockedGuest, isProvisional } from "#server/accounts/provisional/provisional.sql.ts";
export { requestContactEmail } from "#server/accounts/recovery/email-verification.ts";
export { signInCode, tokenSecret } from "#server/accounts/recovery/one-time-tokens.ts";
export { countGuess, isGuessed } from "#server/accounts/sign-in/throttle.ts";
export { reencryptTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
export type { GuestOrders } from "./registration.ts";
export {
  findCustomerLanguage,
  hasUsers,
  listAccountNames,
  listAdministratorIds,
  listStaffIds,
  setMissingName,
} from "./users.sql.ts";

/** The profile of an account. Throws `not_found`. */
export const getProfile = async (db: Db | Tx, userId: number): Promise<Profile> =>
  toProfile(assertFound(await findUserById(db, userId)));

/** The email of an account; undefined without one, or if it is deleted. */
export const findAccountEmail = async (db: Db, userId: number): Promise<string | undefined> =>
  (await findUserById(db, userId))?.email ?? undefined;

export interface NewAccount {
  username?: string;
  email?: string;
  password: string;
  fullname?: string;
  role?: Role;
}

/** Creates an account with a verified address, for seeding and the first administrator. Throws `username_taken`. */
export async function createAccount(app: Pick<App, "events">, tx: Tx, { password, ...names }: NewAccount) {
  const { id } = await registerUser(app, tx, { ...names, password_hash: await hashPassword(password), verified: true });
  return { id };
}
