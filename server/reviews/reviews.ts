import type { z } from "zod";
import type { MyReview, NewReview, Review } from "#contract/reviews.ts";
import { profileOf } from "#server/accounts/accounts.ts";
import { cardsOf, rated } from "#server/catalogue/catalogue.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import { Refusal } from "#server/platform/refusal.ts";
import {
  countToday,
  listMine,
  listReceived,
  lockReviews,
  putReview,
  type ReviewRow,
  sumRatings,
} from "./reviews.sql.ts";

type Mine = z.infer<typeof MyReview>;

const perDay = 5;
const links = /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|shop|store|online|site|xyz|io|ru|cn|de|uk)\b/i;

/**
 * Keeps a customer's review of a product that reached them, and the product's rating with it. Published at once, unless
 * it holds a link or replaces an earlier one: then somebody looks at it first. Throws `review_not_bought`, and
 * `too_many_requests` after five in a day.
 */
export async function writeReview(
  tx: Tx,
  userId: number,
  { product_id, rating, title, body }: z.infer<typeof NewReview>,
): Promise<ReviewRow> {
  const [received] = await listReceived(tx, userId, [product_id]);
  if (!received) throw new Refusal("review_not_bought");
  await lockReviews(tx, product_id);
  if ((await countToday(tx, userId)) >= perDay) throw new Refusal("too_many_requests", { retryAfter: 3600 });
  const { fullname } = await profileOf(tx, userId);
  const review = await putReview(tx, {
    productId: product_id,
    userId,
    orderLineId: received.order_line_id,
    author: publicName(fullname),
    rating,
    title: title || null,
    body: body || null,
    status: links.test(`${title ?? ""} ${body ?? ""}`) ? "pending" : "published",
  });
  await rated(tx, product_id, await sumRatings(tx, product_id));
  return review;
}

/** "Ada L." of "Ada Lovelace": enough to be somebody, too little to be found. */
export function publicName(fullname: string | null): string {
  const [first, ...rest] = (fullname ?? "").trim().split(/\s+/);
  const last = rest.at(-1)?.[0];
  return first ? `${first}${last ? ` ${last.toUpperCase()}.` : ""}` : "Customer";
}

/** A customer's own reviews, with the products as they are now, or as they were bought when they are not sold any more. */
export async function reviewsOf(db: Db, userId: number): Promise<Mine[]> {
  return withProducts(db, userId, await listMine(db, userId));
}

/** Reviews as their author sees them. */
export async function withProducts(db: Db, userId: number, reviews: ReviewRow[]): Promise<Mine[]> {
  const ids = reviews.map((review) => review.product_id);
  const cards = new Map((await cardsOf(db, ids)).map((card) => [card.id, card]));
  const bought = new Map((await listReceived(db, userId, ids)).map((one) => [one.product_id, one]));
  return reviews.map((review) => {
    const { slug, name, thumbnail } = cards.get(review.product_id) ?? bought.get(review.product_id) ?? gone;
    return {
      ...shownReview(review),
      status: review.status,
      product: { id: review.product_id, slug: slug ?? "", name, thumbnail },
    };
  });
}

const gone = { slug: "", name: "No longer sold", thumbnail: "/failed_image.png" };

/** A review as everybody sees it. */
export const shownReview = ({ id, author, rating, title, body, verified, created_at }: ReviewRow): Review => ({
  id,
  author,
  rating,
  title,
  body,
  verified,
  created_at,
});
