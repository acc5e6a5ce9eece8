import { z } from "zod";
import { PostalAddress } from "#contract/accounts/accounts.ts";
import { Reason, Totals } from "#contract/cart.ts";
import { PricePerMeasure } from "#contract/catalogue/measures.ts";
import { Id, Instant } from "#contract/endpoint.ts";
import { isIban } from "#contract/formats/iban.ts";
import { Money } from "#contract/money.ts";
import { PaymentProvider, PaymentStatus, Refund, Transfer } from "#contract/payments.ts";
import { ReverseCharge } from "#contract/taxes.ts";

export const OrderStatus = z.enum([
  "pending_payment",
  "confirmed",
  "processing",
  "on_hold",
  "completed",
  "cancelled",
  "expired",
  "closed_returned",
]);
export type OrderStatus = z.infer<typeof OrderStatus>;
export const OrderPaymentStatus = z.enum([
  "unpaid",
  "authorized",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "voided",
  "disputed",
]);
export type OrderPaymentStatus = z.infer<typeof OrderPaymentStatus>;
export const FulfilmentStatus = z.enum([
  "unfulfilled",
  "partial",
  "fulfilled",
  "delivered",
  "partially_returned",
  "returned",
]);
export type FulfilmentStatus = z.infer<typeof FulfilmentStatus>;

/** The actions the caller can take on an order now. */
export const OrderAction = z.enum([
  "pay",
  "cancel",
  "cancel_lines",
  "return",
  "invoice",
  "resend_confirmation",
  "reorder",
  "refund_account",
  "review",
  "start",
  "pack",
  "hold",
  "release",
  "fulfil",
  "deliver",
  "receive_transfer",
  "receive_another_transfer",
  "capture",
  "refund",
  "edit",
]);
export type OrderAction = z.infer<typeof OrderAction>;

export const OrderItem = z.object({
  id: z.int(),
  product_id: z.int().nullable(),
  variation_id: z.int().nullable(),
  slug: z.string().nullable(),
  sku: z.string().nullable(),
  name: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  thumbnail: z.string(),
  quantity: z.int(),
  fulfilled_qty: z.int(),
  cancelled_qty: z.int(),
  returned_qty: z.int(),
  /** Units that can be returned now: delivered, within the return window and in no open return. */
  returnable_qty: z.int(),
  /** End of their return window; null if there are none. */
  returnable_until: Instant.nullable(),
  unit_price: Money,
  /** Of what it contained when it was ordered; null without a measure. */
  price_per_measure: PricePerMeasure.nullable(),
  /** Its share of the order's discount. */
  discount: Money,
  tax: Money,
  /** Charged for it, after the discount and with tax. */
  total: Money,
  /** Credited for its cancelled and returned units. */
  credited: Money,
});
export type OrderItem = z.infer<typeof OrderItem>;

/** The actions possible on a shipment now; none for customers. */
export const FulfilmentAction = z.enum(["deliver", "undo_delivery", "cancel"]);
export type FulfilmentAction = z.infer<typeof FulfilmentAction>;

export const Fulfilment = z.object({
  id: z.int(),
  /** `cancelled`: recorded by mistake and never shipped. */
  status: z.enum(["shipped", "delivered", "cancelled"]),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  shipped_at: Instant,
  delivered_at: Instant.nullable(),
  cancelled_at: Instant.nullable(),
  items: z.array(z.object({ order_item_id: z.int(), quantity: z.int() })),
  actions: z.array(FulfilmentAction),
});
export type Fulfilment = z.infer<typeof Fulfilment>;

export const OrderSummary = z.object({
  id: z.uuid(),
  number: z.int(),
  status: OrderStatus,
  payment_status: OrderPaymentStatus,
  /** Of the last payment that was begun. */
  payment_method: PaymentProvider.nullable(),
  fulfilment_status: FulfilmentStatus,
  placed_at: Instant,
  /** When it was marked as packed. */
  packed_at: Instant.nullable(),
  quantity: z.int(),
  /** Placed from the cart of an account, to which its items return if it ends unpaid: not one that staff placed. */
  from_cart: z.boolean(),
  total: Money,
  /** What the customer still has to pay: not what their bank has reserved. */
  due: Money,
  /** Refunds by transfer or in cash that staff have not marked as sent. */
  refunds_to_send: Money,
  customer: z.object({
    id: z.int().nullable(),
    fullname: z.string(),
    /** Where the shop writes about the order: an address the customer has confirmed. */
    email: z.string().nullable(),
    /** The address asked for, until it is confirmed. */
    unconfirmed_email: z.string().nullable(),
  }),
  thumbnails: z.array(z.string()),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

export const Order = OrderSummary.extend({
  items: z.array(OrderItem),
  totals: Totals,
  /** Explanations of the figures when the order was placed. */
  reasons: z.array(Reason),
  coupon_code: z.string().nullable(),
  prices_include_tax: z.boolean(),
  /** Why a business in another member state was charged no VAT; null if that isn't the reason, or none. */
  reverse_charge: ReverseCharge.nullable(),
  shipping_address: PostalAddress,
  /** The delivery address, unless another was given. */
  billing_address: PostalAddress,
  shipping_method: z
    .object({
      id: z.int(),
      name: z.string(),
      /** Absent in orders placed before it was stored. */
      carrier: z.string().nullish(),
      min_days: z.int(),
      max_days: z.int(),
    })
    .nullable(),
  customer_note: z.string().nullable(),
  payments: z.array(
    z.object({
      id: z.uuid(),
      provider: PaymentProvider,
      status: PaymentStatus,
      amount: Money,
      /** The amount captured; less than `amount` for an incomplete bank transfer. */
      captured: Money,
      /** What can still be refunded of it, or captured less while it is only authorized. */
      refundable: Money,
      /** The bank transfers it was received by, oldest first; for administrators only. */
      transfers: z.array(Transfer),
      created_at: Instant,
    }),
  ),
  fulfilments: z.array(Fulfilment),
  /** Paid and refunded so far, without gift cards; `refunded` includes `refunds_to_send`. */
  paid: Money,
  refunded: Money,
  /** No longer charged: cancelled and returned units, and reductions. */
  credited: Money,
  /** Of `totals.gift_cards`, what is back on them. */
  gift_cards_refunded: Money,
  /** What can still be refunded, gift cards included. */
  refundable: Money,
  /** What is still to be paid. */
  outstanding: Money,
  refunds: z.array(Refund),
  /** Where the customer wants refunds that staff transfer themselves; null until they say so. */
  refund_iban: z.string().nullable(),
  /** `by` is the person, for administrators only; null for the system. */
  timeline: z.array(z.object({ type: z.string(), at: Instant, text: z.string(), by: z.string().nullable() })),
  actions: z.array(OrderAction),
  expires_at: Instant.nullable(),
  confirmed_at: Instant.nullable(),
  /** End of the return window; null until something is delivered. */
  return_until: Instant.nullable(),
  hold_reason: z.string().nullable(),
  version: z.int(),
});
export type Order = z.infer<typeof Order>;

/** The order totals of one customer. */
export const CustomerValue = z.object({
  customer_id: z.int(),
  /** Whom the latest order is for: many customers enter their name only there. */
  name: z.string().nullable(),
  /** All orders placed, including unpaid and cancelled ones. */
  placed: z.int(),
  /** Those that are neither awaiting payment nor expired or cancelled. */
  orders: z.int(),
  /** Payments less refunds, in the shop's currency. */
  spent: Money,
});
export type CustomerValue = z.infer<typeof CustomerValue>;

/** The account that staff transfer a refund to. */
export const RefundIban = z
  .string("Enter an IBAN.")
  .trim()
  .max(42)
  .refine(isIban, "Check the IBAN: a digit or letter is wrong.")
  .transform((iban) => iban.replaceAll(" ", "").toUpperCase());

/** Units of some lines of an order. */
export const Items = z
  .array(z.object({ order_item_id: Id, quantity: z.int().min(1).max(999) }))
  .min(1)
  .max(250);
export type Items = z.infer<typeof Items>;
