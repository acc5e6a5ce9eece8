import { type Db, getValue, listRows } from "#server/platform/database/database.ts";

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
    where role = 'customer' and deleted_at is null
    order by created_at desc, id desc
    limit ${limit}`;

/** Number of customers registered since an instant. */
export const countNewCustomers = (db: Db, since: Date) =>
  getValue<number>(db)`
    select count(*)::int as joined
    from users
    where role = 'customer' and deleted_at is null and created_at >= ${since}`;
