import type { productSorts } from "#contract/catalogue/products.ts";

export type ProductSort = (typeof productSorts)[number];

export interface Page {
  sort: ProductSort;
  offset: number;
  limit: number;
}
