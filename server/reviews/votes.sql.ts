import { sql } from "kysely";
import { countAffected, type Db, type Tx } from "#server/platform/database/database.ts";

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

interface Merge {
  fromId: number;
  intoId: number;
}

/** Locks the reviews whose votes a merge of two customers changes. Move their reviews first. */
export async function lockReviewsVotedOn(tx: Tx, { fromId, intoId }: Merge) {
  const { rows } = await sql<{ id: number; product_id: number }>`
    select r.id, r.product_id from reviews r
    where exists (
      select from review_votes v
      where v.review_id = r.id and (v.user_id = ${fromId} or (v.user_id = ${intoId} and r.user_id = ${intoId}))
    )
    order by r.id
    for update`.execute(tx);
  return rows;
}

/** Copies the votes of a customer to another one who has not voted. Returns how many. */
export const copyVotes = (tx: Tx, { fromId, intoId }: Merge) =>
  countAffected(
    tx,
    sql`
    insert into review_votes (review_id, user_id, value, voted_at)
    select v.review_id, ${intoId}, v.value, v.voted_at
    from review_votes v
    join reviews r on r.id = v.review_id
    where v.user_id = ${fromId} and r.user_id <> ${intoId}
    on conflict do nothing`,
  );

/** Deletes the votes of a customer, and those of another one on their own reviews. */
export const deleteMergedVotes = (tx: Tx, { fromId, intoId }: Merge) =>
  sql`
    delete from review_votes v
    using reviews r
    where r.id = v.review_id and (v.user_id = ${fromId} or (v.user_id = ${intoId} and r.user_id = ${intoId}))`.execute(
    tx,
  );
