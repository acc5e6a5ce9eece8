import { z } from "zod";
import { endpoint, Id, IdParams, Instant, list, one, PageMeta, PageQuery, paged } from "./endpoint.ts";
import { resource } from "./resources/resource.ts";
import { variation } from "./resources/resources.ts";

/** With fewer available units a variation is low in stock; null for the default of the shop's settings. */
export const LowStockLevel = z.int().min(0).max(100_000).nullable();

/** Stock of a variation: on hand, reserved, and available. */
export const StockLevel = z.object({
  variation_id: z.int(),
  on_hand: z.int(),
  reserved: z.int(),
  available: z.int(),
  low_stock_level: LowStockLevel,
  /** The level that counts: its own or the default, and at least 1. */
  low_below: z.int(),
});
export type StockLevel = z.infer<typeof StockLevel>;

/** `low`: below the low-stock level; `out`: nothing is available. */
export const StockStatus = z.enum(["in_stock", "low", "out"]);
export type StockStatus = z.infer<typeof StockStatus>;

/** A variation with tracked stock. */
export const StockItem = StockLevel.extend({
  product_id: z.int(),
  slug: z.string(),
  product: z.string(),
  /** Its options: "Sand / M"; empty for a product without options. */
  variation: z.string(),
  sku: z.string().nullable(),
  thumbnail: z.string(),
  status: StockStatus,
});
export type StockItem = z.infer<typeof StockItem>;

/** Filters of the stock list. */
export const StockFilters = z.object({
  /** Words of the product's name, or the SKU. */
  name: z.string().max(100).optional(),
  status: StockStatus.optional(),
  product_id: Id.optional(),
  variation_id: Id.optional(),
});
export type StockFilters = z.infer<typeof StockFilters>;

/** Units of an order that a variation's stock is reserved for, or that wait for stock. */
export const StockReservation = z.object({ order_id: z.uuid(), reserved: z.int(), backordered: z.int() });
export type StockReservation = z.infer<typeof StockReservation>;

export const StockMovement = z.object({
  id: z.int(),
  variation_id: z.int(),
  delta_on_hand: z.int(),
  delta_reserved: z.int(),
  reason: z.enum(["receipt", "adjust", "reserve", "release", "commit", "return", "correction", "import"]),
  ref_type: z.string(),
  ref_id: z.string(),
  actor_id: z.int().nullable(),
  /** Name of the administrator. */
  by: z.string().nullable(),
  note: z.string().nullable(),
  at: Instant,
});
export type StockMovement = z.infer<typeof StockMovement>;

const most = 1_000_000;
export const StockChange = z
  .object({
    /** Units to add or, if negative, remove. */
    delta: z.int().min(-most).max(most).optional(),
    /** Units counted. */
    on_hand: z.int().min(0).max(most).optional(),
    reason: z.enum(["receipt", "adjust", "correction"]).default("adjust"),
    note: z.string().trim().max(500).optional(),
    low_stock_level: LowStockLevel.optional(),
  })
  .refine(({ delta, on_hand }) => delta === undefined || on_hand === undefined, {
    message: "Enter either a change or a new quantity, not both.",
    path: ["on_hand"],
  })
  .refine(({ delta, on_hand, low_stock_level: level }) => (delta ?? on_hand) !== undefined || level !== undefined, {
    message: "Enter a quantity.",
    path: ["on_hand"],
  });
export type StockChange = z.infer<typeof StockChange>;

/** The new level, and by how much the stock has changed: what an undo takes back. */
export const AdjustedStock = StockLevel.extend({ delta: z.int() });
export type AdjustedStock = z.infer<typeof AdjustedStock>;

/** A back-in-stock alert. */
export const StockAlert = z.object({ variation_id: z.int(), created_at: Instant });
export type StockAlert = z.infer<typeof StockAlert>;
/** With its product and variation; `product` is null if it is no longer sold. */
export const ListedStockAlert = StockAlert.extend({
  product: z
    .object({
      slug: z.string(),
      name: z.string(),
      thumbnail: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.string() })),
    })
    .nullable(),
});
export type ListedStockAlert = z.infer<typeof ListedStockAlert>;
export const NewStockAlert = z.object({ variation_id: Id, email: z.email().max(254).optional() });

const stock = resource("stock", ["catalogue"]);

export const stockApi = {
  "POST /stock-alerts": endpoint({
    summary: "Create a back-in-stock alert for a sold-out variation. Requires an email address without an account.",
    caller: "visitor",
    body: NewStockAlert,
    status: 201,
    reply: one(StockAlert),
    problems: ["not_found", "still_in_stock"],
    limit: "alert",
    idempotency: "accepted",
  }),
  "GET /stock-alerts": endpoint({
    summary: "List the customer's open back-in-stock alerts, newest first.",
    caller: "customer",
    query: PageQuery.extend({ variation_id: Id.optional() }),
    reply: paged(ListedStockAlert),
  }),
  "DELETE /stock-alerts/:id": endpoint({
    summary: "Delete the back-in-stock alert of this variation.",
    caller: "customer",
    params: IdParams,
    status: 204,
  }),
  "POST /variations/:id/stock": variation.write({
    summary: "Adjust the stock of a variation, by count or by difference. Each change is recorded as a movement.",
    undo: "snapshot",
    params: IdParams,
    body: StockChange,
    reply: one(AdjustedStock),
    problems: ["stock_held"],
    idempotency: "required",
  }),
  "GET /stock": stock.page(
    "List variations with tracked stock and their stock levels, those of the newest products first.",
    StockFilters,
    StockItem,
  ),
  "GET /stock/export": stock.export("Download stock levels as CSV.", StockFilters),
  "GET /stock/reservations": stock.read({
    summary: "List up to 100 orders that a variation's stock is reserved for, oldest first, and units held in carts.",
    query: z.object({ variation_id: Id }),
    reply: list(StockReservation).extend({ held_in_carts: z.int() }),
  }),
  "GET /stock/movements": stock.read({
    summary: "List the stock movements of a variation, newest first, with its current level.",
    query: PageQuery.extend({ variation_id: Id }),
    reply: z.object({ data: z.array(StockMovement), meta: PageMeta, level: StockLevel.nullable() }),
  }),
};
