import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** Inserts or replaces a user's vote. */
export const upsertVote = (tx: Tx, reviewId: number, userId: number, value: 1 | -1) =>
  sql`
    insert into review_votes (review_id, user_id, value)
    values (${reviewId}, ${userId}, ${value})
    on conflict (review_id, user_id) do update set value = excluded.value, voted_at = now()`.execute(tx);

export const deleteVote = (tx: Tx, reviewId: number, userId: number) =>
  sql`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`.execute(tx);

/** Locks a published review, so that votes are counted one after the other. */
export async function lockPublishedReview(tx: Tx, id: number) {
  const { rows } = await sql<{ product_id: number; user_id: number }>`
    select product_id, user_id from reviews where id = ${id} and status = 'published' for update`.execute(tx);
  return rows[0];
}

/** Recalculates a review's vote counts. */
export async function updateVoteCounts(tx: Tx, id: number): Promise<{ helpful: number; unhelpful: number }> {
  const { rows } = await sql<{ helpful: number; unhelpful: number }>`
    update reviews
    set helpful = (select count(*) from review_votes where review_id = ${id} and value = 1),
      unhelpful = (select count(*) from review_votes where review_id = ${id} and value = -1)
    where id = ${id}
    returning helpful, unhelpful`.execute(tx);
  return rows[0] ?? { helpful: 0, unhelpful: 0 };
}

/** A user's votes on the reviews of a product. */
export async function listVotes(db: Db, productId: number, userId: number) {
  const { rows } = await sql<{ review_id: number; value: 1 | -1 }>`
    select v.review_id, v.value
    from review_votes v
    join reviews r on r.id = v.review_id
    where v.user_id = ${userId} and r.product_id = ${productId}`.execute(db);
  return rows;
}
