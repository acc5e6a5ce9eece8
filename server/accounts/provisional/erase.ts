import { lockUserForDeletion } from "#server/accounts/deletion/deletion.sql.ts";
import { eraseAccount } from "#server/accounts/deletion/erase-account.ts";
import type { GuestOrders } from "#server/accounts/registration.ts";
import type { User } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { joinOrders, lockWithOrders } from "./guest-orders.ts";
import { replaceProvisionalEmail } from "./provisional.sql.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Deletes provisional accounts, unless somebody has ordered with them since. */
    "accounts.erase-provisional": { ids: number[] };
  }
}

type Actor = Parameters<typeof eraseAccount>[3];
const isUnused = ({ orders: { own, others } }: { orders: GuestOrders }) => own + others === 0;

/**
 * Deletes the provisional accounts with the confirmed email of an account that is about to be deleted: at once those with
 * orders, the others in a job. One with orders for another email stays with them and that email; those for this one move.
 */
export async function eraseProvisionalOf(
  app: App,
  tx: Tx,
  { id: intoId, email, email_verified_at }: Pick<User, "id" | "email" | "email_verified_at">,
  actor: Actor,
) {
  if (!email || !email_verified_at) return;
  const found = await lockWithOrders(app, tx, email);
  for (const { id, orders } of found) {
    if (orders.others > 0) {
      if (orders.own > 0) await joinOrders(app, tx, { fromId: id, intoId }, email);
      if (orders.otherEmail) await replaceProvisionalEmail(tx, id, orders.otherEmail);
    } else if (orders.own > 0)
      await eraseAccount(app, tx, { id, role: "customer", account_status: "provisional" }, actor);
  }
  await eraseUnusedLater(app, tx, found);
}

/** Has those of these accounts that have no order deleted in a job, but those that are in `kept`. */
export async function eraseUnusedLater(
  app: App,
  tx: Tx,
  accounts: { id: number; orders: GuestOrders }[],
  kept: ReadonlySet<number> = new Set(),
) {
  const ids = valuesOf(accounts.filter(isUnused), "id").filter((id) => !kept.has(id));
  if (ids.length > 0) await app.jobs.add(tx, "accounts.erase-provisional", { ids });
}

export function registerErasureJob(app: App) {
  app.jobs.define(
    "accounts.erase-provisional",
    async ({ ids }, signal) => {
      for (const id of ids) {
        if (signal.aborted) return;
        await inTransaction(app.db, (tx) => eraseUnused(app, tx, id));
      }
    },
    { isBulk: true },
  );
}

/**
 * Deletes a provisional account without an order, once it is locked, as one may be placed meanwhile. Does nothing if it has
 * joined another account.
 */
export async function eraseUnused(app: App, tx: Tx, userId: number): Promise<void> {
  const person = await lockUserForDeletion(tx, userId);
  if (person?.account_status !== "provisional") return;
  const orders = new Map<number, GuestOrders>();
  await app.events.emit(tx, "account.joining", { userIds: [userId], email: person.email ?? "", orders });
  if (orders.size === 0) await eraseAccount(app, tx, person, { actorId: null, requestId: undefined });
}
