import { mergeInTransaction } from "#server/accounts/customers/merge.ts";
import { deleteSavedAddresses } from "#server/accounts/recovery/claim-account.sql.ts";
import { findOrCreateByEmail } from "#server/accounts/recovery/sign-in-codes.ts";
import { isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import { isKnownDevice } from "#server/accounts/sign-in/throttle.sql.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { getTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
import { findUserById, setMissingName } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { lockProvisional, moveSessions } from "./provisional.sql.ts";

type Device = Visitor["device"];

/** How many accounts join at once, as strangers can make many; the rest join with the next sign-in. */
const maxJoined = 50;

/**
 * Joins the provisional accounts with an account's confirmed email to it: orders and what else they have move, then they
 * are deleted. What is in those of other devices may be a stranger's (an address would get the owner's parcels), so only
 * their orders move. With `keepSessions` the sessions of this device go on as the account's; all others end. Does nothing
 * for staff and for an email that isn't confirmed.
 */
export async function joinProvisionalAccounts(
  app: App,
  tx: Tx,
  userId: number,
  device: Device,
  { keepSessions = false } = {},
): Promise<void> {
  const owner = await findUserById(tx, userId);
  if (!owner?.email || !owner.email_verified_at || owner.role !== "customer") return;
  const found = await lockProvisional(tx, owner.email, maxJoined);
  for (const { id, fullname } of found) {
    if (await isKnownDevice(tx, { id }, device)) {
      if (fullname) await setMissingName(tx, userId, fullname);
      if (keepSessions) await moveSessions(tx, { fromId: id, intoId: userId }, device);
    } else {
      await deleteSavedAddresses(tx, id);
      await app.events.emit(tx, "account.claimed", { userId: id });
    }
    const actor = { actorId: userId, actorRole: owner.role, requestId: undefined };
    await mergeInTransaction(app, tx, { fromId: id, intoId: userId }, actor);
  }
  // The orders have come with an address that counted as unconfirmed.
  if (found.length > 0) await app.events.emit(tx, "account.email_confirmed", { userId, email: owner.email });
}

/**
 * The owner of a provisional account's email has opened the link sent there: the account joins the one with that email,
 * created if needed. Its sessions on this device go on as that account's, unless that needs a second step. Throws
 * `link_expired` for an email of the staff.
 */
export async function confirmProvisional(app: App, tx: Tx, email: string, device: Device): Promise<void> {
  const owner = await findOrCreateByEmail(app, tx, email, { device });
  if (owner.role !== "customer") throw new Problem("link_expired");
  const keepSessions = !isBlocked(owner) && !(await getTwoFactor(tx, owner.id)).enabled;
  await joinProvisionalAccounts(app, tx, owner.id, device, { keepSessions });
}
