import { z } from "zod";
import { NewAddress } from "#contract/accounts/accounts.ts";
import { Cart } from "#contract/cart.ts";
import { endpoint, Id, IdParams, list, many, one, paged, UuidParams, Version } from "#contract/endpoint.ts";
import { Amount } from "#contract/money.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { resource } from "#contract/resources/resource.ts";
import { order } from "#contract/resources/resources.ts";
import { notUndone, type Undo } from "#contract/resources/undo.ts";
import { policies } from "#contract/shop/settings.ts";
import { OrderFilters, OrderQuery, OrderViewCounts } from "./order-list.ts";
import { CustomerValue, Items, Order, OrderStatus, OrderSummary, RefundIban } from "./orders.ts";

const fulfilment = resource("fulfilment", ["orders"]);

const transition = <Body extends z.ZodType>(summary: string, undo: Undo, body: Body, more: ProblemCode[] = []) =>
  order.write({
    summary,
    undo,
    idempotency: "accepted",
    params: UuidParams,
    body,
    reply: one(Order),
    problems: ["not_found", "order_state", "stale", "out_of_stock", ...more],
  });
/** A policy of the shop as it was when an order was placed: sanitized HTML. */
export const OrderPolicy = z.object({ policy: z.enum(policies), html: z.string() });
export type OrderPolicy = z.infer<typeof OrderPolicy>;

/** The version of the order a change was decided on; if it has changed since, the problem has the current order. */
const decidedOn = { version: Version };
const nothing = z.object(decidedOn);
/** The version that an undo was decided on; optional, as the undo of the audit log sends none. */
const maybeDecidedOn = z.object({ version: Version.optional() });

export const ordersApi = {
  "GET /orders": order.read({
    summary: "List the caller's orders; for administrators all orders.",
    caller: "user",
    query: OrderQuery,
    reply: paged(OrderSummary),
  }),
  "GET /orders/counts": order.one("Count the orders of each view, up to 10,000.", OrderViewCounts),
  "GET /orders/by-customer": order
    .alsoFor("customers")
    .list("Retrieve the order totals of several customers, in the order of the ids.", CustomerValue, {
      query: z.object({ customer_id: many(Id) }),
    }),
  "GET /orders/export": order.export("Download orders as CSV, newest first.", OrderFilters),
  "GET /orders/items/export": order.export("Download the items of orders as CSV, newest first.", OrderFilters),
  "GET /orders/:id": order.read({
    summary: "Retrieve an order with its timeline and possible actions.",
    caller: "user",
    params: UuidParams,
    reply: one(Order),
  }),
  "GET /orders/:id/policies": order.read({
    summary: "Retrieve the policies an order was placed under, as HTML; none if the shop kept none.",
    caller: "user",
    params: UuidParams,
    reply: list(OrderPolicy),
  }),
  "POST /orders/:id/confirmation": order.write({
    summary:
      "Send the email that confirms an order again: to a confirmed address three times a day at the customer's request, ten times in all.",
    undo: notUndone.sent,
    caller: "user",
    idempotency: "accepted",
    params: UuidParams,
    reply: one(Order),
    problems: ["order_state", "email_unavailable", "no_mail_server"],
  }),
  "POST /orders/:id/cancel": order.write({
    summary: "Cancel an order of which nothing is shipped. Stock is released, payments are refunded.",
    undo: notUndone.moved,
    caller: "user",
    idempotency: "required",
    params: UuidParams,
    body: z
      .object({
        version: Version.optional(),
        /** Cancels it only in this status: an unpaid order to edit must not have been paid meanwhile. */
        status: OrderStatus.optional(),
        /** Cancels it only if its items return to the cart, where they are ordered again. */
        to_cart: z.boolean().default(false),
        reason: z.string().trim().max(500).optional(),
      })
      // What it was decided on: the version or the status.
      .refine(({ version, status }) => version !== undefined || status !== undefined, { path: ["version"] }),
    reply: one(Order),
    problems: ["order_state", "stale"],
  }),
  "PUT /orders/:id/refund-account": endpoint({
    summary: "Name the account for refunds that the shop transfers itself, while one is to be sent.",
    caller: "customer",
    params: UuidParams,
    body: z.object({ iban: RefundIban }),
    reply: one(Order),
    problems: ["not_found", "order_state", "refund_account_changes"],
  }),
  "POST /orders/:id/reorder": endpoint({
    summary: "Add the items of an order that are still sold to the cart.",
    caller: "customer",
    params: UuidParams,
    reply: Cart,
  }),
  "POST /orders/:id/start": transition("Mark a confirmed order as in progress.", "snapshot", nothing),
  "POST /orders/:id/pack": transition("Mark an order as packed, and as in progress.", "snapshot", nothing),
  "POST /orders/:id/hold": transition(
    "Put an order on hold.",
    { call: "POST /orders/:id/release" },
    z.object({ ...decidedOn, reason: z.string("Enter a reason.").trim().min(1, "Enter a reason.").max(500) }),
  ),
  "POST /orders/:id/release": transition("Release an order from hold.", notUndone.anUndo, maybeDecidedOn, [
    "gift_card_empty",
  ]),
  "POST /orders/:id/fulfilments": order.write({
    summary: "Create a shipment of `items`, or of everything not shipped yet.",
    undo: notUndone.moved,
    idempotency: "required",
    params: UuidParams,
    body: z.object({
      ...decidedOn,
      carrier: z.string().trim().max(60).optional(),
      tracking_number: z.string().trim().max(100).optional(),
      tracking_url: z
        .url({ protocol: /^https?$/, error: "Enter a web address, such as https://carrier.example/1." })
        .max(500)
        .optional(),
      items: Items.optional(),
    }),
    reply: one(Order),
    status: 201,
    problems: ["order_state", "stale", "ships_too_many"],
  }),
  "POST /orders/:id/lines/cancel": order.write({
    summary: "Cancel unshipped units and refund them. Cancelling the last ones cancels the order.",
    undo: notUndone.moved,
    idempotency: "required",
    params: UuidParams,
    body: z.object({ ...decidedOn, items: Items, reason: z.string().trim().max(500).optional() }),
    reply: one(Order),
    problems: ["order_state", "stale", "cancels_too_many", "payment_refused"],
  }),
  "POST /orders/:id/refunds": order.write({
    summary: "Refund `items`, an `amount`, or an amount for items. `restock` returns the units to stock.",
    undo: notUndone.moved,
    idempotency: "required",
    params: UuidParams,
    body: z
      .object({
        ...decidedOn,
        items: Items.optional(),
        amount: Amount.min(1, "Enter an amount greater than 0.").optional(),
        restock: z.boolean().default(false),
        reason: z.string("Enter a reason.").trim().min(1, "Enter a reason.").max(500),
      })
      .refine(({ items, amount }) => items || amount, {
        message: "Enter an amount or select items.",
        path: ["amount"],
      }),
    reply: one(Order),
    status: 201,
    problems: ["order_state", "stale", "refund_too_much", "returns_too_many", "payment_refused"],
  }),
  "POST /orders/:id/refunds/:refund_id/sent": order.write({
    summary: "Mark a refund by bank transfer or in cash as sent. The customer is told.",
    undo: notUndone.sent,
    idempotency: "required",
    params: z.object({ id: z.uuid(), refund_id: z.uuid() }),
    reply: one(Order),
    problems: ["refund_sent"],
  }),
  "PATCH /orders/:id": order.write({
    summary: "Update addresses, email and note of an order while something is still to be shipped.",
    undo: "snapshot",
    params: UuidParams,
    body: z.object({
      version: Version,
      shipping_address: NewAddress.optional(),
      billing_address: NewAddress.nullable().optional(),
      email: z.email().max(254).optional(),
      customer_note: z.string().trim().max(1000).nullable().optional(),
    }),
    reply: one(Order),
    problems: ["order_state", "stale", "order_country", "order_tax", "order_delivery"],
  }),
  "POST /orders/:id/notes": order.write({
    summary: "Add a note to an order, visible to administrators only.",
    undo: "snapshot",
    idempotency: "accepted",
    params: UuidParams,
    body: z.object({ text: z.string("Enter some text.").trim().min(1, "Enter some text.").max(2000) }),
    reply: one(Order),
    status: 201,
  }),
  "POST /fulfilments/:id/deliver": fulfilment.write({
    summary: "Mark a shipment as delivered. With the last one, cash on delivery counts as collected.",
    undo: { call: "POST /fulfilments/:id/undo-delivery" },
    idempotency: "accepted",
    params: IdParams,
    body: nothing,
    reply: one(Order),
    problems: ["order_state", "stale"],
  }),
  "POST /fulfilments/:id/undo-delivery": fulfilment.write({
    summary: "Undo the delivery of a shipment, unless cash was collected with it.",
    undo: notUndone.anUndo,
    idempotency: "accepted",
    params: IdParams,
    body: maybeDecidedOn,
    reply: one(Order),
    problems: ["order_state", "stale"],
  }),
  "POST /fulfilments/:id/cancel": fulfilment.write({
    summary: "Cancel a shipment that was recorded by mistake. Its units can be shipped again.",
    undo: notUndone.anUndo,
    idempotency: "accepted",
    params: IdParams,
    body: z.object({ ...decidedOn, reason: z.string().trim().max(500).optional() }),
    reply: one(Order),
    problems: ["order_state", "stale", "shipment_delivered", "shipment_returned"],
  }),
};
