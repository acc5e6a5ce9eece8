import { z } from "zod";
import { Email, NewAddress } from "#contract/accounts/accounts.ts";
import { maxLineQuantity } from "#contract/cart.ts";
import { Quote } from "#contract/checkout.ts";
import { Language } from "#contract/emails.ts";
import { Country, Id, one } from "#contract/endpoint.ts";
import { Amount } from "#contract/money.ts";
import { order } from "#contract/resources/resources.ts";
import { notUndone } from "#contract/resources/undo.ts";
import { Order } from "./orders.ts";

export const manualDiscountKinds = ["percent", "fixed"] as const;

/** A discount that staff give on one order: basis points for `percent`, minor units for `fixed`. */
export const ManualDiscount = z
  .object({
    kind: z.enum(manualDiscountKinds),
    value: Amount.min(1, "Enter an amount greater than 0."),
    /** Shown to the customer. */
    reason: z.string("Enter a reason.").trim().min(1, "Enter a reason.").max(200),
  })
  .refine(({ kind, value }) => kind === "fixed" || value <= 10_000, {
    error: "Enter a percentage from 0.01% to 100%.",
    path: ["value"],
  });
export type ManualDiscount = z.infer<typeof ManualDiscount>;

/** How it is paid: by a `link` in an email, by `bank_transfer` (details in an email), or in `cash`, received. */
export const ManualPayment = z.enum(["link", "bank_transfer", "cash"]);
export type ManualPayment = z.infer<typeof ManualPayment>;

const goods = {
  /** An existing account. */
  customer_id: Id.optional(),
  lines: z
    .array(z.object({ variation_id: Id, quantity: z.int().min(1).max(maxLineQuantity) }))
    .min(1, "Add a product.")
    .max(100)
    .refine((lines) => new Set(lines.map((line) => line.variation_id)).size === lines.length, {
      error: "List each variation once.",
    }),
  /** Default: the cheapest method. */
  shipping_method_id: Id.optional(),
  coupon_code: z.string().trim().min(1).max(40).optional(),
  discount: ManualDiscount.optional(),
};
const hasOneDiscount = (order: { coupon_code?: string | undefined; discount?: ManualDiscount | undefined }) =>
  !(order.coupon_code && order.discount);
const oneDiscount = { error: "Use either a coupon or a discount.", path: ["discount"] };

/** An order to price before it is placed. */
export const ManualQuoteRequest = z
  .object({
    ...goods,
    country: Country,
    postal_code: z.string().max(20).optional(),
    region_code: z.string().max(10).optional(),
    /** Of the customer's business. */
    vat_id: z.string().max(40).optional(),
  })
  .refine(hasOneDiscount, oneDiscount);
export type ManualQuoteRequest = z.infer<typeof ManualQuoteRequest>;

/** An order that staff place for a customer: an account, or the email address of one, which is created if needed. */
export const NewManualOrder = z
  .object({
    ...goods,
    email: Email.optional(),
    shipping_address: NewAddress,
    payment: ManualPayment,
    /** One of the shop's, in which its customer gets emails and documents; by default the customer's, or the shop's. */
    language: Language.optional(),
    note: z.string().trim().max(500).optional(),
    /** The figures agreed with the customer. */
    quote_hash: z.string().max(100),
  })
  .refine(hasOneDiscount, oneDiscount)
  .refine(({ customer_id, email }) => customer_id ?? email, { error: "Email required", path: ["email"] });
export type NewManualOrder = z.infer<typeof NewManualOrder>;

export const manualOrdersApi = {
  "POST /orders/manual/quote": order.write({
    summary: "Retrieve a quote for a manual order: shipping methods, taxes and totals.",
    isRead: true,
    body: ManualQuoteRequest,
    reply: one(Quote),
    problems: ["not_found", "no_delivery"],
  }),
  "POST /orders/manual": order.write({
    summary: "Place an order for a customer, such as by phone: reserves stock and starts or records the payment.",
    undo: notUndone.moved,
    idempotency: "required",
    body: NewManualOrder,
    reply: one(Order),
    status: 201,
    problems: [
      "not_found",
      "no_delivery",
      "quote_changed",
      "amount_unpayable",
      "payment_provider_unknown",
      "coupon_used_up",
      "out_of_stock",
    ],
  }),
};
