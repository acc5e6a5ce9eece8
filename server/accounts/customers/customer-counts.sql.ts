import { sql } from "kysely";
import type { Db } from "#server/platform/database/database.ts";
import type { DaySpan } from "#server/shop/shop.ts";

/** Customer counts for the dashboard; `new_today` in the shop's time zone. */
export async function getCustomerCounts(db: Db, { today, timezone }: { today: string; timezone: string }) {
  const { rows } = await sql<{ total: number; active: number; blocked: number; new_today: number; online: number }>`
    select count(*)::int as total,
      count(*) filter (where account_status in ('active', 'unverified'))::int as active,
      count(*) filter (where account_status = 'blocked')::int as blocked,
      count(*) filter (where created_at >= ${today}::timestamp at time zone ${timezone})::int as new_today,
      count(*) filter (where last_seen_at > now() - interval '15 minutes')::int as online
    from users
    where role = 'customer' and deleted_at is null`.execute(db);
  return rows[0] ?? { total: 0, active: 0, blocked: 0, new_today: 0, online: 0 };
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

/** Registered customers per day in the shop's time zone; days without any are missing. */
export async function countCustomersByDay(
  db: Db,
  { from, to, until, timezone }: DaySpan,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; joined: number }>`
    select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as day, count(*)::int as joined
    from users
    where role = 'customer' and deleted_at is null
      and created_at >= ${from}::timestamp at time zone ${timezone}
      and created_at < (${to}::date + ${until ?? "24:00"}::interval) at time zone ${timezone}
    group by 1`.execute(db);
  return new Map(rows.map(({ day, joined }) => [day, joined]));
}
