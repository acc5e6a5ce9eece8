import { sql } from "kysely";
import { countAffected, type Db, findRow, listRows, type Tx } from "#server/platform/database/database.ts";

/** Inserts or replaces a user's vote. */
export const upsertVote = (tx: Tx, reviewId: number, userId: number, value: 1 | -1) =>
  sql`
    insert into review_votes (review_id, user_id, value)
    values (${reviewId}, ${userId}, ${value})
    on conflict (review_id, user_id) do update set value = excluded.value, voted_at = now()`.execute(tx);

export const deleteVote = (tx: Tx, reviewId: number, userId: number) =>
  sql`delete from review_votes where review_id = ${reviewId} and user_id = ${userId}`.execute(tx);

/** Locks a published review, so that votes are counted one after the other. */
export const lockPublishedReview = (tx: Tx, id: number) =>
  findRow<{ product_id: number; user_id: number }>(tx)`
    select product_id, user_id from reviews where id = ${id} and status = 'published' for update`;

/** Recalculates a review's vote counts. */
export async function updateVoteCounts(tx: Tx, id: number): Promise<{ helpful: number; unhelpful: number }> {
  const rows = await listRows<{ helpful: number; unhelpful: number }>(tx)`
    update reviews
    set helpful = (select count(*) from review_votes where review_id = ${id} and value = 1),
      unhelpful = (select count(*) from review_votes where review_id = ${id} and value = -1)
    where id = ${id}
    returning helpful, unhelpful`;
  return rows[0] ?? { helpful: 0, unhelpful: 0 };
}

/** A user's votes on the reviews of a product. */
export const listVotes = (db: Db, productId: number, userId: number) =>
  listRows<{ review_id: number; value: 1 | -1 }>(db)`
    select v.review_id, v.value
    from review_votes v
    join reviews r on r.id = v.review_id
    where v.user_id = ${userId} and r.product_id = ${productId}`;

/** The votes on reviews of a user, and the reviews they reported, for the copy of their data. */
export const listVotesOf = (tx: Tx, userId: number) =>
  listRows<{ review_id: number; value: 1 | -1; voted_at: string }>(tx)`
    select review_id, value, voted_at from review_votes where user_id = ${userId} order by voted_at`;
export const listReportsOf = (tx: Tx, userId: number) =>
  listRows<{ review_id: number; reason: string; created_at: string }>(tx)`
    select review_id, reason, created_at from review_reports where user_id = ${userId} order by created_at`;

interface Merge {
  fromId: number;
  intoId: number;
}

/** Locks the reviews whose votes a merge of two customers changes. Move their reviews first. */
export const lockReviewsVotedOn = (tx: Tx, { fromId, intoId }: Merge) =>
  listRows<{ id: number; product_id: number }>(tx)`
    select r.id, r.product_id from reviews r
    where exists (
      select from review_votes v
      where v.review_id = r.id and (v.user_id = ${fromId} or (v.user_id = ${intoId} and r.user_id = ${intoId}))
    )
    order by r.id
    for update`;

/** Copies the votes of a customer to another one who has not voted. Returns how many. */
export const copyVotes = (tx: Tx, { fromId, intoId }: Merge) =>
  countAffected(tx)`
    insert into review_votes (review_id, user_id, value, voted_at)
    select v.review_id, ${intoId}, v.value, v.voted_at
    from review_votes v
    join reviews r on r.id = v.review_id
    where v.user_id = ${fromId} and r.user_id <> ${intoId}
    on conflict do nothing`;

/** Deletes the votes of a customer, and those of another one on their own reviews. */
export const deleteMergedVotes = (tx: Tx, { fromId, intoId }: Merge) =>
  sql`
    delete from review_votes v
    using reviews r
    where r.id = v.review_id and (v.user_id = ${fromId} or (v.user_id = ${intoId} and r.user_id = ${intoId}))`.execute(
    tx,
  );
