import { z } from "zod";
import { endpoint, Id, Instant, one, PageQuery, paged, UuidParams, Version } from "#contract/endpoint.ts";
import { Amount, Money } from "#contract/money.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { resource } from "#contract/resources/resource.ts";
import { notUndone, type Undo } from "#contract/resources/undo.ts";
import { RefundIban } from "./orders.ts";

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
/** The condition of a returned item. Only `sellable` ones can be restocked. */
export const Condition = z.enum(["sellable", "damaged"]);
export type Condition = z.infer<typeof Condition>;

export const ReturnItem = z.object({
  order_item_id: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  quantity: z.int(),
  reason_code: ReturnReason,
  /** Null until it is received. */
  received_qty: z.int().nullable(),
  condition: Condition.nullable(),
  restock: z.boolean(),
  /** What was charged for these units. */
  value: Money,
});
export type ReturnItem = z.infer<typeof ReturnItem>;
export const Return = z.object({
  id: z.uuid(),
  number: z.int(),
  order_id: z.uuid(),
  order_number: z.int(),
  status: ReturnStatus,
  /** Whether it follows from a withdrawal from the contract: it can't be rejected. */
  is_withdrawal: z.boolean(),
  items: z.array(ReturnItem),
  /** The customer's note. */
  note: z.string().nullable(),
  /** The shop's answer. */
  answer: z.string().nullable(),
  /** The customer's account for a refund by transfer. */
  refund_iban: z.string().nullable(),
  refund: Money.nullable(),
  /** Of the refund, what is not sent yet: by staff, by transfer or in cash, or by the payment provider. */
  refund_unsent: Money,
  customer: z.object({ id: z.int().nullable(), fullname: z.string() }),
  requested_at: Instant,
  decided_at: Instant.nullable(),
  received_at: Instant.nullable(),
  /** Until when the items of an approved return must be sent, and where to. */
  send_by: Instant.nullable(),
  return_address: z.string().nullable(),
});
export type Return = z.infer<typeof Return>;

export const ReturnFilters = z.object({
  status: ReturnStatus.optional(),
  order_id: z.uuid().optional(),
  /** Number of the return or the order, or the customer's name. */
  name: z.string().trim().max(100).optional(),
  /** First and last day of the request, in the shop's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ReturnFilters = z.infer<typeof ReturnFilters>;
export const ReturnQuery = PageQuery.extend(ReturnFilters.shape);
export type ReturnQuery = z.infer<typeof ReturnQuery>;

export const ReturnCounts = z.record(ReturnStatus, z.int());
export type ReturnCounts = z.infer<typeof ReturnCounts>;

const units = { order_item_id: Id, quantity: z.int().min(1).max(999) };
const answer = z.object({ answer: z.string().trim().max(1000).optional() });

const reason = z.object({ answer: z.string("Enter a reason.").trim().min(1, "Enter a reason.").max(1000) });
const returnRequest = resource("return", ["orders"]);

const decide = <Body extends z.ZodType>(
  summary: string,
  undo: Undo,
  body: Body,
  { idempotency = "accepted" as "accepted" | "required", problems = [] as ProblemCode[] } = {},
) =>
  returnRequest.write({
    summary,
    undo,
    idempotency,
    params: UuidParams,
    body,
    reply: one(Return),
    problems: ["return_state", ...problems],
  });

export const returnsApi = {
  "GET /returns": returnRequest.read({
    summary: "List the caller's returns, newest first; for administrators all returns.",
    caller: "user",
    query: ReturnQuery,
    reply: paged(Return),
  }),
  "GET /returns/counts": returnRequest.one("Count the returns by status.", ReturnCounts),
  "GET /returns/export": returnRequest.export("Download returns as CSV, newest first.", ReturnFilters),
  "POST /returns": endpoint({
    summary: "Request a return of delivered items within their return window.",
    caller: "customer",
    idempotency: "required",
    body: z.object({
      order_id: z.uuid(),
      items: z
        .array(z.object({ ...units, reason_code: ReturnReason }))
        .min(1, "Select the items to return.")
        .max(250),
      note: z.string().trim().max(1000).optional(),
      /** Where staff transfer the refund to, if the order was paid by transfer or in cash. */
      refund_iban: RefundIban.optional(),
    }),
    reply: one(Return),
    status: 201,
    problems: ["not_found", "return_window", "returns_too_many", "refund_account_changes"],
  }),
  "POST /returns/:id/approve": decide(
    "Approve a return, so that the customer sends the items.",
    notUndone.sent,
    answer,
  ),
  "POST /returns/:id/reject": decide("Reject a return with a reason.", notUndone.sent, reason),
  "POST /returns/:id/close": decide(
    "Close an approved return that does not arrive or was settled otherwise, one of a withdrawal only after its deadline. " +
      "Its units can be returned again.",
    notUndone.sent,
    reason,
  ),
  "POST /returns/:id/receive": decide(
    "Record what arrived and refund it, or the amount `refund`. Items not listed did not arrive.",
    notUndone.moved,
    z.object({
      items: z
        .array(z.object({ ...units, condition: Condition, restock: z.boolean().default(false) }))
        .min(1)
        .max(250),
      /** The version of the order it was decided on; another one is `stale`. */
      version: Version,
      /** A lower amount for items that lost value. */
      refund: Amount.optional(),
      /** Of the delivery cost, refunded too: after a withdrawal from the whole order the law wants that. */
      refund_delivery: Amount.optional(),
    }),
    {
      idempotency: "required",
      problems: ["stale", "returns_too_many", "not_sellable", "refund_too_much", "payment_refused"],
    },
  ),
};
