import type { ColumnMapping, FileEncoding } from "#contract/imports.ts";
import type { FileTime } from "#server/imports/formats/product-format.ts";

/** What the reading of a product file needs to know of the shop. */
export interface ProductFileInput {
  file: string;
  encoding: FileEncoding | null;
  hasHeadings: boolean | null;
  mapping: ColumnMapping | null;
  /** Products whose last row is at most this one are read for their identifiers, but not returned. */
  after: number;
  currency: string;
  reservedSlugs: readonly string[];
  time: FileTime;
}

/** What the reading asks the shop while it goes on. */
export interface ShopLookups {
  /** The mapping last used for these headings. */
  recallMapping(header: string[]): Promise<ColumnMapping | undefined>;
  /** SKUs of the shop with the slugs of their products. */
  slugsBySku(skus: string[]): Promise<[sku: string, slug: string][]>;
}
