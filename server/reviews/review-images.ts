import type { FastifyRequest } from "fastify";
import { maxReviewImages } from "#contract/reviews/review-limits.ts";
import { addImage, receiveImages, removeImage } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { markPending } from "./moderation.sql.ts";
import * as rows from "./reviews.sql.ts";
import { announceWaiting, reviewsTag, updateRating } from "./reviews.ts";

/** Adds images to the caller's review, all or none; it is pending again. Throws `review_images_full`. */
export async function addReviewImages(app: App, id: number, userId: number, request: FastifyRequest | undefined) {
  // Checked before the upload is read and decoded, and again as others may arrive meanwhile.
  const { free } = await inTransaction(app.db, (tx) => countFreeSlots(tx, id, userId, 1));
  return receiveImages(app, request, { account: userId, most: free, tooMany: "review_images_full" }, (stored) =>
    inTransaction(app.db, async (tx) => {
      const { product_id } = await countFreeSlots(tx, id, userId, stored.length);
      for (const { sha256 } of stored) {
        // The author's name is added when shown: a stored name would outlive the account.
        const image = await addImage(tx, { sha256, alt: "" });
        await rows.insertReviewImage(tx, id, image.id);
      }
      await markPending(tx, id);
      await updateRating(tx, product_id);
      const review = assertFound(await rows.findReview(tx, { id }));
      await announceWaiting(app, tx, review);
      return review;
    }),
  );
}

async function countFreeSlots(tx: Tx, id: number, userId: number, more: number) {
  const review = await getOwnReview(tx, id, userId);
  await rows.lockReviews(tx, review.product_id);
  const free = maxReviewImages - (await rows.countImages(tx, id));
  if (more > free) throw new Problem("review_images_full");
  return { ...review, free };
}

async function getOwnReview(tx: Tx, id: number, userId: number) {
  const review = await rows.findReview(tx, { id });
  return assertFound(review?.user_id === userId ? review : undefined);
}

/** Deletes an image of the caller's review. Throws `not_found`. */
export async function removeReviewImage(
  app: App,
  tx: Tx,
  { id, imageId, userId }: { id: number; imageId: number; userId: number },
): Promise<rows.ReviewRow> {
  const { product_id } = await getOwnReview(tx, id, userId);
  if (!(await rows.deleteReviewImage(tx, id, imageId))) throw new Problem("not_found");
  await removeImage(app, tx, imageId);
  await invalidate(tx, reviewsTag(product_id));
  return assertFound(await rows.findReview(tx, { id }));
}

export async function invalidateReviewsWithImage(tx: Tx, imageId: number): Promise<void> {
  await invalidate(tx, ...(await rows.listProductsWithImage(tx, imageId)).map(reviewsTag));
}
