import { sql } from "kysely";
import { type Db, listValues } from "#server/platform/database/database.ts";

const hasNoOrder = sql`not exists (select from orders o where o.user_id = p.id)`;

/** Up to `limit` provisional accounts without an order that were last used before an instant. */
export const listUnusedAccounts = (db: Db, before: Date, limit: number) =>
  listValues<number>(db)`
    select p.id
    from provisional_accounts p
    where coalesce(p.last_seen_at, p.created_at) < ${before} and ${hasNoOrder}
    order by p.id
    limit ${limit}`;
