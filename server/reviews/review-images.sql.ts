import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

export async function countImages(db: Db | Tx, reviewId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_images where review_id = ${reviewId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const insertReviewImage = (tx: Tx, reviewId: number, imageId: number) =>
  sql`
    insert into review_images (review_id, image_id, position)
    values (${reviewId}, ${imageId},
      (select coalesce(max(position) + 1, 0) from review_images where review_id = ${reviewId}))`.execute(tx);

/** True if the image belonged to that review. */
export async function deleteReviewImage(tx: Tx, reviewId: number, imageId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from review_images where review_id = ${reviewId} and image_id = ${imageId} returning image_id`.execute(tx);
  return rows.length > 0;
}

/** The products whose reviews show an image. */
export async function listProductsWithImage(tx: Tx, imageId: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select r.product_id
    from review_images p
    join reviews r on r.id = p.review_id
    where p.image_id = ${imageId}`.execute(tx);
  return rows.map((row) => row.product_id);
}
