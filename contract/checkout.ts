import { z } from "zod";
import { NewAddress } from "./accounts.ts";
import { CartCoupon, CartGiftCard, CartItem, Reason, Totals } from "./cart.ts";
import { Country, endpoint, Id, list, one } from "./endpoint.ts";
import { Money } from "./money.ts";
import { Order } from "./orders.ts";

/** A way of delivery; its price has a free-delivery coupon taken off already. */
export const ShippingMethod = z.object({
  id: z.int(),
  name: z.string(),
  price: Money,
  min_days: z.int(),
  max_days: z.int(),
});
export type ShippingMethod = z.infer<typeof ShippingMethod>;

/** What an order would cost now. `quote_hash` stands for exactly these figures: ordering with it can't charge others. */
export const Quote = z.object({
  methods: z.array(ShippingMethod),
  shipping_method_id: z.int().nullable(),
  lines: z.array(CartItem),
  coupon: CartCoupon.nullable(),
  gift_cards: z.array(CartGiftCard),
  totals: Totals,
  reasons: z.array(Reason),
  prices_include_tax: z.boolean(),
  quote_hash: z.string(),
  can_order: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

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
    /** Keep the address in the account. */
    save_address: z.boolean().optional(),
  })
  .refine((order) => order.shipping_address ?? order.address_id, {
    error: "Say where to deliver.",
    path: ["shipping_address"],
  });
export type NewOrder = z.infer<typeof NewOrder>;

export const checkoutApi = {
  "GET /checkout/countries": endpoint({
    summary: "Where the shop delivers, its own country first, and from which value of goods on it does so free there.",
    caller: "anyone",
    cached: true,
    reply: list(Country).extend({ free: z.object({ country: Country, from: Money }).nullable() }),
  }),
  "GET /checkout/quote": endpoint({
    summary: "Delivery methods, taxes and totals of my cart; without a method the cheapest is taken.",
    caller: "customer",
    query: z.object({
      address_id: Id.optional(),
      country: Country.optional(),
      postal_code: z.string().max(20).optional(),
      region_code: z.string().max(10).optional(),
      shipping_method_id: Id.optional(),
    }),
    reply: one(Quote),
    problems: ["not_found", "cart_empty", "no_delivery"],
  }),
  "POST /orders": endpoint({
    summary: "Place the order of my cart: stock is reserved and the total fixed; payment follows.",
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
      "quote_changed",
      "amount_unpayable",
      "coupon_expired",
      "coupon_used_up",
      "out_of_stock",
    ],
  }),
};
