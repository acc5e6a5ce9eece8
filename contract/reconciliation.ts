import { z } from "zod";
import { Instant } from "./endpoint.ts";
import { resource } from "./resources/resource.ts";

export const Area = z.enum(["orders", "payments", "stock", "coupons", "gift_cards"]);
export type Area = z.infer<typeof Area>;

/** A stored figure that differs from the rows it is derived from. */
export const Inconsistency = z.object({
  /** Identifies it until it is resolved: `quantity:01a1…`. */
  id: z.string(),
  area: Area,
  check: z.string(),
  /** Display name of the record: "Order 1004", "Blue mug". */
  name: z.string(),
  order_id: z.uuid().nullable(),
  product_id: z.int().nullable(),
  says: z.string(),
  expected: z.int().nullable(),
  found: z.int().nullable(),
  /** The unit of the figures: minor units of `currency`, or a count; `status` has none. */
  unit: z.enum(["money", "count", "status"]),
  /** What to do about it. */
  advice: z.string(),
});
export type Inconsistency = z.infer<typeof Inconsistency>;

export const ReconciliationReport = z.object({
  checked_at: Instant,
  took_ms: z.int(),
  currency: z.string(),
  /** How much was checked of each area, and how many inconsistencies were found. */
  areas: z.array(
    z.object({
      area: Area,
      checked: z.array(z.object({ what: z.string(), count: z.int() })),
      inconsistencies: z.int(),
    }),
  ),
  /** The first 200; `areas` has their number. */
  inconsistencies: z.array(Inconsistency),
  /** The last nightly reconciliation. */
  last_night: z.object({ at: Instant, inconsistencies: z.int() }).nullable(),
});
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

const reconciliation = resource("reconciliation", ["orders"]);

export const reconciliationApi = {
  "GET /reconciliation": reconciliation.one(
    "Reconcile order ledgers with payments and gift cards, stock with reservations, and coupons with orders.",
    ReconciliationReport,
  ),
};
