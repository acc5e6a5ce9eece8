import type { ImportJob } from "#contract/imports.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";

export type ImportKind = ImportJob["kind"];

interface Kind {
  route: "POST /categories/upload" | "POST /product/admin/upload";
  /** The `accept` of the file input. */
  accept: string;
  /** Singular and plural. */
  one: string;
  many: string;
  address: () => string;
  /** URL of the list. */
  list: () => string;
  hint: string;
  columns: { name: string; says: string }[];
}

/** What differs between the kinds of import. */
export const importKinds: Record<ImportKind, Kind> = {
  categories: {
    route: "POST /categories/upload",
    accept: ".json,.csv,.tsv,.txt,application/json,text/csv,text/plain",
    one: "category",
    many: "categories",
    address: dashboardPaths.categoryImport,
    list: dashboardPaths.categories,
    hint: "A CSV with a column path, a JSON list, or Google’s or Shopify’s taxonomy. At most 100 MB.",
    columns: [
      {
        name: "path",
        says: "Where it is: “men/shoes”, or in names “Men > Shoes”. What it lies in must be in the file or in the shop.",
      },
      { name: "name", says: "What it is called; the last part of a path of names when left out." },
      { name: "description", says: "Shown above its products." },
      { name: "position", says: "Its place among those beside it, from 0." },
      { name: "is_active", says: "true or false: shown or hidden." },
      { name: "id, parent_id", says: "Instead of paths, the ids of another system." },
    ],
  },
  products: {
    route: "POST /product/admin/upload",
    accept: ".csv,.tsv,.txt,.xml,text/csv,text/xml",
    one: "product",
    many: "products",
    address: dashboardPaths.productImport,
    list: dashboardPaths.products,
    hint: "An export of Shopify, WooCommerce or Etsy, a Google product feed, or any table. At most 100 MB.",
    columns: [
      { name: "Handle", says: "Which product a row belongs to; its address." },
      { name: "Title", says: "What it is called; needed in the first row of a product." },
      {
        name: "Variant Price",
        says: "With a point or a comma; how it was understood is shown before anything happens.",
      },
      { name: "Variant SKU", says: "By this a variation is found again, so that the same file twice changes nothing." },
      { name: "Option1 Name, Option1 Value", says: "What the variations differ in, up to three." },
      { name: "Variant Inventory Qty", says: "How many are in stock." },
      { name: "Image Src", says: "Web addresses of pictures; they are fetched." },
    ],
  },
};
