import { z } from "zod";
import { Measure } from "#contract/catalogue/measures.ts";
import { ProductFilters } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { Id, list, Version } from "#contract/endpoint.ts";
import { Amount } from "#contract/money.ts";
import { variation } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { LowStockLevel } from "#contract/stock.ts";

export const GridRow = z.object({
  variation_id: z.int(),
  version: z.int(),
  product_id: z.int(),
  product: z.string(),
  /** Its options: "Sand / M"; empty for a product without options. */
  variation: z.string(),
  sku: z.string().nullable(),
  price_amount: z.int(),
  compare_at_amount: z.int().nullable(),
  measure: Measure.nullable(),
  on_hand: z.int(),
  track_stock: z.boolean(),
  low_stock_level: LowStockLevel,
  currency: z.string(),
});
export type GridRow = z.infer<typeof GridRow>;

/** Those of products, and words of single variations. */
export const GridFilters = ProductFilters.extend({
  /** Each word is one of the product's name, of the variation's options, or a part of its SKU or barcode. */
  search: z.string().max(100).optional(),
});
export type GridFilters = z.infer<typeof GridFilters>;

const units = z.int().min(0).max(10_000_000);

/** Changed fields of a variation; absent ones stay. */
export const GridChange = z.object({
  variation_id: Id,
  version: Version,
  sku: z.string().trim().max(productLimits.sku).nullable().optional(),
  price_amount: Amount.optional(),
  compare_at_amount: Amount.nullable().optional(),
  measure: Measure.nullable().optional(),
  on_hand: units.optional(),
  /** The value `on_hand` was edited from. Stock changes by the difference, so that sales in between still count. */
  on_hand_was: units.optional(),
  low_stock_level: LowStockLevel.optional(),
});
export type GridChange = z.infer<typeof GridChange>;

export const variationGridApi = {
  "GET /product/admin/variations": variation
    .alsoFor("orders")
    .page("List the variations of products, for editing many at once.", GridFilters, GridRow),
  "PUT /product/admin/variations": variation.write({
    summary: "Update many variations, all or none. For outdated versions `current` holds the rows as they are now.",
    undo: notUndone.ofEachObject,
    body: z.object({ changes: z.array(GridChange).min(1).max(100) }),
    reply: list(GridRow),
    problems: ["stale"],
  }),
};
