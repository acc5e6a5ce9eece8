import type { House } from "#server/platform/house.ts";
import { products } from "./catalogue.ts";
import { picturesOf } from "./pictures/recipes.ts";
import { seedCatalogue } from "./seed/catalogue.ts";
import { seedOrders } from "./seed/orders.ts";
import { seedPeople } from "./seed/people.ts";
import { paint, paintCategories, unpainted } from "./seed/pictures.ts";
import { seedReviews } from "./seed/reviews.ts";

/** Fills an empty shop with the demo world: catalogue, covers, people, sixty days of orders, reviews. Under 30 s. */
export async function seedDemo(house: House): Promise<void> {
  await seedCatalogue(house);
  const covers = products.map((product) => ({ product, recipe: picturesOf(product)[0]!, position: 0 }));
  const [people] = await Promise.all([seedPeople(house), paint(house, covers), paintCategories(house, 1)]);
  await seedOrders(house, people);
  await seedReviews(house, people);
}

/** Paints what `seedDemo` left for later: further angles and colours, and the deeper categories. Doing it again does nothing. */
export async function paintRest(house: House): Promise<void> {
  await paint(house, await unpainted(house));
  await paintCategories(house, 3);
}
