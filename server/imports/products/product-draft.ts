import type { EnergyLabel } from "#contract/catalogue/energy-labels.ts";
import type { Measure } from "#contract/catalogue/measures.ts";
import type { ProductSafety, SafetyContact } from "#contract/catalogue/product-safety.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { SaidEnergyLabel } from "#server/imports/products/reading/read-energy-label.ts";
import type { RowRemark } from "#server/imports/remarks.ts";

/** What the cells of a file say of a contact. */
export type SaidContact = Pick<SafetyContact, "name"> & Partial<SafetyContact>;
export interface SaidSafety {
  manufacturer?: SaidContact | null;
  responsible_person?: SaidContact | null;
  warnings?: string | null;
}

/** A product in a file. Undefined fields leave the product's value unchanged. */
export interface ProductDraft {
  first: Row;
  /** As in the file, in lower case; '' if the file has none but its name. */
  handle: string;
  slug: string;
  name: string;
  description_html?: string;
  brand?: string | null;
  status?: "draft" | "active" | "archived";
  /** `ships` is undefined if the file does not say. */
  type: { name: string; ships: boolean | undefined } | undefined;
  /** Each with the names from the top level down; undefined if the file has none. */
  categories?: string[][] | undefined;
  /** Whether the file has no category and the type stands for it. */
  isCategoryFromType?: boolean;
  tags?: string[];
  /** What the file has no column for is undefined; an empty cell is "". */
  seo?: { title?: string; description?: string };
  safety?: SaidSafety | undefined;
  country_of_origin?: string | undefined;
  energy_label?: SaidEnergyLabel | undefined;
  /** Whether the file has options; without them the product's stay as they are. */
  hasOptions: boolean;
  optionNames: string[];
  /** The places of options that the file has no name for. */
  unnamed?: number[];
  /** Options that rows above write in other capitals, with these. */
  respelled?: [text: string, known: string][];
  /** The row with the names of the options. */
  namedAt?: Row;
  variations: VariationDraft[];
  images: ImageDraft[];
}
/** A draft as it will be imported. */
export interface PlannedDraft extends ProductDraft {
  /** All of the product's own. */
  safety?: ProductSafety | undefined;
  energy_label?: EnergyLabel | undefined;
}
export interface VariationDraft {
  row: Row;
  /** One per option name, "" where the file has none. */
  options: string[];
  sku?: string;
  barcode?: string;
  /** Undefined if the file has none. */
  price_amount?: number;
  compare_at_amount?: number | null;
  cost_amount?: number;
  weight_g?: number;
  measure?: Measure;
  is_active?: boolean;
  track_stock?: boolean;
  /** Whether the file says that there is some, but not how much. */
  is_in_stock?: boolean;
  allow_backorder?: boolean;
  on_hand?: number;
  /** Null where the cell is empty, undefined if the file has no such column. */
  low_stock_level?: number | null;
}

const generalType = { name: "General", ships: true };
/** The type of a draft, of goods that are shipped unless it says something else. */
export const typeOf = ({ type }: ProductDraft) => ({ ...generalType, ...type, ships: type?.ships ?? true });

export interface ImageDraft {
  source_url: string;
  alt: string;
  /** The value of the first option, if the image is for some variations only. */
  option?: string;
}

/** A draft, or the errors in its rows. */
export type ProductReading = { rows: number[]; notes: RowRemark[]; lost: RowRemark[]; currencies: string[] } & (
  | { kind: "draft"; draft: ProductDraft }
  | { kind: "bad"; errors: RowRemark[] }
);
