import { sql } from "kysely";
import { type Db, getValue, hasRows, listValues, type Tx } from "#server/platform/database/database.ts";

export const countImages = (db: Db | Tx, reviewId: number) =>
  getValue<number>(db)`
    select count(*)::int as count from review_images where review_id = ${reviewId}`;

export const insertReviewImage = (tx: Tx, reviewId: number, imageId: number) =>
  sql`
    insert into review_images (review_id, image_id, position)
    values (${reviewId}, ${imageId},
      (select coalesce(max(position) + 1, 0) from review_images where review_id = ${reviewId}))`.execute(tx);

/** True if the image belonged to that review. */
export const deleteReviewImage = (tx: Tx, reviewId: number, imageId: number) =>
  hasRows(tx)`
    delete from review_images where review_id = ${reviewId} and image_id = ${imageId} returning image_id`;

/** The products whose reviews show an image. */
export const listProductsWithImage = (tx: Tx, imageId: number) =>
  listValues<number>(tx)`
    select r.product_id
    from review_images p
    join reviews r on r.id = p.review_id
    where p.image_id = ${imageId}`;
