import { z } from "zod";
import { Order } from "#contract/orders/orders.ts";
import { NewAddress } from "./accounts/accounts.ts";
import { CartCoupon, CartGiftCard, CartItem, Reason, Totals } from "./cart.ts";
import { Country, endpoint, Flag, Id, list, one, wholeNumber } from "./endpoint.ts";
import { Money, maxOrderAmount } from "./money.ts";
import { OfferedProvider, PaymentMethod } from "./payments.ts";
import { resource } from "./resources/resource.ts";
import { ShippingMethod } from "./shipping.ts";
import { VatIdCheck } from "./taxes.ts";

/** The price of an order. `quote_hash` identifies these figures: an order placed with it is charged the same. */
export const Quote = z.object({
  methods: z.array(ShippingMethod),
  shipping_method_id: z.int().nullable(),
  /** Whether the destination is outside the shop's customs union: duties may be charged on delivery. */
  has_duties: z.boolean(),
  lines: z.array(CartItem),
  coupon: CartCoupon.nullable(),
  gift_cards: z.array(CartGiftCard),
  totals: Totals,
  reasons: z.array(Reason),
  prices_include_tax: z.boolean(),
  /** Whether the tax in prices was taken off, because none is charged at the destination. */
  is_tax_deducted: z.boolean(),
  /** Whether the buyer is a business in another member state of the EU, which is charged no VAT. */
  is_reverse_charge: z.boolean(),
  /** What the VAT ID of the buyer means; null if there is nothing to say. */
  vat_check: VatIdCheck.nullable(),
  /** The payment methods that are offered for it. */
  payment_providers: z.array(OfferedProvider),
  quote_hash: z.string(),
  can_order: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

/** What an order of one example product would cost. */
export const PricePreview = Quote.pick({
  methods: true,
  shipping_method_id: true,
  totals: true,
  reasons: true,
  prices_include_tax: true,
  is_tax_deducted: true,
});
export type PricePreview = z.infer<typeof PricePreview>;

/** The cheapest method for one unit, and the subtotal for free shipping. */
export const DeliveryEstimate = z.object({
  method: ShippingMethod.nullable(),
  free_from: Money.nullable(),
  /** What a unit costs there: without tax where none is charged, if the shop takes it off. */
  price: Money,
  has_duties: z.boolean(),
  /** Whether tax is charged on the variation there, as in a cart. */
  is_taxed: z.boolean(),
});
export type DeliveryEstimate = z.infer<typeof DeliveryEstimate>;

export const NewOrder = z
  .object({
    cart_id: z.uuid(),
    quote_hash: z.string().max(100),
    shipping_address: NewAddress.optional(),
    address_id: Id.optional(),
    billing_address: NewAddress.optional(),
    shipping_method_id: Id.optional(),
    email: z.email().max(254).optional(),
    note: z.string().trim().max(500).optional(),
    /** Save the address in the account. */
    save_address: z.boolean().optional(),
  })
  .refine((order) => order.shipping_address ?? order.address_id, {
    error: "Enter a delivery address.",
    path: ["shipping_address"],
  });
export type NewOrder = z.infer<typeof NewOrder>;

const checkout = resource("checkout", ["settings"]);

export const checkoutApi = {
  "GET /checkout/countries": endpoint({
    summary: "List the countries the shop ships to, its own first.",
    caller: "anyone",
    cached: true,
    reply: list(Country),
  }),
  "GET /checkout/delivery": endpoint({
    summary: "Estimate the delivery of one unit of a variation. `method` is null if it can't be delivered there.",
    caller: "anyone",
    query: z.object({
      variation_id: Id,
      country: Country,
      postal_code: z.string().max(20).optional(),
      region_code: z.string().max(10).optional(),
    }),
    reply: one(DeliveryEstimate),
    problems: ["not_found"],
  }),
  "GET /checkout/payment-methods": endpoint({
    summary: "List the payment methods to choose from before the order is placed.",
    caller: "customer",
    reply: list(PaymentMethod),
  }),
  "GET /checkout/quote": endpoint({
    summary:
      "Retrieve a quote for the cart: shipping methods, taxes and totals. Default: the cart's destination and the cheapest method.",
    caller: "customer",
    query: z.object({
      address_id: Id.optional(),
      country: Country.optional(),
      postal_code: z.string().max(20).optional(),
      region_code: z.string().max(10).optional(),
      shipping_method_id: Id.optional(),
      /** The VAT ID of the billing address; empty for none. By default that of the saved address. */
      vat_id: z.string().max(40).optional(),
    }),
    reply: one(Quote),
    problems: ["not_found", "cart_empty", "no_delivery", "legal_details_missing"],
  }),
  "GET /checkout/preview": checkout.read({
    summary:
      "Preview shipping methods, taxes and totals of an example product at an address, as the checkout has them.",
    query: z.object({
      country: Country,
      postal_code: z.string().max(20).optional(),
      region_code: z.string().max(10).optional(),
      /** The price of the product, in minor units. */
      price_amount: wholeNumber(0, maxOrderAmount),
      weight_g: wholeNumber(0, 100_000_000).default(0),
      /** Without it the default class. */
      tax_class_id: Id.optional(),
      /** Whether the product is shipped. */
      is_shipped: Flag.default(true),
      shipping_method_id: Id.optional(),
    }),
    reply: one(PricePreview),
    problems: ["not_found", "no_delivery"],
  }),
  "POST /orders": endpoint({
    summary: "Place an order for the cart: reserves stock and fixes the total. Payment follows.",
    caller: "customer",
    idempotency: "required",
    body: NewOrder,
    reply: one(Order),
    status: 201,
    problems: [
      "not_found",
      "cart_empty",
      "cart_has_problems",
      "cart_ordered",
      "no_delivery",
      "legal_details_missing",
      "quote_changed",
      "amount_unpayable",
      "coupon_expired",
      "coupon_used_up",
      "guest_order_limit",
      "out_of_stock",
    ],
  }),
};
