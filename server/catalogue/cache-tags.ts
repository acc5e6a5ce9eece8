import type { Tx } from "#server/platform/database/database.ts";
import { changed, type Topic } from "#server/platform/database/transaction.ts";

/** Any product on sale may have changed; no event names which. */
export const allProducts: Topic = "all products";
/** Tags, product types or option values were added, renamed or deleted. */
export const facetLabels: Topic = "facet labels";

export const invalidateFacetLabels = (tx: Tx) => changed(tx, "catalogue", facetLabels);
