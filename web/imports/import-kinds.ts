import type { ImportJob } from "#contract/imports.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import type { StatusLabel } from "#web/ui/text/badge.tsx";

export type ImportKind = ImportJob["kind"];

interface Kind {
  route: "POST /categories/upload" | "POST /product/admin/upload";
  /** The `accept` of the file input. */
  accept: string;
  /** Singular and plural. */
  one: string;
  many: string;
  address: () => string;
  /** URLs of the list, and of a product or category. */
  list: () => string;
  item: (id: number) => string;
  /** What an undo leaves as it is. */
  undoHint: string;
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
    item: dashboardPaths.category,
    undoHint: "New categories with products or subcategories, and those changed since, are left as they are.",
    hint: "A CSV file with a path column, a JSON list, or Google's or Shopify's taxonomy. Up to 100 MB.",
    columns: [
      {
        name: "path",
        says: "The category's place: “men/shoes”, or by name “Men > Shoes”. Parent categories must be in the file or in the shop.",
      },
      { name: "name", says: "The category's name. If empty, the last part of the path is used." },
      { name: "description", says: "Shown above the category's products." },
      { name: "position", says: "Its position within its parent, starting at 0." },
      { name: "is_active", says: "true to show the category, false to hide it." },
      { name: "id, parent_id", says: "IDs from another system, instead of paths." },
    ],
  },
  products: {
    route: "POST /product/admin/upload",
    accept: ".csv,.tsv,.txt,.xml,.zip,text/csv,text/xml,application/zip",
    one: "product",
    many: "products",
    address: dashboardPaths.productImport,
    list: dashboardPaths.products,
    item: dashboardPaths.product,
    undoHint:
      "Products ordered or changed since are left as they are. New categories that nothing uses are deleted too.",
    hint:
      "An export from Shopify, WooCommerce, Etsy or Wix, a product feed, or any table. Or a ZIP file of one and its " +
      "images. Up to 100 MB.",
    columns: [
      { name: "Handle", says: "The product's URL handle. Rows with the same handle belong to one product." },
      { name: "Title", says: "The product's name. Required in the first row of a product." },
      { name: "Variant Price", says: "With a decimal point or comma. You can check the values in the preview." },
      {
        name: "Variant SKU",
        says: "Identifies a variation, so that importing the same file again doesn't create duplicates.",
      },
      { name: "Option1 Name, Option1 Value", says: "Up to three options, such as size or color." },
      { name: "Variant Inventory Qty", says: "The quantity in stock." },
      {
        name: "Image Src",
        says: "Image URLs, or file names of images in the ZIP file. The images are copied to your shop.",
      },
    ],
  },
};

export const importStatusLabels: Record<ImportJob["status"], StatusLabel> = {
  pending: { label: "Checking file", tone: "neutral" },
  mapping: { label: "Needs columns", tone: "warning" },
  preview: { label: "Ready to import", tone: "warning" },
  running: { label: "In progress", tone: "neutral" },
  done: { label: "Completed", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
  undoing: { label: "Being undone", tone: "neutral" },
  undone: { label: "Undone", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};
