import { UnusableFileError } from "#server/imports/files/unusable-file.ts";

/** The columns of a product CSV with their headings: Shopify's export first, then its newer template. */
const headings = {
  handle: ["Handle", "URL handle"],
  title: ["Title"],
  body: ["Body (HTML)", "Description"],
  vendor: ["Vendor"],
  category: ["Product Category", "Product category"],
  type: ["Type"],
  tags: ["Tags"],
  published: ["Published", "Published on online store"],
  status: ["Status"],
  option1Name: ["Option1 Name"],
  option1: ["Option1 Value"],
  option2Name: ["Option2 Name"],
  option2: ["Option2 Value"],
  option3Name: ["Option3 Name"],
  option3: ["Option3 Value"],
  option4Name: ["Option4 Name"],
  option4: ["Option4 Value"],
  sku: ["Variant SKU", "SKU"],
  grams: ["Variant Grams", "Weight value (grams)"],
  tracker: ["Variant Inventory Tracker", "Inventory tracker"],
  quantity: ["Variant Inventory Qty", "Inventory quantity"],
  policy: ["Variant Inventory Policy", "Continue selling when out of stock"],
  price: ["Variant Price", "Price"],
  compareAt: ["Variant Compare At Price", "Compare-at price"],
  cost: ["Cost per item"],
  ships: ["Variant Requires Shipping", "Requires shipping"],
  barcode: ["Variant Barcode", "Barcode"],
  image: ["Image Src", "Product image URL"],
  imagePosition: ["Image Position", "Image position"],
  imageAlt: ["Image Alt Text", "Image alt text"],
  giftCard: ["Gift Card", "Gift card"],
  seoTitle: ["SEO Title", "SEO title"],
  seoDescription: ["SEO Description", "SEO description"],
  variantImage: ["Variant Image", "Variant image URL"],
} as const;
export type ProductColumn = keyof typeof headings;

const required: ProductColumn[] = ["handle", "title", "price"];

export interface ProductColumns {
  header: string[];
  known: string[];
  ignored: string[];
  has(column: ProductColumn): boolean;
  /** The heading in the file, for messages. */
  heading(column: ProductColumn): string;
  cell(cells: string[], column: ProductColumn): string;
}

/** Finds the columns by the header of a file. Throws `UnusableFileError` naming missing required ones. */
export function productColumns(header: string[]): ProductColumns {
  const places = new Map<string, number>();
  for (const [at, heading] of header.entries()) {
    const key = heading.toLowerCase();
    if (key !== "" && places.has(key)) throw new UnusableFileError(`The column "${heading}" is there twice.`);
    places.set(key, at);
  }
  const found = new Map<ProductColumn, number>();
  for (const [column, names] of Object.entries(headings)) {
    const at = names.map((name) => places.get(name.toLowerCase())).find((place) => place !== undefined);
    if (at !== undefined) found.set(column as ProductColumn, at);
  }
  const missing = required.filter((column) => !found.has(column)).map((column) => headings[column][0]);
  if (missing.length > 0)
    throw new UnusableFileError(`The file lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.`);
  const taken = new Set(found.values());
  return {
    header,
    known: header.filter((_, at) => taken.has(at)),
    ignored: header.filter((heading, at) => heading !== "" && !taken.has(at)),
    has: (column) => found.has(column),
    heading: (column) => header[found.get(column) ?? -1] ?? headings[column][0],
    cell: (cells, column) => (cells[found.get(column) ?? -1] ?? "").trim(),
  };
}
