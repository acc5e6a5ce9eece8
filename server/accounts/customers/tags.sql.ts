import { type RawBuilder, sql } from "kysely";
import type { Customer, TagChange } from "#contract/accounts/customers.ts";
import { type Db, getValue, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

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

/** Waits until tags of many customers were changed; with `ofMany`, until nobody else changes any. */
export const lockTags = (tx: Tx, { ofMany }: { ofMany: boolean }) =>
  sql`select ${ofMany ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`}(
    hashtextextended('customer_tags', 0))`.execute(tx);

export const nextTagEditId = (tx: Tx) => getValue<number>(tx)`select nextval('customer_tag_edit_ids')::int as id`;

/** A tag as it is spelled for customers who have it, or as it is given. */
export const spellTag = (tx: Tx, name: string) =>
  getValue<string>(tx)`
    select coalesce(min(name), ${name}::text) as name from customer_tags where lower(name) = lower(${name}::text)`;

/** The accounts that match a condition and don't have a tag, or have it; with the number of their tags. */
export const listAccountsToTag = (tx: Tx, { action, name }: TagChange, wanted: RawBuilder<unknown>) =>
  listRows<{ id: number; tags: number }>(tx)`
    select id, (select count(*)::int from customer_tags t where t.user_id = users.id) as tags
    from users
    where ${wanted} and ${hasTag(sql`users.id`, name)} = ${action === "remove"}
    order by id`;

export type TaggedAccount = Pick<Customer, "id" | "email" | "username" | "fullname" | "tags">;

/** Adds a tag to accounts or removes it; returns those that it changed, as they are then. */
export async function writeTag(tx: Tx, { action, name }: TagChange, ids: number[]): Promise<TaggedAccount[]> {
  const changed = await (action === "add" ? addTo(tx, ids, name) : removeFrom(tx, ids, name));
  return listRows<TaggedAccount>(tx)`
    select id, email, username, fullname, ${tagsColumn(sql`users.id`)}
    from users
    where id = any(${changed}::bigint[])
    order by id`;
}

const addTo = (tx: Tx, ids: number[], name: string) =>
  listValues<number>(tx)`
    insert into customer_tags (user_id, name)
    select id, ${name} from users where id = any(${ids}::bigint[]) and deleted_at is null order by id
    on conflict do nothing
    returning user_id`;

const removeFrom = (tx: Tx, ids: number[], name: string) =>
  listValues<number>(tx)`
    delete from customer_tags where lower(name) = lower(${name}) and user_id = any(${ids}::bigint[])
    returning user_id`;
