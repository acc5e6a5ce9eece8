import { z } from "zod";
import { NewAddress } from "#contract/accounts.ts";
import { Cart } from "#contract/cart.ts";
import { endpoint, Id, IdParams, list, many, one, paged, UuidParams, Version } from "#contract/endpoint.ts";
import { Amount } from "#contract/money.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { CustomerWorth, Items, Order, OrderQuery, OrderSummary } from "./orders.ts";

const move = <Body extends z.ZodType>(summary: string, body: Body, alsoRefuses: ProblemCode[] = []) =>
  endpoint({
    summary,
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body,
    reply: one(Order),
    problems: ["not_found", "order_state", "stale", "out_of_stock", ...alsoRefuses],
  });
const nothing = z.object({});

export const ordersApi = {
  "GET /orders": endpoint({
    summary: "My orders; for administrators everybody's.",
    caller: "user",
    query: OrderQuery,
    reply: paged(OrderSummary),
  }),
  "GET /orders/by-customer": endpoint({
    summary: "What the orders of some customers come to, in the order they are asked for.",
    caller: "admin",
    query: z.object({ customer_id: many(Id) }),
    reply: list(CustomerWorth),
  }),
  "GET /orders/:id": endpoint({
    summary: "One order with its timeline and what can be done with it.",
    caller: "user",
    params: UuidParams,
    reply: one(Order),
    problems: ["not_found"],
  }),
  "POST /orders/:id/cancel": endpoint({
    summary: "Cancel an order nothing of which has been shipped; stock goes back, paid money is returned.",
    caller: "user",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ reason: z.string().trim().max(500).optional() }),
    reply: one(Order),
    problems: ["not_found", "order_state"],
  }),
  "POST /orders/:id/reorder": endpoint({
    summary: "Put what is still sold of an order into the cart again.",
    caller: "customer",
    params: UuidParams,
    reply: Cart,
    problems: ["not_found"],
  }),
  "POST /orders/:id/start": move("Begin to work on a confirmed order.", nothing),
  "POST /orders/:id/hold": move(
    "Put an order on hold.",
    z.object({ reason: z.string().trim().min(1, "Enter a reason.").max(500) }),
  ),
  "POST /orders/:id/release": move("Take an order off hold.", nothing, ["gift_card_empty"]),
  "POST /orders/:id/fulfilments": endpoint({
    summary: "Ship an order or part of it; without `items` everything left is shipped.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({
      carrier: z.string().trim().max(60).optional(),
      tracking_number: z.string().trim().max(100).optional(),
      tracking_url: z.url().max(500).optional(),
      items: Items.optional(),
    }),
    reply: one(Order),
    status: 201,
    problems: ["not_found", "order_state", "ships_too_many"],
  }),
  "POST /orders/:id/lines/cancel": endpoint({
    summary: "Cancel units that were not shipped; their share of what was paid goes back. The last ones end the order.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ items: Items, reason: z.string().trim().max(500).optional() }),
    reply: one(Order),
    problems: ["not_found", "order_state", "cancels_too_many", "payment_refused"],
  }),
  "POST /orders/:id/refunds": endpoint({
    summary:
      "Return money: the share of `items` the customer keeps no longer, an `amount`, or an amount for items. `restock` puts them on the shelf.",
    caller: "admin",
    idempotency: "required",
    params: UuidParams,
    body: z
      .object({
        items: Items.optional(),
        amount: Amount.min(1, "Enter an amount greater than 0.").optional(),
        restock: z.boolean().default(false),
        reason: z.string().trim().min(1, "Enter a reason.").max(500),
      })
      .refine(({ items, amount }) => items || amount, {
        message: "Enter an amount or select items.",
        path: ["amount"],
      }),
    reply: one(Order),
    status: 201,
    problems: ["not_found", "order_state", "refund_too_much", "returns_too_many", "payment_refused"],
  }),
  "PATCH /orders/:id": endpoint({
    summary: "Correct where an order goes and what is noted on it, as long as something is still to be sent.",
    caller: "admin",
    params: UuidParams,
    body: z.object({
      version: Version,
      shipping_address: NewAddress.optional(),
      billing_address: NewAddress.nullable().optional(),
      email: z.email().max(254).optional(),
      customer_note: z.string().trim().max(1000).nullable().optional(),
    }),
    reply: one(Order),
    problems: ["not_found", "order_state", "stale", "order_country", "order_tax", "order_delivery"],
  }),
  "POST /orders/:id/notes": endpoint({
    summary: "Note something about an order that only administrators see.",
    caller: "admin",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ text: z.string().trim().min(1, "Enter some text.").max(2000) }),
    reply: one(Order),
    status: 201,
    problems: ["not_found"],
  }),
  "POST /fulfilments/:id/deliver": endpoint({
    summary: "Mark a shipment as delivered.",
    caller: "admin",
    idempotency: "accepted",
    params: IdParams,
    reply: one(Order),
    problems: ["not_found", "order_state"],
  }),
  "POST /fulfilments/:id/undo-delivery": endpoint({
    summary: "Undo that a shipment was marked as delivered; not where cash was collected with it.",
    caller: "admin",
    idempotency: "accepted",
    params: IdParams,
    reply: one(Order),
    problems: ["not_found", "order_state"],
  }),
  "POST /fulfilments/:id/cancel": endpoint({
    summary: "Undo a shipment that was recorded by mistake and never left: its units are to be shipped again.",
    caller: "admin",
    idempotency: "accepted",
    params: IdParams,
    body: z.object({ reason: z.string().trim().max(500).optional() }),
    reply: one(Order),
    problems: ["not_found", "order_state", "parcel_delivered", "parcel_returned"],
  }),
};
