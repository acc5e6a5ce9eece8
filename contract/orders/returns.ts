import { z } from "zod";
import { endpoint, Id, Instant, one, PageQuery, paged, UuidParams } from "#contract/endpoint.ts";
import { Amount, Money } from "#contract/money.ts";

export const ReturnStatus = z.enum(["requested", "approved", "rejected", "closed", "received", "refunded"]);
export type ReturnStatus = z.infer<typeof ReturnStatus>;
export const ReturnReason = z.enum([
  "changed_mind",
  "does_not_fit",
  "not_as_described",
  "damaged",
  "wrong_item",
  "other",
]);
export type ReturnReason = z.infer<typeof ReturnReason>;
/** How something that was sent back is when it arrives. Only what is `sellable` can go back on the shelf. */
export const Condition = z.enum(["sellable", "damaged"]);
export type Condition = z.infer<typeof Condition>;

export const ReturnItem = z.object({
  order_item_id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  quantity: z.int(),
  reason_code: ReturnReason,
  /** Null until it was unpacked. */
  received_qty: z.int().nullable(),
  condition: Condition.nullable(),
  restock: z.boolean(),
  /** What these units came to when they were bought. */
  value: Money,
});
export const Return = z.object({
  id: z.uuid(),
  number: z.int(),
  order_id: z.uuid(),
  order_number: z.int(),
  status: ReturnStatus,
  items: z.array(ReturnItem),
  /** What the customer wrote. */
  note: z.string().nullable(),
  /** What the shop answered. */
  answer: z.string().nullable(),
  refund: Money.nullable(),
  customer: z.object({ id: z.int().nullable(), fullname: z.string() }),
  requested_at: Instant,
  decided_at: Instant.nullable(),
  received_at: Instant.nullable(),
});
export type Return = z.infer<typeof Return>;

export const ReturnQuery = PageQuery.extend({ status: ReturnStatus.optional(), order_id: z.uuid().optional() });
export type ReturnQuery = z.infer<typeof ReturnQuery>;

const units = { order_item_id: Id, quantity: z.int().min(1).max(999) };
const answer = z.object({ answer: z.string().trim().max(1000).optional() });

export const returnsApi = {
  "GET /returns": endpoint({
    summary: "My returns; for administrators everybody's. Newest first.",
    caller: "user",
    query: ReturnQuery,
    reply: paged(Return),
  }),
  "POST /returns": endpoint({
    summary: "Ask to send items back that arrived within the days their kind may be sent back in.",
    caller: "customer",
    idempotency: "accepted",
    body: z.object({
      order_id: z.uuid(),
      items: z
        .array(z.object({ ...units, reason_code: ReturnReason }))
        .min(1, "Select the items to return.")
        .max(250),
      note: z.string().trim().max(1000).optional(),
    }),
    reply: one(Return),
    status: 201,
    problems: ["not_found", "return_window", "returns_too_many"],
  }),
  "POST /returns/:id/approve": endpoint({
    summary: "Tell the customer to send it.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: answer,
    reply: one(Return),
    problems: ["not_found", "return_state"],
  }),
  "POST /returns/:id/reject": endpoint({
    summary: "Tell the customer why not.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ answer: z.string().trim().min(1, "Enter a reason.").max(1000) }),
    reply: one(Return),
    problems: ["not_found", "return_state"],
  }),
  "POST /returns/:id/close": endpoint({
    summary: "End an approved return that does not arrive, or was settled otherwise: its units can be asked for again.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ answer: z.string().trim().min(1, "Enter a reason.").max(1000) }),
    reply: one(Return),
    problems: ["not_found", "return_state"],
  }),
  "POST /returns/:id/receive": endpoint({
    summary:
      "Note what arrived and how it is, and return its share of what was paid, or `refund` of it. What is not listed did not come.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({
      items: z
        .array(z.object({ ...units, condition: Condition, restock: z.boolean().default(false) }))
        .min(1)
        .max(250),
      /** Less than its share, when it lost some of its worth. */
      refund: Amount.optional(),
    }),
    reply: one(Return),
    problems: ["not_found", "return_state", "returns_too_many", "not_sellable", "refund_too_much", "payment_refused"],
  }),
};
