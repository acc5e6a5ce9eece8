import { mergeCustomers } from "#server/accounts/customers/merge.ts";
import { eraseAccount } from "#server/accounts/deletion/erase-account.ts";
import { hasIdentities } from "#server/accounts/google/identities.sql.ts";
import { findOrCreateByEmail } from "#server/accounts/recovery/sign-in-codes.ts";
import type { GuestOrders } from "#server/accounts/registration.ts";
import { isBlocked } from "#server/accounts/sign-in/complete-sign-in.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { getTwoFactor } from "#server/accounts/two-factor/two-factor.ts";
import { findUserById, lockUserByEmail, setMissingName, type User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { eraseUnusedLater } from "./erase.ts";
import { joinOrders, lockWithOrders } from "./guest-orders.ts";
import { listSignedInOn, moveSession } from "./provisional.sql.ts";

type Device = Visitor["device"];
/** The account of a link, and the session of it that whoever opens the link has proved to hold. */
interface Opened {
  id: number;
  family: string | undefined;
}

/** How many accounts without an order join within a sign-in; the rest do in a job, as strangers can make many. */
const maxUnusedAtOnce = 3;

/**
 * Joins the provisional accounts with an account's confirmed email to it: what they have moves, then they are deleted.
 * What is in those that aren't signed in to on this device may be a stranger's (an address would get the owner's
 * parcels), so only their orders move. Orders for another email, which was corrected later, stay where they are, with the
 * account and its sessions. The session of the `opened` account goes on as the owner's; all others end. Accounts with
 * orders and those signed in to here join at once. Does nothing for staff and for an email that isn't confirmed.
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
  const { email } = owner;
  const found = await lockWithOrders(app, tx, email, opened?.id);
  const here = await listSignedInOn(tx, valuesOf(found, "id"), device);
  let unused = 0;
  for (const account of found) {
    const isHere = here.has(account.id);
    const hasOrders = account.orders.own + account.orders.others > 0;
    if (!isHere && !hasOrders && ++unused > maxUnusedAtOnce) continue;
    await joinOne(app, tx, {
      ...account,
      email,
      userId,
      isHere,
      family: opened?.id === account.id ? opened.family : undefined,
    });
  }
  if (unused > maxUnusedAtOnce) await eraseUnusedLater(app, tx, found, here);
  // The orders have come with an address that counted as unconfirmed.
  if (found.length > 0) await app.events.emit(tx, "account.email_confirmed", { userId, email });
}

interface Joining {
  id: number;
  fullname: string | null;
  orders: GuestOrders;
  email: string;
  userId: number;
  isHere: boolean;
  family: string | undefined;
}

async function joinOne(app: App, tx: Tx, { id, fullname, orders, email, userId, isHere, family }: Joining) {
  const merge = { fromId: id, intoId: userId };
  const actor = { actorId: userId, actorRole: "customer" as const, requestId: undefined };
  if (orders.own > 0 && (orders.others > 0 || !isHere)) await joinOrders(app, tx, merge, email);
  if (orders.others > 0) return;
  if (!isHere) {
    await eraseAccount(app, tx, { id, role: "customer", account_status: "provisional" }, actor);
    return;
  }
  if (fullname) await setMissingName(tx, userId, fullname);
  if (family) await moveSession(tx, merge, family);
  await mergeCustomers(app, tx, merge, actor);
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
