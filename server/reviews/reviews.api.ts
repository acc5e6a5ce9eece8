import { maxCounted, pageMeta } from "#contract/endpoint.ts";
import type { AdminReview } from "#contract/reviews/moderation.ts";
import { MyReview } from "#contract/reviews/reviews.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Columns, fields, sendTable } from "#server/platform/csv.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import {
  countWaiting,
  findAdminReview,
  listAdminReviews,
  listAdminReviewsAfter,
  maxReviewsFound,
} from "./moderation.sql.ts";
import { moderateReview, moderateReviews, registerRatingCheck, reportReview } from "./moderation.ts";
import { listNamedProducts, presentAdminReviews, presentMyReviews, presentReview } from "./present-review.ts";
import { type ReviewState, reviewObject } from "./review-changes.ts";
import { addReviewImages, invalidateReviewsWithImage, removeReviewImage } from "./review-images.ts";
import {
  findReview,
  listPublished,
  listReceived,
  listReviewable,
  listReviewsOf,
  type ReviewRow,
} from "./reviews.sql.ts";
import {
  anonymizeReviewsOf,
  createReview,
  mergeReviews,
  registerVerification,
  reviewsTag,
  voteOnReview,
} from "./reviews.ts";
import { listReportsOf, listVotes, listVotesOf } from "./votes.sql.ts";

/** Review endpoints, and the nightly checks of ratings and verified purchases. */
export function reviewsRoutes(app: App) {
  registerRatingCheck(app);
  registerVerification(app);
  app.events.on("account.deleted", (tx, { userId: gone }) => anonymizeReviewsOf(tx, gone));
  app.events.on("account.merged", async (tx, { fromId, intoId, moved }) => {
    Object.assign(moved, await mergeReviews(app, tx, { fromId, intoId }));
  });
  app.events.on("account.data_requested", async (tx, { userId: authorId, data }) => {
    const { rows } = await listReviewsOf(app.db, { userId: authorId, page: 1, per_page: maxCounted });
    data.reviews = MyReview.array().parse(await presentMyReviews(app.db, rows, authorId));
    data.review_votes = await listVotesOf(tx, authorId);
    data.review_reports = await listReportsOf(tx, authorId);
  });
  for (const event of ["image.deleting", "image.changed"] as const)
    app.events.on(event, (tx, { id }) => invalidateReviewsWithImage(tx, id));
  readingRoutes(app);
  writingRoutes(app);
  moderationRoutes(app);
}

function moderationRoutes(app: App) {
  const { db, handle, answer, write, object, sockets, events } = app;
  sockets.pushToAdmins("review_summary", { area: "marketing", tags: ["reviews"], compute: () => countWaiting(db) });
  handle("GET /reviews/admin", async ({ query }) => {
    const limit = query.name ? maxReviewsFound : maxCounted;
    const { rows, total } = await listAdminReviews(db, query, limit + 1);
    return { data: await presentAdminReviews(db, rows), meta: pageMeta(query, total, limit) };
  });
  handle("GET /reviews/export", ({ query }, call) => {
    const batch = async (after: number | null, limit: number) =>
      presentAdminReviews(db, await listAdminReviewsAfter(db, query, after, limit));
    return sendTable(call, "reviews", columns, batch);
  });
  answer("GET /reviews/:id", async ({ params }) => {
    const review = assertFound(await findAdminReview(db, params.id));
    return assertFound((await presentAdminReviews(db, [review]))[0]);
  });
  object<ReviewState>("review", reviewObject);
  write("PATCH /reviews/:id", async (tx, { params, body }, { caller }) => {
    const review = await moderateReview(tx, params.id, body, userId(caller));
    return assertFound((await presentAdminReviews(tx, [review]))[0]);
  });
  app.handle(
    "POST /reviews/moderate",
    async ({ body }, call) => ({ data: await moderateReviews(app, body.changes, call) }),
    { recordsItself: true },
  );
  write("POST /reviews/:id/report", (tx, { params, body }, { caller }) =>
    reportReview({ events }, tx, { id: params.id, userId: userId(caller), ...body }),
  );
}

function readingRoutes({ db, answer, answerPage }: App) {
  answerPage("GET /product/:id/reviews", async ({ params, query }, { addCacheTags }) => {
    addCacheTags(`product:${params.id}`, reviewsTag(params.id));
    const { rows, total } = await listPublished(db, params.id, query);
    return { rows: rows.map(presentReview), total };
  });
  answer("GET /product/:id/reviews/mine", async ({ params }, { caller }) => {
    const me = userId(caller);
    const review = await findReview(db, { productId: params.id, userId: me });
    const received = await listReceived(db, me, [params.id]);
    return {
      may_write: received.length > 0,
      review: review ? await one(db, review, me) : null,
      votes: await listVotes(db, params.id, me),
    };
  });
  answerPage("GET /reviews", async ({ query }, { caller }) => {
    const me = userId(caller);
    const { rows, total } = await listReviewsOf(db, { ...query, userId: me });
    return { rows: await presentMyReviews(db, rows, me), total };
  });
  answerPage("GET /reviews/waiting", async ({ query }, { caller }) => {
    const { rows, total } = await listReviewable(db, userId(caller), query);
    const ids = rows.map(({ product_id }) => product_id);
    return { rows: ids.map(await listNamedProducts(db, ids, rows)), total };
  });
}

function writingRoutes(app: App) {
  const { db, answer, write } = app;
  answer("POST /review", async ({ body }, { caller, idempotency }) => {
    const review = await idempotency.transaction(db, (tx) => createReview(app, tx, userId(caller), body));
    return one(db, review, userId(caller));
  });
  answer("POST /reviews/:id/images", async ({ params }, { caller, http }) => {
    const review = await addReviewImages(app, params.id, userId(caller), http?.request);
    return one(db, review, userId(caller));
  });
  answer("DELETE /reviews/:id/images/:image_id", async ({ params }, { caller }) => {
    const image = { id: params.id, imageId: params.image_id, userId: userId(caller) };
    const review = await inTransaction(db, (tx) => removeReviewImage(app, tx, image));
    return one(db, review, userId(caller));
  });
  write("POST /reviews/:id/vote", (tx, { params, body }, { caller }) =>
    voteOnReview(tx, params.id, userId(caller), body.value),
  );
}

const one = async (db: Db, review: ReviewRow, authorId: number) =>
  assertFound((await presentMyReviews(db, [review], authorId))[0]);

/** The columns of the CSV file of reviews. */
const columns: Columns<AdminReview> = {
  created_at: "created_at",
  product: ({ product }) => product.name,
  ...fields("rating", "title", "body", "author", "status", "reason", "reply"),
  reports: ({ reports }) => reports.length,
};
