import type { Address, Profile, Role } from "#contract/accounts.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { findAddress } from "./addresses.sql.ts";
import { openAccount } from "./opening.ts";
import { passwordHash } from "./passwords.ts";
import { administratorIds, personById } from "./people.sql.ts";
import { profileOfPerson } from "./profiles.ts";

export { keepAddress } from "./addresses.ts";
export { countNewCustomers, customersByDay, latestCustomers, userFigures } from "./figures.sql.ts";
export { codeOf, secretOf } from "./one-time.ts";

/** Name, e-mail and username of an account. Throws `not_found`. */
export async function profileOf(db: Db | Tx, userId: number): Promise<Profile> {
  return profileOfPerson(assertFound(await personById(db, userId)));
}

/** An address of this customer; undefined when it is none or somebody else's. */
export const addressOf = (db: Db | Tx, userId: number, addressId: number): Promise<Address | undefined> =>
  findAddress(db, userId, addressId);

/** The ids of everybody who may use the dashboard. */
export const administrators = (db: Db | Tx): Promise<number[]> => administratorIds(db);

export interface NewAccount {
  username?: string;
  email?: string;
  password: string;
  fullname?: string;
  role?: Role;
}

/** Opens an account for seeding and for the first administrator, whose addresses are taken for theirs; a customer's is announced. Throws `username_taken`. */
export async function makeAccount(
  app: Pick<App, "events">,
  tx: Tx,
  { password, ...names }: NewAccount,
): Promise<{ id: number }> {
  const { id } = await openAccount(app, tx, {
    ...names,
    password_hash: await passwordHash(password),
    verified: true,
  });
  return { id };
}
