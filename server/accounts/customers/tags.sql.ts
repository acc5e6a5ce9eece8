import { type RawBuilder, sql } from "kysely";
import { maxCustomerTags, type TagChange, type TagEdit } from "#contract/accounts/customers.ts";
import { type Db, findRow, getValue, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

/** Column: the tags of a customer as an array, in alphabetical order. */
export const tagsColumn = (userId: RawBuilder<unknown>) => sql`
  array(select t.name from customer_tags t where t.user_id = ${userId} order by lower(t.name)) as tags`;

/** Condition: the customer has this tag, in upper or lower case. */
export const hasTag = (userId: RawBuilder<unknown>, name: string) => sql`
  exists (select from customer_tags t where t.user_id = ${userId} and lower(t.name) = lower(${name}))`;

/** All tags of customers with how many have each, in alphabetical order. */
export const listCustomerTags = (db: Db) =>
  listRows<{ name: string; customers: number }>(db)`
    select min(name) as name, count(*)::int as customers
    from customer_tags
    group by lower(name)
    order by lower(name)`;

/** Adds a tag as it is already spelled for other customers; nothing if the customer has it. */
export const insertTag = (tx: Tx, userId: number, name: string) =>
  sql`
    insert into customer_tags (user_id, name)
    values (${userId},
      coalesce((select min(name) from customer_tags where lower(name) = lower(${name})), ${name}))
    on conflict do nothing`.execute(tx);

export const deleteTag = (tx: Tx, userId: number, name: string) =>
  sql`delete from customer_tags where user_id = ${userId} and lower(name) = lower(${name})`.execute(tx);

/** Edits can be undone for this long. */
const isExpired = sql`created_at < now() - interval '1 day'`;

/** Accounts changed by one statement: thousands stay far below its time limit on a slow machine. */
const batchSize = 5000;

async function inBatches(ids: number[], change: (batch: number[]) => Promise<number[]>): Promise<number[]> {
  const changed: number[] = [];
  for (let at = 0; at < ids.length; at += batchSize)
    for (const id of await change(ids.slice(at, at + batchSize))) changed.push(id);
  return changed;
}

const addTo = (tx: Tx, ids: number[], name: string) =>
  inBatches(
    ids,
    (batch) => listValues<number>(tx)`
      insert into customer_tags (user_id, name)
      select id, ${name} from users where id = any(${batch}::bigint[]) and deleted_at is null order by id
      on conflict do nothing
      returning user_id`,
  );

const removeFrom = (tx: Tx, ids: number[], name: string) =>
  inBatches(
    ids,
    (batch) => listValues<number>(tx)`
      delete from customer_tags where lower(name) = lower(${name}) and user_id = any(${batch}::bigint[])
      returning user_id`,
  );

/** Adds a tag to all accounts that match a condition, or removes it, and records which ones it changed. */
export async function editTags(
  tx: Tx,
  { action, name, wanted, actorId }: TagChange & { wanted: RawBuilder<unknown>; actorId: number },
): Promise<TagEdit> {
  await sql`delete from customer_tag_edits where ${isExpired}`.execute(tx);
  const spelled = await getValue<string>(tx)`
    select coalesce(min(name), ${name}::text) as name from customer_tags where lower(name) = lower(${name}::text)`;
  const accounts = await listRows<{ id: number; tags: number }>(tx)`
    select id, (select count(*)::int from customer_tags t where t.user_id = users.id) as tags
    from users
    where ${wanted} and ${hasTag(sql`users.id`, name)} = ${action === "remove"}
    order by id`;
  const isFull = ({ tags }: { tags: number }) => action === "add" && tags >= maxCustomerTags;
  const ids = accounts.filter((account) => !isFull(account)).map(({ id }) => id);
  const changed = await (action === "add" ? addTo(tx, ids, spelled) : removeFrom(tx, ids, name));
  const id = await getValue<number>(tx)`
    insert into customer_tag_edits (action, name, user_ids, created_by)
    values (${action}, ${spelled}, ${changed}::bigint[], ${actorId})
    returning id`;
  return { id, action, name: spelled, changed: changed.length, over_limit: accounts.length - ids.length };
}

/** Undoes an edit of a tag and returns for how many accounts; undefined if expired, undone or another's. */
export async function undoTagEdit(tx: Tx, id: number, actorId: number | null) {
  const edit = await findRow<{ action: TagEdit["action"]; name: string; user_ids: number[] }>(tx)`
    delete from customer_tag_edits
    where id = ${id} and created_by = coalesce(${actorId}::bigint, created_by) and not ${isExpired}
    returning action, name, user_ids`;
  if (!edit) return undefined;
  const undo = edit.action === "add" ? removeFrom : addTo;
  return { changed: (await undo(tx, edit.user_ids, edit.name)).length };
}
