import type { App } from "#server/platform/app.ts";
import { categoryRoutes } from "./categories/categories.api.ts";
import { productFeed } from "./feed/feed.ts";
import { listRoutes } from "./list/list.api.ts";
import { zeroResultSearchRoutes } from "./list/zero-result-searches.ts";
import { optionGroupRoutes } from "./options/option-groups.api.ts";
import { productTypeRoutes } from "./product-types/product-types.api.ts";
import { refreshProductsOnEvents } from "./products/derived-columns.events.ts";
import { productRoutes } from "./products/products.api.ts";
import { tagRoutes } from "./tags/tags.api.ts";
import { sendBackInStockAlerts } from "./variations/back-in-stock.ts";

/** The catalogue's endpoints, event handlers and jobs. */
export function catalogueRoutes(app: App) {
  categoryRoutes(app);
  tagRoutes(app);
  optionGroupRoutes(app);
  productTypeRoutes(app);
  listRoutes(app);
  productRoutes(app);
  zeroResultSearchRoutes(app);
  productFeed(app);
  refreshProductsOnEvents(app);
  sendBackInStockAlerts(app);
}
