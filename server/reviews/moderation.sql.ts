import { sql } from "kysely";
import type { Moderation } from "#contract/reviews/reviews.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** Stores a moderation decision if the review has not changed; returns whether it was stored. */
export async function updateModeration(
  tx: Tx,
  id: number,
  { version, status, reason, reply }: Moderation,
  adminId: number,
): Promise<boolean> {
  const answer = reply || null;
  const { rows } = await sql`
    update reviews
    set status = coalesce(${status ?? null}::text, status),
      reason = case when ${status ?? null}::text is null then reason else ${reason || null} end,
      reply = case when ${reply !== undefined} then ${answer} else reply end,
      replied_at = case
        when ${reply === undefined} then replied_at
        when ${answer}::text is null then null
        else now()
      end,
      moderated_by = ${adminId}, moderated_at = now(), version = version + 1
    where id = ${id} and version = ${version}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Sets a changed review back to pending. */
export const markPending = (tx: Tx, id: number) =>
  sql`update reviews set status = 'pending', version = version + 1, updated_at = now() where id = ${id}`.execute(tx);

/** Products whose stored rating differs from their published reviews. */
export async function listRatingInconsistencies(db: Db | Tx): Promise<{ product_id: number }[]> {
  const { rows } = await sql<{ product_id: number }>`
    with sums as (
      select product_id, sum(rating) as rating_sum, count(*) as rating_count
      from reviews
      where status = 'published'
      group by product_id
    )
    select p.product_id
    from product_ratings p
    left join sums s using (product_id)
    where (p.rating_sum, p.rating_count) is distinct from
      (coalesce(s.rating_sum, 0), coalesce(s.rating_count, 0))`.execute(db);
  return rows;
}
