import type { MergedCounts } from "#contract/accounts/customer-data.ts";
import type { Customer } from "#contract/accounts/customers.ts";
import { insertAccountChange } from "#server/accounts/audit/audit.sql.ts";
import { eraseAccount } from "#server/accounts/deletion/erase-account.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { type Actor, lockCustomerAccount } from "./customers.ts";
import { moveAddresses, moveConfirmedEmails, moveNotes, moveTags } from "./merge.sql.ts";

/** Of a merge that has moved nothing yet. */
export const noneMoved: MergedCounts = {
  orders: 0,
  returns: 0,
  coupon_uses: 0,
  reviews: 0,
  review_votes: 0,
  cart_units: 0,
  wishlist_items: 0,
  stock_alerts: 0,
  notifications: 0,
  addresses: 0,
  notes: 0,
  tags: 0,
};

interface Merge {
  fromId: number;
  intoId: number;
}

/**
 * Moves everything of a customer to another one and deletes the emptied account. What both have stays with the other
 * customer. Throws `merge_self`, `not_found`, `staff_account`, and `provisional_account` for merging into one.
 */
export async function mergeCustomers(app: App, tx: Tx, merge: Merge, actor: Actor): Promise<MergedCounts> {
  const { from, moved } = await moveAll(app, tx, merge, actor);
  await eraseAccount(app, tx, from, actor, { isMerged: true });
  const after = { merged_account: merge.fromId, ...moved };
  await insertAccountChange(tx, actor, { id: merge.intoId, action: "user.merged", after });
  return moved;
}

/** Counts what a merge would move, by a merge that is rolled back. Throws the same. */
export async function previewMerge(app: App, merge: Merge, actor: Actor): Promise<MergedCounts> {
  let preview: MergedCounts | undefined;
  const rollback = new Error("preview");
  await inTransaction(app.db, async (tx) => {
    preview = (await moveAll(app, tx, merge, actor)).moved;
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return assertFound(preview);
}

async function moveAll({ events }: App, tx: Tx, merge: Merge, actor: Actor) {
  const { fromId, intoId } = merge;
  if (fromId === intoId) throw new Problem("merge_self");
  // Two merges at once lock in the same order; an order being placed is waited for, as it references its customer.
  const locked = new Map<number, Customer>();
  for (const id of [fromId, intoId].toSorted((one, other) => one - other))
    locked.set(id, await lockCustomerAccount(tx, id, actor));
  // It would lose the password, and its email would stand for both.
  if (locked.get(intoId)?.account_status === "provisional") throw new Problem("provisional_account");
  const moved: MergedCounts = {
    ...noneMoved,
    addresses: await moveAddresses(tx, merge),
    notes: await moveNotes(tx, merge),
    tags: await moveTags(tx, merge),
  };
  await moveConfirmedEmails(tx, merge);
  await events.emit(tx, "account.merged", { ...merge, moved });
  return { from: assertFound(locked.get(fromId)), moved };
}
