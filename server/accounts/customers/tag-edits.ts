import { type AccountSelection, maxCustomerTags, TagChange, type TagEdit } from "#contract/accounts/customers.ts";
import {
  type ChangeSet,
  findUndoableSet,
  insertSetChanges,
  listSetChanges,
  markUndone,
  type SetAuthor,
  type SetChange,
} from "#server/accounts/audit/change-sets.sql.ts";
import type { App, Call } from "#server/platform/app.ts";
import { authorOf, offerUndo } from "#server/platform/changes/recorded-writes.ts";
import { saveChange } from "#server/platform/changes/save-change.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { notifyClients } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { isSelected } from "./customers.sql.ts";
import { accountName, actorOf } from "./customers.ts";
import { listAccountsToTag, lockTags, nextTagEditId, spellTag, type TaggedAccount, writeTag } from "./tags.sql.ts";

const object = "customer_tag_edit";
const editing = "POST /customers/tags";
const undoing = "POST /customers/tags/:id/undo";

/** Adds a tag to all selected accounts that the actor may manage, or removes it. Those with too many stay without it. */
export async function changeTags(
  app: App,
  tx: Tx,
  { accounts, ...given }: TagChange & { accounts: AccountSelection },
  call: Call,
): Promise<TagEdit> {
  await lockTags(tx, { ofMany: true });
  const { timezone } = await getSettings(tx);
  const { actorRole } = actorOf(call);
  const change = { ...given, name: await spellTag(tx, given.name) };
  const found = await listAccountsToTag(tx, change, isSelected(accounts, { timezone, actorRole }));
  const isFull = ({ tags }: { tags: number }) => change.action === "add" && tags >= maxCustomerTags;
  const ids = found.filter((account) => !isFull(account)).map(({ id }) => id);
  const id = await nextTagEditId(tx);
  const changed = await recordTags(app, tx, change, ids, { setId: String(id), action: editing }, call);
  return { id, ...change, changed, over_limit: found.length - ids.length };
}

/** Undoes a change of the actor's within a day; administrators undo any. Throws `undo_not_possible`. */
export async function undoTagChange(app: App, tx: Tx, id: number, call: Call): Promise<{ changed: number }> {
  await lockTags(tx, { ofMany: true });
  const { actorId, actorRole } = actorOf(call);
  const set: ChangeSet = { setId: String(id), action: editing };
  const edit = await findUndoableSet(tx, object, set, undoing);
  if (!edit || (actorRole !== "admin" && edit.actor_id !== actorId)) throw new Problem("undo_not_possible");
  const { action, name } = TagChange.parse(edit.after);
  const changes = new Map((await listSetChanges(tx, set)).map((change) => [change.id, change.change_id]));
  const undo: ChangeSet = { ...set, action: undoing };
  const back: TagChange = { action: action === "add" ? "remove" : "add", name };
  return { changed: await recordTags(app, tx, back, [...changes.keys()], undo, call, changes) };
}

/** Accounts changed by one statement: thousands stay far below its time limit on a slow machine. */
const batchSize = 5000;

/** Changes a tag of accounts, and records that of each one and of all; returns of how many. */
async function recordTags(
  { events }: App,
  tx: Tx,
  change: TagChange,
  ids: number[],
  set: ChangeSet,
  call: Call,
  undone: ReadonlyMap<number, number> = new Map(),
): Promise<number> {
  await notifyClients(tx, "users");
  const by = authorOf(set.action, call);
  const author: SetAuthor = { ...by, ...set };
  let changed = 0;
  for (let at = 0; at < ids.length; at += batchSize) {
    const accounts = await writeTag(tx, change, ids.slice(at, at + batchSize));
    const changes = accounts.map((account) => ({ ...describeChange(account, change), undoes: undone.get(account.id) }));
    await insertSetChanges(tx, { ...author, object: "customer" }, changes);
    await markUndone(
      tx,
      changes.flatMap(({ undoes }) => undoes ?? []),
    );
    changed += accounts.length;
  }
  const name = `${change.name} ${change.action === "add" ? "added to" : "removed from"} ${countOf(changed)}`;
  const saved = await saveChange(events, tx, {
    ...by,
    object,
    id: set.setId,
    name,
    before: null,
    after: { ...change, changed },
  });
  if (saved.isUndoneByCall && saved.changeId) offerUndo(tx, call, saved.changeId);
  return changed;
}

/** What a change of a tag did to an account, which has it done. */
function describeChange(account: TaggedAccount, { action, name }: TagChange): SetChange {
  const { id, tags } = account;
  const others = tags.filter((tag) => tag.toLowerCase() !== name.toLowerCase());
  const former = action === "add" ? others : [...others, name].toSorted((one, other) => one.localeCompare(other));
  return { id, name: accountName(account), before: { tags: former }, after: { tags } };
}

const countOf = (customers: number) => (customers === 1 ? "1 customer" : `${customers} customers`);
