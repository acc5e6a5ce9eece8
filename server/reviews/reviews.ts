import type { z } from "zod";
import type { NewReview } from "#contract/reviews.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { setProductRating } from "#server/catalogue/catalogue.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { changed } from "#server/platform/database/transaction.ts";
import { say } from "#words/say.ts";
import {
  countRecentReviews,
  findReview,
  listReceived,
  lockReviews,
  upsertReview,
  type ReviewRow,
  sumRatings,
  anonymizeReviews,
} from "./reviews.sql.ts";

const maxReviewsPerDay = 5;
const linkPattern = /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|shop|store|online|site|xyz|io|ru|cn|de|uk)\b/i;

/**
 * Keeps a customer's review of a product that reached them, and the product's rating with it. Published at once, unless
 * it holds a link or replaces an earlier one: then somebody looks at it first. Throws `review_not_bought`, and
 * `too_many_requests` when it would be the sixth in a day.
 */
export async function createReview(
  tx: Tx,
  userId: number,
  { product_id, rating, title, body }: z.infer<typeof NewReview>,
): Promise<ReviewRow> {
  const [received] = await listReceived(tx, userId, [product_id]);
  if (!received) throw new Problem("review_not_bought");
  await lockReviews(tx, product_id);
  const isNew = !(await findReview(tx, { productId: product_id, userId }));
  if (isNew && (await countRecentReviews(tx, userId)) >= maxReviewsPerDay)
    throw new Problem("too_many_requests", {
      message: say("At most five reviews a day can be written. Please come back tomorrow."),
      retryAfter: 3600,
    });
  const { fullname } = await getProfile(tx, userId);
  const review = await upsertReview(tx, {
    productId: product_id,
    userId,
    orderLineId: received.order_line_id,
    author: publicName(fullname),
    rating,
    title: title || null,
    body: body || null,
    status: linkPattern.test(`${title ?? ""} ${body ?? ""}`) ? "pending" : "published",
  });
  await updateRating(tx, product_id);
  return review;
}

/** Keeps a product's rating as its published reviews have it now, and tells whoever shows them. Lock its reviews before. */
export async function updateRating(tx: Tx, productId: number): Promise<void> {
  await setProductRating(tx, productId, await sumRatings(tx, productId));
  await changed(tx, reviewsTopic(productId));
}

/** Reviews outlive the account of whoever wrote them, without the name. */
export async function anonymizeReviewsOf(tx: Tx, userId: number): Promise<void> {
  const productIds = await anonymizeReviews(tx, userId);
  await changed(tx, ...productIds.map(reviewsTopic));
}

/** What changes when the reviews of a product read otherwise, its rating being the same. */
export const reviewsTopic = (productId: number) => `reviews:${productId}`;

/** How somebody is called who gave no name, or took it away with their account. */
export const anonymousName = "Customer";

/** "Ada L." of "Ada Lovelace": enough to be somebody, too little to be found. */
export function publicName(fullname: string | null): string {
  const [first, ...rest] = (fullname ?? "").trim().split(/\s+/);
  const last = rest.at(-1)?.[0];
  return first ? `${first}${last ? ` ${last.toUpperCase()}.` : ""}` : anonymousName;
}
