import type { App } from "#server/platform/app.ts";
import { getProductDetails } from "#server/catalogue/details/details.ts";
import { listProducts } from "./list.ts";
import { listRelatedIds } from "#server/catalogue/related/related.ts";
import { listSuggestions } from "#server/catalogue/suggestions/suggestions.ts";
import { talliesOf } from "#server/catalogue/search/search.ts";
import { listBoughtTogetherIds } from "#server/catalogue/related/bought-together.sql.ts";

/** The calls of contract/catalogue/products.ts: what shoppers browse. */
export function listRoutes(app: App) {
  app.handle("GET /product", ({ query }, { shows }) => listProducts(app, query, shows));
  app.handle("GET /product/search-suggestion", ({ query }, { shows }) => listSuggestions(app, query.q, shows));
  app.handle("GET /product/details/:slug", async ({ params }, { shows }) => ({
    data: await getProductDetails(app, params.slug, shows),
  }));
  const { cards } = talliesOf(app);
  app.handle("GET /product/related/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await listRelatedIds(app, params.id, query.per_page)) };
  });
  app.handle("GET /product/bought-together/:id", async ({ params, query }, { shows }) => {
    shows("catalogue");
    return { data: await cards(await listBoughtTogetherIds(app.db, params.id, query.per_page)) };
  });
}
