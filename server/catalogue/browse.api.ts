import type { House } from "#server/platform/house.ts";
import { productDetails } from "./details.ts";
import { productList } from "./list.ts";
import { related } from "./related.ts";
import { suggestions } from "./suggestions.ts";
import { talliesOf } from "./tallies.ts";
import { togetherIds } from "./together.sql.ts";

/** The calls of contract/catalogue/products.ts: what shoppers browse. */
export function browseRoutes(house: House) {
  house.handle("GET /product", ({ query }, { shows }) => productList(house, query, shows));
  house.handle("GET /product/search-suggestion", ({ query }, { shows }) => suggestions(house, query.q, shows));
  house.handle("GET /product/details/:slug", async ({ params }, { shows }) => ({
    data: await productDetails(house, params.slug, shows),
  }));
  const { cards } = talliesOf(house);
  house.handle("GET /product/related/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await related(house, params.id, query.per_page)) };
  });
  house.handle("GET /product/together/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await togetherIds(house.db, params.id, query.per_page)) };
  });
}
