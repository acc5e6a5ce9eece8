import { deleteIdentities, hasIdentities } from "#server/accounts/google/identities.sql.ts";
import { isKnownDevice } from "#server/accounts/sign-in/throttle.sql.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { deleteTwoFactor } from "#server/accounts/two-factor/two-factor.sql.ts";
import type { User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { deleteSavedAddresses } from "./claim-account.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** The owner of an address got an account that a stranger may have used: delete what is in it, but its orders. */
    "account.claimed": { userId: number };
  }
}

type Claimed = Pick<User, "id" | "password_hash" | "email_verified_at">;

/**
 * Whether a stranger may be able to sign in to an account whose address isn't verified yet: it has a password or a
 * provider, and nobody has signed in to it in this browser. Accounts that staff entered have neither.
 */
export const mayBeStrangers = async (db: Db | Tx, person: Claimed, device: Visitor["device"]) =>
  person.email_verified_at === null &&
  (person.password_hash !== null || (await hasIdentities(db, person.id))) &&
  !(await isKnownDevice(db, { id: person.id }, device));

/**
 * The owner of the address of an unverified account has signed in by email. Providers and an authenticator app from before
 * may be someone else's. If a stranger may have used the account, so may what is in it: an address they saved would get
 * the owner's parcels, and an email address of theirs the owner's orders. Call it before the password is replaced.
 */
export async function claimAccount(app: App, tx: Tx, person: Claimed, { device }: Pick<Visitor, "device">) {
  if (await mayBeStrangers(tx, person, device)) {
    await deleteSavedAddresses(tx, person.id);
    await app.events.emit(tx, "account.claimed", { userId: person.id });
  }
  await deleteIdentities(tx, person.id);
  await deleteTwoFactor(tx, person.id);
}
