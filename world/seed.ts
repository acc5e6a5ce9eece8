import { updateBoughtTogether, updateProductSales } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { seedCatalogue } from "./seed/catalogue.ts";
import { seedImages } from "./seed/images.ts";
import { seedOrders } from "./seed/orders.ts";
import { seedPeople } from "./seed/people.ts";
import { seedPrices } from "./seed/prices.ts";
import { seedReviews } from "./seed/reviews.ts";

/** Fills an empty shop with the demo data: catalogue, images, people, sixty days of orders, reviews. Takes seconds. */
export async function seedDemo(app: App): Promise<void> {
  await seedPrices(app);
  await seedCatalogue(app);
  const [people] = await Promise.all([seedPeople(app), seedImages(app)]);
  await seedOrders(app, people);
  await updateProductSales(app);
  await updateBoughtTogether(app);
  await seedReviews(app, people);
}
