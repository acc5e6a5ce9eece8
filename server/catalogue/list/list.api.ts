import { getProductDetails } from "#server/catalogue/details/details.ts";
import { listBoughtTogetherIds } from "#server/catalogue/related/related.sql.ts";
import { listRelatedIds } from "#server/catalogue/related/related.ts";
import { listSuggestions } from "#server/catalogue/suggestions/suggestions.ts";
import type { App } from "#server/platform/app.ts";
import { listCachedCards } from "./card-cache.ts";
import { listProducts } from "./list.ts";

/** Product endpoints of the storefront. */
export function listRoutes(app: App) {
  app.handle("GET /product", ({ query }, { addCacheTags }) => listProducts(app, query, addCacheTags));
  app.handle("GET /product/search-suggestion", ({ query }, { addCacheTags }) =>
    listSuggestions(app, query.q, addCacheTags),
  );
  app.answer("GET /product/details/:slug", ({ params }, { addCacheTags }) =>
    getProductDetails(app, params.slug, addCacheTags),
  );
  app.answer(
    "GET /product/related/:id",
    async ({ params, query }) => listCachedCards(app, await listRelatedIds(app, params.id, query.per_page)),
    "catalogue",
  );
  app.answer(
    "GET /product/bought-together/:id",
    async ({ params, query }) => listCachedCards(app, await listBoughtTogetherIds(app.db, params.id, query.per_page)),
    "catalogue",
  );
}
