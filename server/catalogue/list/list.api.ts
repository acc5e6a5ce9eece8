import { productTag } from "#server/catalogue/cache-tags.ts";
import { getProductDetails } from "#server/catalogue/details/details.ts";
import { listBoughtTogetherIds } from "#server/catalogue/related/related.sql.ts";
import { listRelatedIds } from "#server/catalogue/related/related.ts";
import { listSuggestions } from "#server/catalogue/suggestions/suggestions.ts";
import type { App, Call } from "#server/platform/app.ts";
import { listCachedCards } from "./card-cache.ts";
import { listProducts } from "./list.ts";

/** Product endpoints of the storefront. */
export function listRoutes(app: App) {
  const cards = (ids: number[], { addCacheTags }: Call) => {
    addCacheTags(...ids.map(productTag));
    return listCachedCards(app, ids);
  };
  app.handle("GET /product", ({ query }, { addCacheTags }) => listProducts(app, query, addCacheTags));
  app.handle("GET /product/search-suggestion", ({ query }, { addCacheTags }) =>
    listSuggestions(app, query.q, addCacheTags),
  );
  app.answer("GET /product/details/:slug", ({ params }, { addCacheTags }) =>
    getProductDetails(app, params.slug, addCacheTags),
  );
  app.answer(
    "GET /product/related/:id",
    async ({ params, query }, call) => cards(await listRelatedIds(app, params.id, query.per_page), call),
    "catalogue",
  );
  app.answer(
    "GET /product/bought-together/:id",
    async ({ params, query }, call) => cards(await listBoughtTogetherIds(app.db, params.id, query.per_page), call),
    "catalogue",
  );
}
