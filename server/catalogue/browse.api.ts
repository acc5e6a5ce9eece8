import type { House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { relatedIds } from "./details.sql.ts";
import { productDetails } from "./details.ts";
import { productList } from "./list.ts";
import { cardsOf } from "./sale.ts";
import { suggestions } from "./suggestions.ts";
import { togetherIds } from "./together.sql.ts";

/** The calls of contract/catalogue/products.ts: what shoppers browse. */
export function browseRoutes(house: House) {
  house.handle("GET /product", ({ query }, { shows }) => productList(house, query, shows));
  house.handle("GET /product/search-suggestion", ({ query }, { shows }) => suggestions(house, query.q, shows));
  house.handle("GET /product/details/:slug", async ({ params }, { shows }) => ({
    data: await productDetails(house, params.slug, shows),
  }));
  house.handle("GET /product/related/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    const [self] = await cardsOf(house.db, [params.id]);
    found(self);
    return { data: await cardsOf(house.db, await relatedIds(house.db, params.id, query.per_page)) };
  });
  house.handle("GET /product/together/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cardsOf(house.db, await togetherIds(house.db, params.id, query.per_page)) };
  });
}
