import { z } from "zod";
import { endpoint, Instant, one } from "./endpoint.ts";

export const Book = z.enum(["orders", "payments", "stock", "coupons", "gift_cards"]);
export type Book = z.infer<typeof Book>;

/** A figure that is not what the rows below it come to. */
export const Finding = z.object({
  /** Names it as long as it is off: `order_paid:01a1…`. */
  id: z.string(),
  book: Book,
  check: z.string(),
  /** What it is about, as people call it: "Order 1004", "Blue mug". */
  name: z.string(),
  order_id: z.uuid().nullable(),
  product_id: z.int().nullable(),
  says: z.string(),
  expected: z.int().nullable(),
  found: z.int().nullable(),
  /** How to show the two figures: minor units of `currency`, or a plain count; `status`: there are none, `says` tells. */
  unit: z.enum(["money", "count", "status"]),
  /** What mending will do, in words; null when only a person can put it right. */
  mend: z.string().nullable(),
  /** What that person is to do, where there is no mend. */
  advice: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const LedgerReport = z.object({
  proven_at: Instant,
  took_ms: z.int(),
  currency: z.string(),
  /** How much was proven, book by book. */
  books: z.array(
    z.object({ book: Book, proven: z.array(z.object({ what: z.string(), count: z.int() })), findings: z.int() }),
  ),
  /** The first two hundred; `books` has how many there are. */
  findings: z.array(Finding),
  /** The last proof made by itself at night. */
  last_night: z.object({ at: Instant, findings: z.int() }).nullable(),
  /** What was mended last, latest first. */
  mends: z.array(z.object({ at: Instant, name: z.string(), says: z.string(), mended: z.string() })),
});
export type LedgerReport = z.infer<typeof LedgerReport>;

export const ledgerApi = {
  "GET /ledger": endpoint({
    summary:
      "Proves the books now: payments against orders, stock against reservations, coupons and gift cards against orders.",
    caller: "admin",
    reply: one(LedgerReport),
  }),
  "POST /ledger/:finding/mend": endpoint({
    summary:
      "Works a figure that is off out anew from the rows below it, notes who did so, and proves the books again.",
    caller: "admin",
    params: z.object({ finding: z.string().max(200) }),
    reply: one(LedgerReport),
    problems: ["not_found", "mend_by_hand", "out_of_stock"],
  }),
};
