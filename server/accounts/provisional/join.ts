import { auditAccount } from "#server/accounts/audit/audit.sql.ts";
import { mergeInTransaction, noneMoved } from "#server/accounts/customers/merge.ts";
import { eraseAccount } from "#server/accounts/deletion/deletion.ts";
import { hasIdentities } from "#server/accounts/google/identities.sql.ts";
import { findOrCreateByEmail } from "#server/accounts/recovery/sign-in-codes.ts";
import { isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { getTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
import { findUserById, lockUserByEmail, setMissingName, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { isSignedInOn, lockProvisional, moveSession } from "./provisional.sql.ts";

type Device = Visitor["device"];
/** The account of a link, and the session of it that whoever opens the link has proved to hold. */
interface Opened {
  id: number;
  family: string | undefined;
}

/** How many accounts join at once, as strangers can make many; the rest join with the next sign-in. */
const maxJoined = 50;

/**
 * Joins the provisional accounts with an account's confirmed email to it: what they have moves, then they are deleted.
 * What is in those that aren't signed in to on this device may be a stranger's (an address would get the owner's
 * parcels), so only their orders move. Orders for another email, which was corrected later, stay where they are, with the
 * account and its sessions. The session of the `opened` account goes on as the owner's; all others end. Does nothing for
 * staff and for an email that isn't confirmed.
 */
export async function joinProvisionalAccounts(
  app: App,
  tx: Tx,
  userId: number,
  device: Device,
  opened?: Opened,
): Promise<void> {
  const owner = await findUserById(tx, userId);
  if (!owner?.email || !owner.email_verified_at || owner.role !== "customer") return;
  const { email, role } = owner;
  const found = await lockProvisional(tx, email, { limit: maxJoined, first: opened?.id ?? null });
  const actor = { actorId: userId, actorRole: role, requestId: undefined };
  for (const { id, fullname } of found) {
    const merge = { fromId: id, intoId: userId };
    const asked = { userId: id, email, ordersOfOthers: 0 };
    await app.events.emit(tx, "account.joining", asked);
    if (asked.ordersOfOthers > 0) await joinOrders(app, tx, merge, email);
    else if (await isSignedInOn(tx, id, device)) {
      if (fullname) await setMissingName(tx, userId, fullname);
      if (opened?.id === id && opened.family) await moveSession(tx, merge, opened.family);
      await mergeInTransaction(app, tx, merge, actor);
    } else {
      await joinOrders(app, tx, merge, email);
      await eraseAccount(app, tx, { id, role: "customer", account_status: "provisional" }, actor);
    }
  }
  // The orders have come with an address that counted as unconfirmed.
  if (found.length > 0) await app.events.emit(tx, "account.email_confirmed", { userId, email });
}

/** Moves the orders for an email, with what belongs to them, and nothing else. */
async function joinOrders(app: App, tx: Tx, merge: { fromId: number; intoId: number }, email: string) {
  const moved = { ...noneMoved };
  await app.events.emit(tx, "account.orders_joined", { ...merge, email, moved });
  const after = { merged_account: merge.fromId, ...moved };
  await auditAccount(
    tx,
    { actorId: merge.intoId, requestId: undefined },
    { id: merge.intoId, action: "user.merged", after },
  );
}

/**
 * The owner of a provisional account's email has opened the link sent there: the account joins the one with that email,
 * created if needed. The session that the request proves goes on as that account's, unless that needs a second step.
 * Throws `link_expired` for an email of the staff, and `other_browser` if somebody can sign in to an account with that email
 * that hasn't been confirmed: a stranger may have entered it here to get that account emptied.
 */
export async function confirmProvisional(
  app: App,
  tx: Tx,
  email: string,
  device: Device,
  opened: Opened,
): Promise<void> {
  const known = await lockUserByEmail(tx, email);
  if (known && known.email_verified_at === null && (await canSignIn(tx, known))) throw new Problem("other_browser");
  const owner = await findOrCreateByEmail(app, tx, email, { device });
  if (owner.role !== "customer") throw new Problem("link_expired");
  const mayGoOn = !isBlocked(owner) && !(await getTwoFactor(tx, owner.id)).enabled;
  await joinProvisionalAccounts(app, tx, owner.id, device, { ...opened, family: mayGoOn ? opened.family : undefined });
}

const canSignIn = async (tx: Tx, { id, password_hash }: User) =>
  password_hash !== null || (await hasIdentities(tx, id));
