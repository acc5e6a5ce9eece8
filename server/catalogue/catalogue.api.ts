import type { App } from "#server/platform/app.ts";
import { browseRoutes } from "./browse.api.ts";
import { categoryRoutes } from "./categories.api.ts";
import { productFeed } from "./feed.ts";
import { productFormRoutes } from "./product-form.api.ts";
import { keepProductsFresh } from "./refresh-when.ts";
import { vainSearchRoutes } from "./vain-searches.ts";
import { vocabularyRoutes } from "./vocabulary.api.ts";
import { tellWhileForSale } from "./waiting.ts";

/** Calls about what is sold, and what keeps it true. */
export function catalogueRoutes(app: App) {
  categoryRoutes(app);
  vocabularyRoutes(app);
  browseRoutes(app);
  productFormRoutes(app);
  vainSearchRoutes(app);
  productFeed(app);
  keepProductsFresh(app);
  tellWhileForSale(app);
}
