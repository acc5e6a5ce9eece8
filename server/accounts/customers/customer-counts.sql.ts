import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";

/** Number of customers seen in the last 15 minutes. */
export async function countCustomersOnline(db: Db): Promise<number> {
  const { rows } = await sql<{ online: number }>`
    select count(*)::int as online
    from users
    where last_seen_at > now() - interval '15 minutes' and role = 'customer' and deleted_at is null`.execute(db);
  return rows[0]?.online ?? 0;
}

export async function listLatestCustomers(db: Db, limit: number) {
  const { rows } = await sql<{ id: number; fullname: string | null; email: string | null; created_at: string }>`
    select id, fullname, email, created_at
    from users
    where role = 'customer' and deleted_at is null
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Number of customers registered since an instant. */
export async function countNewCustomers(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ joined: number }>`
    select count(*)::int as joined
    from users
    where role = 'customer' and deleted_at is null and created_at >= ${since}`.execute(db);
  return rows[0]?.joined ?? 0;
}
