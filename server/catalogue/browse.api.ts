import type { App } from "#server/platform/app.ts";
import { productDetails } from "./details.ts";
import { productList } from "./list.ts";
import { related } from "./related.ts";
import { suggestions } from "./suggestions.ts";
import { talliesOf } from "./tallies.ts";
import { togetherIds } from "./together.sql.ts";

/** The calls of contract/catalogue/products.ts: what shoppers browse. */
export function browseRoutes(app: App) {
  app.handle("GET /product", ({ query }, { shows }) => productList(app, query, shows));
  app.handle("GET /product/search-suggestion", ({ query }, { shows }) => suggestions(app, query.q, shows));
  app.handle("GET /product/details/:slug", async ({ params }, { shows }) => ({
    data: await productDetails(app, params.slug, shows),
  }));
  const { cards } = talliesOf(app);
  app.handle("GET /product/related/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await related(app, params.id, query.per_page)) };
  });
  app.handle("GET /product/together/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await togetherIds(app.db, params.id, query.per_page)) };
  });
}
