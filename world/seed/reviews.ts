import { setProductRating } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { reviews } from "#world/reviews.ts";
import { insertReviews, productIds, sumStars } from "./backdating.sql.ts";
import type { SeededPerson } from "./people.ts";

/** The reviews, published, and the ratings of their products. */
export async function seedReviews(app: App, people: Map<string, SeededPerson>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const products = await productIds(tx);
    await insertReviews(
      tx,
      reviews.map(({ product, author, rating, title, body, daysAgo }) => ({
        product_id: products.get(product) ?? 0,
        user_id: people.get(author)?.id ?? 0,
        rating,
        title,
        body,
        days: daysAgo,
      })),
    );
    for (const { product_id, sum, count } of await sumStars(tx)) await setProductRating(tx, product_id, { sum, count });
  });
}
