import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { brandRoutes } from "./brands/brands.api.ts";
import { bulkEditRoutes } from "./bulk-edits/bulk-edits.api.ts";
import { categoryRoutes } from "./categories/categories.api.ts";
import { productFeed } from "./feed/feed.ts";
import { listRoutes } from "./list/list.api.ts";
import { zeroResultSearchRoutes } from "./list/zero-result-searches.ts";
import { optionGroupRoutes } from "./options/option-groups.api.ts";
import { productTypeRoutes } from "./product-types/product-types.api.ts";
import { refreshProductsOnEvents } from "./products/derived-columns.events.ts";
import { productRoutes } from "./products/products.api.ts";
import { hasPrices } from "./products/products.sql.ts";
import { schedulePublishing } from "./products/scheduled-publishing.ts";
import { searchOf } from "./search/search.ts";
import { synonymRoutes } from "./synonyms/synonyms.api.ts";
import { tagRoutes } from "./tags/tags.api.ts";
import { backInStockAlerts } from "./variations/back-in-stock.ts";
import { variationGridRoutes } from "./variations/grid.ts";
import { stockListRoutes } from "./variations/stock-list.ts";

/** How long `/readyz` waits for the index, in milliseconds. */
const readyWait = 500;

/** The catalogue's endpoints, event handlers and jobs. */
export function catalogueRoutes(app: App) {
  loadProductIndex(app);
  categoryRoutes(app);
  tagRoutes(app);
  synonymRoutes(app);
  brandRoutes(app);
  optionGroupRoutes(app);
  productTypeRoutes(app);
  listRoutes(app);
  productRoutes(app);
  bulkEditRoutes(app);
  variationGridRoutes(app);
  zeroResultSearchRoutes(app);
  productFeed(app);
  refreshProductsOnEvents(app);
  schedulePublishing(app);
  backInStockAlerts(app);
  stockListRoutes(app);
  app.events.on("shop.currency_changing", async (tx) => {
    if (await hasPrices(tx)) throw new Problem("currency_in_use");
  });
}

/** Loads the product index once the server listens; `/readyz` answers 503 until it is there. */
function loadProductIndex(app: App) {
  const search = searchOf(app);
  const load = async () => {
    const begun = performance.now();
    const { size } = await search.getIndex(Number.POSITIVE_INFINITY);
    app.log.info({ products: size, ms: Math.round(performance.now() - begun) }, "product index loaded");
  };
  app.http.addHook("onListen", async () => {
    load().catch((error: unknown) => {
      app.log.warn({ err: error }, "the product index could not be loaded; the next request tries again");
    });
  });
  app.readiness.push(() => search.getIndex(readyWait));
}
