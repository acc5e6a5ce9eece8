import type { Tx } from "#server/platform/database/database.ts";
import { type CacheTag, invalidate } from "#server/platform/database/transaction.ts";

/** Any product on sale may have changed. */
export const allProducts: CacheTag = "all products";
/** Tags, product types or option values were added, renamed or deleted. */
export const facetLabels: CacheTag = "facet labels";

/** A product's average rating has changed: lists that are ordered or filtered by it. */
export const ratings: CacheTag = "ratings";

/** The reduction of a product has begun or ended. Every page has it, as menus say whether there are reduced products. */
export const sale: CacheTag = "sale";

const prefix = "product:";

export const productTag = (id: number): CacheTag => `${prefix}${id}`;

/** Pages of products show something of their type, or of their option groups, that no card has. */
export const productTypeTag = (id: number): CacheTag => `product type:${id}`;
export const optionGroupTag = (id: number): CacheTag => `option group:${id}`;

/** Pages of products show the safety data of their brand. */
export const brandTag = (name: string): CacheTag => `brand:${name}`;

export const productIdsOf = (tags: readonly CacheTag[]): number[] =>
  tags.filter((tag) => tag.startsWith(prefix)).map((tag) => Number(tag.slice(prefix.length)));

export const invalidateFacetLabels = (tx: Tx) => invalidate(tx, "catalogue", facetLabels);
