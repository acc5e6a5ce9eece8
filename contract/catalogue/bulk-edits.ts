import { z } from "zod";
import { Measure } from "#contract/catalogue/measures.ts";
import { ProductFilters, ProductStatus } from "#contract/catalogue/product-form.ts";
import { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { Country, Id, Instant, one, UuidParams } from "#contract/endpoint.ts";
import { maxOrderAmount } from "#contract/money.ts";
import { resource } from "#contract/resources/resource.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { LowStockLevel } from "#contract/stock.ts";

/** What a changed price ends in: `00` is a whole amount. */
export const PriceRounding = z.enum(["none", "00", "95", "99"]);
export type PriceRounding = z.infer<typeof PriceRounding>;

const addOrRemove = z.enum(["add", "remove"]);
const maxUnits = 1_000_000;

/** A change that a bulk edit makes to each product. */
export const BulkChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("status"), status: ProductStatus }),
  z.object({ kind: z.literal("schedule"), publish_at: Instant.nullable(), unpublish_at: Instant.nullable() }),
  z.object({
    kind: z.literal("price"),
    by: z.enum(["percent", "amount"]),
    /** Basis points (1000 for +10%) or minor units; negative to reduce. */
    value: z.int().min(-maxOrderAmount).max(maxOrderAmount),
    rounding: PriceRounding,
    /** `previous` makes the price before the change the compare-at price, as for a sale. */
    compare_at: z.enum(["unchanged", "previous", "none"]),
  }),
  z.object({
    kind: z.literal("compare_at"),
    /** Basis points above the price; null removes the compare-at price. */
    percent: z.int().min(1).max(1_000_000).nullable(),
    rounding: PriceRounding,
  }),
  z.object({ kind: z.literal("stock"), by: z.enum(["set", "add"]), units: z.int().min(-maxUnits).max(maxUnits) }),
  /** Of the variations with tracked stock. */
  z.object({ kind: z.literal("low_stock_level"), level: LowStockLevel }),
  /** Of all variations; null removes it. */
  z.object({ kind: z.literal("measure"), measure: Measure.nullable() }),
  /** The products' own; null for that of their brands and types. */
  z.object({ kind: z.literal("safety"), safety: ProductSafety.nullable() }),
  /** The products' own; null for that of their brands and types. */
  z.object({ kind: z.literal("country_of_origin"), country: Country.nullable() }),
  z.object({ kind: z.literal("category"), action: addOrRemove, category_id: Id }),
  z.object({ kind: z.literal("tag"), action: addOrRemove, tag_id: Id }),
  z.object({ kind: z.literal("type"), product_type_id: Id }),
]);
export type BulkChange = z.infer<typeof BulkChange>;

/** The fields of a product that bulk edits change; in a line only those that differ. */
export const BulkFields = z.object({
  status: ProductStatus.optional(),
  publish_at: Instant.nullable().optional(),
  unpublish_at: Instant.nullable().optional(),
  product_type_id: z.int().optional(),
  category_ids: z.array(z.int()).optional(),
  tag_ids: z.array(z.int()).optional(),
  safety: ProductSafety.nullable().optional(),
  country_of_origin: Country.nullable().optional(),
  prices: z
    .array(z.object({ variation_id: z.int(), price_amount: z.int(), compare_at_amount: z.int().nullable() }))
    .optional(),
  stock: z.array(z.object({ variation_id: z.int(), on_hand: z.int() })).optional(),
  low_stock_levels: z.array(z.object({ variation_id: z.int(), low_stock_level: LowStockLevel })).optional(),
  measures: z.array(z.object({ variation_id: z.int(), measure: Measure.nullable() })).optional(),
});
export type BulkFields = z.infer<typeof BulkFields>;

const BulkFailure = z.object({ id: z.int(), name: z.string(), message: z.string() });
export type BulkFailure = z.infer<typeof BulkFailure>;

/** What a bulk edit would do. */
export const BulkPreview = z.object({
  total: z.int(),
  changed: z.int(),
  /** Products that have the wanted values already. */
  unchanged: z.int(),
  failed: z.int(),
  /** The first ten that change. */
  examples: z.array(z.object({ product_id: z.int(), name: z.string(), before: BulkFields, after: BulkFields })),
  /** The first hundred that can't be changed, with the reason. */
  failures: z.array(BulkFailure),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

export const BulkEdit = z.object({
  id: z.uuid(),
  change: BulkChange,
  status: z.enum(["running", "done", "cancelled", "undoing", "undone"]),
  /** Products it was started for, and how many of them are in each state. */
  total: z.int(),
  waiting: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  undone: z.int(),
  /** Not undone, as they were changed since. */
  changed_since: z.int(),
  /** Name of the administrator; null for a deleted account. */
  by: z.string().nullable(),
  created_at: Instant,
  /** Until when it can be undone; null if it can't. */
  undo_until: Instant.nullable(),
  /** The first that could not be changed, or not be undone in whole, with the reason: 100, and 200 of both. Empty in lists. */
  failures: z.array(BulkFailure),
});
export type BulkEdit = z.infer<typeof BulkEdit>;

const Selection = z.object({ filters: ProductFilters, change: BulkChange });

const bulkEdit = resource("bulk_edit", ["catalogue"]);

export const bulkEditsApi = {
  "POST /product/admin/bulk-edits/preview": bulkEdit.write({
    summary: "Preview a change to all products that match filters: how many change, examples, and which can't.",
    undo: notUndone.unseen,
    recorded: { none: "It changes nothing." },
    body: Selection,
    reply: one(BulkPreview),
    problems: ["not_found"],
  }),
  "POST /product/admin/bulk-edits": bulkEdit.write({
    summary: "Start changing all products that match filters, in the background.",
    undo: { call: "POST /product/admin/bulk-edits/:id/undo", within: "day" },
    idempotency: "accepted",
    body: Selection,
    reply: one(BulkEdit),
    status: 202,
    problems: ["not_found"],
  }),
  "GET /product/admin/bulk-edits": bulkEdit.list("List the latest bulk edits, newest first.", BulkEdit),
  "GET /product/admin/bulk-edits/export": bulkEdit.export("Download the latest bulk edits as CSV, newest first."),
  "GET /product/admin/bulk-edits/:id": bulkEdit.get("Retrieve a bulk edit.", BulkEdit, UuidParams),
  "POST /product/admin/bulk-edits/:id/cancel": bulkEdit.write({
    summary: "Cancel a running bulk edit. What it has changed stays, and can be undone.",
    undo: notUndone.anUndo,
    params: UuidParams,
    reply: one(BulkEdit),
    problems: ["bulk_edit_finished"],
  }),
  "POST /product/admin/bulk-edits/:id/undo": bulkEdit.write({
    summary:
      "Undo a bulk edit within 24 hours. What was changed since is left as it is, and listed; stock goes back by the difference.",
    undo: notUndone.anUndo,
    params: UuidParams,
    reply: one(BulkEdit),
    status: 202,
    problems: ["bulk_edit_not_undoable"],
  }),
};
