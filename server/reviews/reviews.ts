import type { z } from "zod";
import type { ReplyOf } from "#contract/api.ts";
import type { NewReview } from "#contract/reviews/reviews.ts";
import type { FeaturedReview } from "#contract/shop/home.ts";
import { getProfile } from "#server/accounts/accounts.ts";
import { listProductCards, setProductRating } from "#server/catalogue/catalogue.ts";
import { removeImage } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction, invalidate, notifyClients } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { moveReports } from "./moderation.sql.ts";
import {
  anonymizeReviews,
  countRecentSaves,
  deleteReviewRow,
  listFeatured,
  listReceived,
  listSecondReviews,
  lockReviews,
  moveReviews,
  type ReviewRow,
  sumRatings,
  unverifyReturned,
  upsertReview,
} from "./reviews.sql.ts";
import {
  copyVotes,
  deleteMergedVotes,
  deleteVote,
  lockPublishedReview,
  lockReviewsVotedOn,
  updateVoteCounts,
  upsertVote,
} from "./votes.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A review waits for a decision of an administrator. `cause` is the same for the same version or report. */
    "review.waiting": { reviewId: number; isReported: boolean; cause: string };
  }
}

const maxSavesPerDay = 5;
const linkPattern = /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|shop|store|online|site|xyz|io|ru|cn|de|uk)\b/i;

/**
 * Creates a customer's review of a delivered product and updates the product's rating. Published immediately unless it
 * contains a link or replaces an earlier review, or the shop approves reviews. Throws `review_not_bought`, and
 * `too_many_requests` for the sixth review or edit in a day.
 */
export async function createReview(
  app: App,
  tx: Tx,
  userId: number,
  { product_id, rating, title, body }: z.infer<typeof NewReview>,
): Promise<ReviewRow> {
  const [received] = await listReceived(tx, userId, [product_id]);
  if (!received) throw new Problem("review_not_bought");
  await lockReviews(tx, product_id);
  if ((await countRecentSaves(tx, userId)) >= maxSavesPerDay)
    throw new Problem("too_many_requests", {
      message: say("You can write or edit up to five reviews a day. Try again tomorrow."),
      retryAfter: 3600,
    });
  const { fullname } = await getProfile(tx, userId);
  const { approve_reviews } = await getSettings(tx);
  const review = await upsertReview(tx, {
    productId: product_id,
    userId,
    orderLineId: received.order_line_id,
    author: publicName(fullname),
    rating,
    title: title || null,
    body: body || null,
    status: approve_reviews || linkPattern.test(`${title ?? ""} ${body ?? ""}`) ? "pending" : "published",
  });
  await updateRating(tx, product_id);
  if (isFeatured(review)) await invalidate(tx, reviewsTag("all"));
  if (review.status === "pending") await announceWaiting(app, tx, review);
  return review;
}

/** Emits `review.waiting` for a pending review. */
export const announceWaiting = ({ events }: App, tx: Tx, { id, version }: ReviewRow): Promise<void> =>
  events.emit(tx, "review.waiting", { reviewId: id, isReported: false, cause: `version ${version}` });

/**
 * Updates a product's rating from its published reviews and invalidates what shows it or them; `reviewsTag("all")` is for
 * reviews that become featured. Lock its reviews first.
 */
export async function updateRating(tx: Tx, productId: number): Promise<void> {
  await setProductRating(tx, productId, await sumRatings(tx, productId));
  await invalidate(tx, reviewsTag(productId));
  await notifyClients(tx, "reviews");
}

/** Registers the nightly job that removes the badge of purchases that were returned or refunded in full. */
export function registerVerification({ db, jobs }: App) {
  jobs.schedule("reviews.verify", "41 3 * * *", () => inTransaction(db, unverifyReviews));
}

/** Removes the badge of a verified purchase from reviews of what was returned or refunded in full since. */
export async function unverifyReviews(tx: Tx) {
  const productIds = new Set(await unverifyReturned(tx));
  if (productIds.size > 0) await invalidate(tx, ...[...productIds].map(reviewsTag));
}

/** Reviews stay without the author's name when the account is deleted. */
export async function anonymizeReviewsOf(tx: Tx, userId: number): Promise<void> {
  const productIds = await anonymizeReviews(tx, userId);
  await invalidate(tx, ...productIds.map(reviewsTag), reviewsTag("all"));
}

const featuredReviews = 3;
const candidates = 30;

/** Whether a review may be among the featured ones, as `listFeatured` selects them. */
const isFeatured = ({ status, rating, body }: Pick<ReviewRow, "status" | "rating" | "body">) =>
  status === "published" && rating >= 4 && (body?.length ?? 0) >= 30;

/** The newest good reviews with a text, of different products on sale. */
export async function listFeaturedReviews(db: Db, addCacheTags: AddCacheTags): Promise<FeaturedReview[]> {
  addCacheTags(reviewsTag("all"));
  const rows = await listFeatured(db, candidates);
  const newest = rows.filter(
    ({ product_id }, index) => rows.findIndex((other) => other.product_id === product_id) === index,
  );
  const ids = newest.map(({ product_id }) => product_id);
  addCacheTags("catalogue", ...ids.map(reviewsTag));
  const cards = new Map((await listProductCards(db, ids)).map((card) => [card.id, card]));
  return newest
    .flatMap(({ id, author, rating, title, body, product_id }) => {
      const card = cards.get(product_id);
      if (!card) return [];
      const product = { slug: card.slug, name: card.name, image: card.images[0] ?? null };
      return [{ id, author: author === anonymousName ? say("Customer") : author, rating, title, body, product }];
    })
    .slice(0, featuredReviews);
}

/** Cache tag of the reviews of a product, or of all, for changes that leave its rating. */
export const reviewsTag = (productId: number | "all") => `reviews:${productId}`;

/** Display name of an author without a name. */
export const anonymousName = "Customer";

/** "Ada L." for "Ada Lovelace". */
export function publicName(fullname: string | null): string {
  const [first, ...rest] = (fullname ?? "").trim().split(/\s+/);
  const [initial] = rest.at(-1) ?? "";
  return first ? `${first}${initial ? ` ${initial.toUpperCase()}.` : ""}` : anonymousName;
}

type Votes = ReplyOf<"POST /reviews/:id/vote">["data"];

/** Votes on another customer's published review. Throws `not_found` and `review_own`. */
export async function voteOnReview(tx: Tx, id: number, userId: number, value: Votes["value"]): Promise<Votes> {
  const review = assertFound(await lockPublishedReview(tx, id));
  if (review.user_id === userId) throw new Problem("review_own");
  if (value === 0) await deleteVote(tx, id, userId);
  else await upsertVote(tx, id, userId, value);
  const counts = await updateVoteCounts(tx, id);
  await invalidate(tx, reviewsTag(review.product_id));
  return { ...counts, value };
}

/**
 * Moves the reviews, votes and reports of a merged customer that the other has none of; a second review of a product is
 * deleted, as it would count twice. Returns how many moved.
 */
export async function mergeReviews(app: Pick<App, "events" | "jobs">, tx: Tx, merge: Merge) {
  await deleteSecondReviews(app, tx, merge);
  const reviews = await moveReviews(tx, merge.fromId, merge.intoId);
  const changed = await lockReviewsVotedOn(tx, merge);
  const review_votes = await copyVotes(tx, merge);
  await deleteMergedVotes(tx, merge);
  for (const { id, product_id } of changed) {
    await updateVoteCounts(tx, id);
    await invalidate(tx, reviewsTag(product_id));
  }
  await moveReports(tx, merge.fromId, merge.intoId);
  return { reviews, review_votes };
}

interface Merge {
  fromId: number;
  intoId: number;
}

async function deleteSecondReviews(app: Pick<App, "events" | "jobs">, tx: Tx, { fromId, intoId }: Merge) {
  const second = await listSecondReviews(tx, fromId, intoId);
  for (const { id, product_id, image_ids } of second) {
    await lockReviews(tx, product_id);
    for (const image of image_ids) await removeImage(app, tx, image);
    await deleteReviewRow(tx, id);
    await updateRating(tx, product_id);
  }
  if (second.length > 0) await invalidate(tx, reviewsTag("all"));
}
