import type { Topic } from "#server/platform/database/transaction.ts";

/** Any product on sale may be different: nothing says which. */
export const everyProduct: Topic = "every product";
/** Tags, product types or options have other names, or there are more or fewer of them. */
export const facetWords: Topic = "facet words";
