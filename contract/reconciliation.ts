import { z } from "zod";
import { endpoint, Instant, one } from "./endpoint.ts";

export const Area = z.enum(["orders", "payments", "stock", "coupons", "gift_cards"]);
export type Area = z.infer<typeof Area>;

/** A stored figure that is not what the rows it is derived from come to. */
export const Inconsistency = z.object({
  /** Names it as long as it lasts: `quantity:01a1…`. */
  id: z.string(),
  area: Area,
  check: z.string(),
  /** What it is about, as people call it: "Order 1004", "Blue mug". */
  name: z.string(),
  order_id: z.uuid().nullable(),
  product_id: z.int().nullable(),
  says: z.string(),
  expected: z.int().nullable(),
  found: z.int().nullable(),
  /** How to show the two figures: minor units of `currency`, or a plain count; `status`: there are none, `says` has it. */
  unit: z.enum(["money", "count", "status"]),
  /** What a person is to do about it. */
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
  /** The first two hundred; `areas` has how many there are. */
  inconsistencies: z.array(Inconsistency),
  /** The last nightly reconciliation. */
  last_night: z.object({ at: Instant, inconsistencies: z.int() }).nullable(),
});
export type ReconciliationReport = z.infer<typeof ReconciliationReport>;

export const reconciliationApi = {
  "GET /reconciliation": endpoint({
    summary:
      "Reconciles now: order ledgers against payments and gift cards, stock against reservations, coupons against orders.",
    caller: "admin",
    reply: one(ReconciliationReport),
  }),
};
