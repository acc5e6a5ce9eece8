import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { AccountStatus, Role } from "#contract/accounts/accounts.ts";
import type {
  AccountSelection,
  Customer,
  CustomerFilters,
  CustomerQuery,
  CustomerSort,
} from "#contract/accounts/customers.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import {
  type Db,
  findRow,
  getRow,
  getValue,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import { conditionsOfDays, type Days, listBelow, listPage, patternOf } from "#server/platform/database/lists.sql.ts";
import { hasTag, tagsColumn } from "./tags.sql.ts";

/** `timezone` is that of the days. */
type InZone = Pick<Days, "timezone">;
/** Who sees the accounts: staff only those of customers. */
type SeenBy = { actorRole: Role };
type Filters = z.output<typeof CustomerQuery> & InZone & SeenBy;

const isDeleted = sql`(deleted_at is not null or account_status = 'deleted')`;
// Never returns personal data of a deleted account.
const unlessDeleted = (column: string) =>
  sql`case when not ${isDeleted} then ${sql.ref(column)} end as ${sql.ref(column)}`;
const columns = sql`id, ${unlessDeleted("fullname")}, ${unlessDeleted("email")}, ${unlessDeleted("username")},
  case when email is not null and not ${isDeleted} then email_verified_at end as email_verified_at, role,
  case when ${isDeleted} then 'deleted' else account_status end as account_status, created_at, last_seen_at,
  ${tagsColumn(sql`users.id`)}`;
const orders: Record<CustomerSort, RawBuilder<unknown>> = {
  "-created_at": sql`created_at desc, id desc`,
  created_at: sql`created_at, id`,
  fullname: sql`lower(fullname) nulls last, id`,
  "-fullname": sql`lower(fullname) desc nulls last, id desc`,
  "-last_seen_at": sql`last_seen_at desc nulls last, id desc`,
  // Never seen sorts first.
  last_seen_at: sql`last_seen_at nulls first, id`,
  "-orders": sql`coalesce(totals.orders, 0) desc, id desc`,
  orders: sql`coalesce(totals.orders, 0), id`,
  "-spent": sql`coalesce(totals.spent, 0) desc, id desc`,
  spent: sql`coalesce(totals.spent, 0), id`,
};

/**
 * One page of accounts, with their number, counted up to `limit`. `totals` is a query for the `orders` and `spent` of each `user_id`, of a
 * module after this one; it is read only where accounts are sorted by them.
 */
export function listCustomers(db: Db, filters: Filters, totals: RawBuilder<unknown>, limit: number) {
  const { sort } = filters;
  const from = isOfTotals(sort) ? sql`users left join (${totals}) totals on totals.user_id = users.id` : sql`users`;
  return listPage<Customer>(db, { columns, from, where: visible(filters), order: orders[sort], limit }, filters);
}

const isOfTotals = (sort: CustomerSort) => ["orders", "spent"].includes(sort.replace("-", ""));

/** Up to `limit` accounts, newest first, below the id `after`. */
export const listCustomersForExport = (
  db: Db,
  filters: CustomerFilters & InZone & SeenBy,
  after: number | null,
  limit: number,
) => listBelow<Customer>(db, { columns, from: sql`users`, where: visible(filters) }, after, limit);

/** Condition: the account is selected and not deleted; for staff, who manage those only, it is a customer's. */
export function isSelected(selection: AccountSelection, { timezone, actorRole }: InZone & SeenBy) {
  const wanted =
    "ids" in selection ? sql`id = any(${selection.ids}::bigint[])` : conditionsOf({ ...selection.filters, timezone });
  return sql`${wanted} and not ${isDeleted} ${seenBy(actorRole)}`;
}

const visible = (filters: CustomerFilters & InZone & SeenBy) =>
  sql`${conditionsOf(filters)} ${seenBy(filters.actorRole)}`;
const seenBy = (actorRole: Role) => (actorRole === "admin" ? sql`` : sql`and role = 'customer'`);

function conditionsOf({ name, role, account_status, tag, ...days }: CustomerFilters & InZone) {
  const pattern = patternOf(name);
  const parts = [account_status === "deleted" ? isDeleted : sql`not ${isDeleted}`];
  // The same expression as the trigram index.
  if (pattern)
    parts.push(
      sql`(coalesce(fullname, '') || ' ' || coalesce(email, '') || ' ' || coalesce(username, ''))
        ilike ${pattern}`,
    );
  if (role) parts.push(sql`role = ${role}`);
  if (account_status && account_status !== "deleted") parts.push(sql`account_status = ${account_status}`);
  if (tag) parts.push(hasTag(sql`users.id`, tag));
  parts.push(...conditionsOfDays(sql`created_at`, days));
  return sql.join(parts, sql` and `);
}

/** An account, including deleted ones. */
export const findCustomer = (db: Db | Tx, id: number) =>
  findRow<Customer>(db)`select ${columns} from users where id = ${id}`;

export const lockCustomer = (tx: Tx, id: number) =>
  findRow<Customer>(tx)`
    select ${columns} from users where id = ${id} and deleted_at is null for update`;

/** Locks all active administrators in a fixed order, so that two can't remove each other. Returns their ids. */
export const lockAdministrators = (tx: Tx) =>
  listValues<number>(tx)`
    select id from users
    where role = 'admin' and account_status = 'active' and deleted_at is null
    order by id
    for update`;

/** What an account may do; undefined for a deleted one. */
export const findAccess = async (tx: Tx, id: number) => {
  const found = await findRow<{
    role: Role;
    account_status: AccountStatus;
    permissions: Permissions | null;
    version: number;
  }>(tx)`
    select role, account_status, access_version as version,
      case when role = 'staff'
        then coalesce((select jsonb_object_agg(area, access) from staff_permissions where user_id = users.id), '{}')
      end as permissions
    from users
    where id = ${id} and deleted_at is null`;
  if (!found) return undefined;
  const { permissions, ...access } = found;
  return { ...access, ...(permissions ? { permissions } : {}) };
};

/** Updates status and role and revokes all access tokens. Without the role of staff an account has no permissions. */
export async function updateAccess(
  tx: Tx,
  { id, role, account_status }: { id: number; role: Role; account_status: AccountStatus },
): Promise<Customer> {
  if (role !== "staff") await sql`delete from staff_permissions where user_id = ${id}`.execute(tx);
  return getRow<Customer>(tx)`
    update users
    set role = ${role}, account_status = ${account_status}, token_epoch = token_epoch + 1, updated_at = now(),
      access_version = access_version + 1
    where id = ${id}
    returning ${columns}`;
}

/** Number of customers seen in the last 15 minutes. */
export const countCustomersOnline = (db: Db) =>
  getValue<number>(db)`
    select count(*)::int as online
    from users
    where last_seen_at > now() - interval '15 minutes' and role = 'customer' and deleted_at is null`;

export const listLatestCustomers = (db: Db, limit: number) =>
  listRows<{ id: number; fullname: string | null; email: string | null; created_at: string }>(db)`
    select id, fullname, email, created_at
    from users
    where role = 'customer' and account_status <> 'provisional' and deleted_at is null
    order by created_at desc, id desc
    limit ${limit}`;

/** Number of customers registered since an instant. */
export const countNewCustomers = (db: Db, since: Date) =>
  getValue<number>(db)`
    select count(*)::int as joined
    from users
    where role = 'customer' and account_status <> 'provisional' and deleted_at is null and created_at >= ${since}`;
