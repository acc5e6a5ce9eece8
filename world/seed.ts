import { tellSales, tellTogether } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import { products } from "./catalogue.ts";
import { picturesOf } from "./pictures/recipes.ts";
import { seedCatalogue } from "./seed/catalogue.ts";
import { seedOrders } from "./seed/orders.ts";
import { seedPeople } from "./seed/people.ts";
import { paint, paintCategories, unpainted } from "./seed/pictures.ts";
import { seedPrices } from "./seed/prices.ts";
import { seedReviews } from "./seed/reviews.ts";

/** Fills an empty shop with the demo world: catalogue, covers, people, sixty days of orders, reviews. Under 30 s. */
export async function seedDemo(app: App): Promise<void> {
  await seedPrices(app);
  await seedCatalogue(app);
  const covers = products.map((product) => ({ product, recipe: picturesOf(product)[0]!, position: 0 }));
  const [people] = await Promise.all([seedPeople(app), paint(app, covers), paintCategories(app, 1)]);
  await seedOrders(app, people);
  await tellSales(app);
  await tellTogether(app);
  await seedReviews(app, people);
}

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Paints what the demo shop has no picture of yet. */
    "world.paint": Record<string, never>;
  }
}

/** Has what `seedDemo` left painted in the background, by one process; asked again after each start, in case it was cut off. */
export async function paintLater(app: App): Promise<void> {
  app.jobs.define("world.paint", () => paintRest(app));
  await app.jobs.add(app.db, "world.paint", {}, { key: "world.paint" });
}

/** Further angles and colours of products, and the deeper categories. Doing it again does nothing. */
async function paintRest(app: App): Promise<void> {
  // Somebody may be looking at the shop already, on a machine of two cores.
  await paint(app, await unpainted(app), { inNoHurry: true });
  await paintCategories(app, 3, { inNoHurry: true });
}
