import type { BadRow, RowRemark } from "#server/imports/remarks.ts";
import type { Row } from "#server/imports/files/csv.ts";

/** A product as a file describes it. Fields that are undefined say nothing: what the shop has stays. */
export interface ProductDraft {
  /** The row the product begins at, and how many it takes. */
  first: Row;
  slug: string;
  name: string;
  description_html?: string;
  brand?: string | null;
  status?: "draft" | "active" | "archived";
  type: { name: string; ships: boolean } | undefined;
  /** Names from the top down; undefined when the file names none. */
  category?: string[] | undefined;
  tags?: string[];
  seo?: { title?: string; description?: string };
  optionNames: string[];
  variations: VariationDraft[];
  pictures: PictureDraft[];
}
export interface VariationDraft {
  row: Row;
  /** One for each option name. */
  options: string[];
  sku?: string;
  barcode?: string;
  price_amount: number;
  compare_at_amount?: number | null;
  cost_amount?: number;
  weight_g?: number;
  track_stock?: boolean;
  allow_backorder?: boolean;
  on_hand?: number;
}
export interface PictureDraft {
  source_url: string;
  alt: string;
  /** The value of the first option it shows, when it is the picture of some variations. */
  option?: string;
}

/** What a product's rows came to: a draft, or what is wrong with them. */
export type ProductReading = { rows: Row[]; notes: RowRemark[] } & (
  | { kind: "draft"; draft: ProductDraft }
  | { kind: "bad"; errors: BadRow[] }
);
