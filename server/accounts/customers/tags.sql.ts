import { type RawBuilder, sql } from "kysely";
import { maxCustomerTags, type TagChange, type TagEdit } from "#contract/accounts/customers.ts";
import { type Db, findRow, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

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

/** Adds a tag to all accounts that match a condition, or removes it, and records which ones it changed. */
export async function editTags(
  tx: Tx,
  { action, name, wanted, actorId }: TagChange & { wanted: RawBuilder<unknown>; actorId: number },
): Promise<TagEdit> {
  await sql`delete from customer_tag_edits where ${isExpired}`.execute(tx);
  return getRow<TagEdit>(tx)`
    with tag as (
      select coalesce(min(name), ${name}::text) as name from customer_tags where lower(name) = lower(${name}::text)
    ),
    ${action === "add" ? added(name, wanted) : removed(name, wanted)},
    edit as (
      insert into customer_tag_edits (action, name, user_ids, created_by)
      select ${action}, tag.name, array(select user_id from changed), ${actorId} from tag
      returning id, action, name, cardinality(user_ids) as changed
    )
    select *, (select count(*)::int from wanted where tags >= ${maxCustomerTags}) as over_limit from edit`;
}

const added = (name: string, wanted: RawBuilder<unknown>) => sql`
    wanted as materialized (
      select id, (select count(*) from customer_tags t where t.user_id = users.id) as tags
      from users
      where ${wanted} and not ${hasTag(sql`users.id`, name)}
    ),
    changed as (
      insert into customer_tags (user_id, name)
      select wanted.id, tag.name from wanted, tag where tags < ${maxCustomerTags} order by wanted.id
      on conflict do nothing
      returning user_id
    )`;

const removed = (name: string, wanted: RawBuilder<unknown>) => sql`
    wanted as (select 0 as tags where false),
    changed as (
      delete from customer_tags
      where lower(name) = lower(${name}::text) and user_id in (select id from users where ${wanted})
      returning user_id
    )`;

/**
 * Undoes an edit of a tag for the accounts it changed, and returns how many there were; undefined if it expired, was
 * undone or is by someone else than `actorId` (null for anyone).
 */
export const undoTagEdit = (tx: Tx, id: number, actorId: number | null) =>
  findRow<{ changed: number }>(tx)`
    with edit as (
      delete from customer_tag_edits
      where id = ${id} and created_by = coalesce(${actorId}::bigint, created_by) and not ${isExpired}
      returning action, name, user_ids
    ),
    edited as (select action, name, unnest(user_ids) as user_id from edit),
    removed as (
      delete from customer_tags t
      using edited e
      where e.action = 'add' and t.user_id = e.user_id and lower(t.name) = lower(e.name)
      returning t.user_id
    ),
    added as (
      insert into customer_tags (user_id, name)
      select users.id, e.name
      from edited e
      join users on users.id = e.user_id
      where e.action = 'remove' and users.deleted_at is null
      on conflict do nothing
      returning user_id
    )
    select ((select count(*) from removed) + (select count(*) from added))::int as changed from edit`;
