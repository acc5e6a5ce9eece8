import { userId } from "#server/platform/caller.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { listPublished } from "./reviews.sql.ts";
import { reviewsOf, shownReview, withProducts, writeReview } from "./reviews.ts";

/** Calls about reviews. */
export function reviewsRoutes(house: House) {
  const { db } = house;
  house.handle("GET /product/:id/reviews", async ({ params, query }, { shows }) => {
    // Writing a review changes the product's rating, and so everything that shows the product.
    shows(`product:${params.id}`);
    const { rows, total } = await listPublished(db, params.id, query);
    const { page, per_page } = query;
    return { data: rows.map(shownReview), meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  house.handle("POST /review", async ({ body }, { caller }) => {
    const review = await inTransaction(db, (tx) => writeReview(tx, userId(caller), body));
    const [mine] = await withProducts(db, userId(caller), [review]);
    return { data: mine as NonNullable<typeof mine> };
  });
  house.handle("GET /reviews", async (_input, { caller }) => ({ data: await reviewsOf(db, userId(caller)) }));
}
