import { type RawBuilder, sql } from "kysely";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

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
