import { insertAccountChange } from "#server/accounts/audit/audit.sql.ts";
import { noneMoved } from "#server/accounts/customers/merge.ts";
import type { GuestOrders } from "#server/accounts/registration.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { lockProvisional } from "./provisional.sql.ts";

/** How many accounts of an email are read at once: strangers can make many. */
const maxRead = 2000;
const none: GuestOrders = { own: 0, others: 0, otherEmail: null };

/** Locks the provisional accounts with an email, and counts their orders. `first` and those with orders come first. */
export async function lockWithOrders(app: App, tx: Tx, email: string, first: number | null = null) {
  const found = await lockProvisional(tx, email, { limit: maxRead, first });
  const orders = new Map<number, GuestOrders>();
  if (found.length > 0) await app.events.emit(tx, "account.joining", { userIds: valuesOf(found, "id"), email, orders });
  const rank = ({ id }: { id: number }) => (id === first ? 0 : orders.has(id) ? 1 : 2);
  return found
    .map((account) => ({ ...account, orders: orders.get(account.id) ?? none }))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Moves the orders for an email, with what belongs to them, and nothing else. */
export async function joinOrders(app: App, tx: Tx, merge: { fromId: number; intoId: number }, email: string) {
  const moved = { ...noneMoved };
  await app.events.emit(tx, "account.orders_joined", { ...merge, email, moved });
  const after = { merged_account: merge.fromId, ...moved };
  await insertAccountChange(
    tx,
    { actorId: merge.intoId, requestId: undefined },
    { id: merge.intoId, action: "user.merged", after },
  );
}
