import { z } from "zod";
import { PricePerMeasure } from "#contract/catalogue/measures.ts";
import { WithdrawalExclusion } from "#contract/catalogue/product-types.ts";
import { endpoint, Id, IdParams, Instant, list, one } from "./endpoint.ts";
import { Money } from "./money.ts";
import type { ProblemCode } from "./problems.ts";
import { Destination, ShippingMethod } from "./shipping.ts";

/** How many different items a cart can have, saved ones included. */
export const maxCartLines = 250;
export const maxLineQuantity = 999;

export const CartProblem = z.object({
  code: z.enum(["price_up", "price_down", "insufficient_stock", "out_of_stock", "unavailable", "over_limit"]),
  from: Money.optional(),
  to: Money.optional(),
  available: z.int().optional(),
});
export type CartProblem = z.infer<typeof CartProblem>;

export const CartItem = z.object({
  id: z.int(),
  variation_id: z.int(),
  product: z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbnail: z.string() }),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  quantity: z.int(),
  unit_price: Money,
  /** Of `unit_price`; absent without a measure. */
  price_per_measure: PricePerMeasure.optional(),
  /** Before the discount. */
  line_total: Money,
  /** Share of the coupon's discount; 0 if none. */
  discount: Money,
  compare_at: Money.nullable(),
  /** Maximum quantity that can be ordered now. */
  max_quantity: z.int(),
  problems: z.array(CartProblem),
  /** Why it can't be withdrawn from; absent if it can. */
  withdrawal_exclusion: WithdrawalExclusion.optional(),
});
export type CartItem = z.infer<typeof CartItem>;

/** `total` includes goods, shipping and tax; `due` is what is left to pay after gift cards. */
export const Totals = z.object({
  subtotal: Money,
  discount: Money,
  shipping: Money,
  tax: Money,
  total: Money,
  gift_cards: Money,
  due: Money,
});
export type Totals = z.infer<typeof Totals>;

/** Explains a figure; the amounts of a figure's reasons add up to it. */
export const Reason = z.object({
  figure: z.enum(["subtotal", "discount", "shipping", "tax", "gift_card", "total"]),
  text: z.string(),
  amount: Money,
});
export type Reason = z.infer<typeof Reason>;

/** `not_needed`: saves nothing at this destination but may elsewhere; it is not redeemed. */
export const CouponState = z.enum([
  "applied",
  "invalid",
  "expired",
  "min_not_met",
  "used_up",
  "needs_confirmed_email",
  "not_for_these",
  "not_needed",
]);
export type CouponState = z.infer<typeof CouponState>;
/** The coupon of a cart and its state; `message` is shown to the shopper. */
export const CartCoupon = z.object({ code: z.string(), state: CouponState, message: z.string() });
export type CartCoupon = z.infer<typeof CartCoupon>;

/** A gift card in a cart: `amount` is what it pays here, `balance` what is left on it. */
export const CartGiftCard = z.object({ id: z.int(), last4: z.string(), amount: Money, balance: Money });
export type CartGiftCard = z.infer<typeof CartGiftCard>;

/** A cart with current prices. `quantity` counts units, saved items excluded. */
export const Cart = z.object({
  id: z.uuid().nullable(),
  quantity: z.int(),
  currency: z.string(),
  items: z.array(CartItem),
  saved_for_later: z.array(CartItem),
  coupon: CartCoupon.nullable(),
  gift_cards: z.array(CartGiftCard),
  totals: Totals.omit({ shipping: true }).extend({ shipping_estimate: Money }),
  reasons: z.array(Reason),
  prices_include_tax: z.boolean(),
  /** Whether the tax in prices was taken off, because none is charged at the destination. */
  is_tax_deducted: z.boolean(),
  /** Whether prices are those of a business in another member state of the EU, whose VAT ID was confirmed lately. */
  is_reverse_charge: z.boolean(),
  /**
   * What the estimates are for: the destination chosen for this cart, else the default address, else the country of the
   * browser, else the shop's. Null if the shop ships nowhere.
   */
  destination: Destination.extend({
    /** Whether it is outside the shop's customs union: duties may be charged on delivery. */
    has_duties: z.boolean(),
  }).nullable(),
  /** The cheapest method, which the estimates assume; null if nothing has to be shipped or can be shipped there. */
  shipping_method: ShippingMethod.nullable(),
  /** Whether something has to be shipped. */
  requires_shipping: z.boolean(),
  /** Amount missing for free shipping, by the estimate; null if it can't be reached or nothing is shipped. */
  free_shipping_left: Money.nullable(),
  can_checkout: z.boolean(),
  version: z.int(),
});
export type Cart = z.infer<typeof Cart>;

/**
 * Quantities are validated by the cart, not here: invalid input on /cart is 409 with the cart, never 400
 * (docs/decisions/0004). A body that is no object is one without fields.
 */
export const NewCartLine = z
  .object({
    variation_id: z.unknown().optional(),
    quantity: z.unknown().optional(),
    saved_for_later: z.unknown().optional(),
    /** Id of the line to insert before; appended without it or if that line does not exist. */
    before: z.unknown().optional(),
  })
  .catch({});
export const CartLineChange = z
  .object({
    item_id: z.unknown().optional(),
    quantity: z.unknown().optional(),
    saved_for_later: z.unknown().optional(),
  })
  .catch({});

/** The destination of a cart; one the shop does not deliver to is 409, never 400 (docs/decisions/0004). */
export const DestinationChoice = z
  .object({
    country: z.unknown().optional(),
    region_code: z.unknown().optional(),
    postal_code: z.unknown().optional(),
  })
  .catch({});

/** Units added from a guest cart at sign-in. */
export const CartMerge = z.object({
  added: z.int(),
  saved_for_later: z.int(),
  /** The code of the guest's coupon that was not taken, as the account's cart had one. */
  dropped_coupon: z.string().nullable(),
  /** Different items that were left out, above the maximum of a cart. */
  left_out: z.int(),
});
export type CartMerge = z.infer<typeof CartMerge>;

/**
 * When the checkout hold expires, and the cart with the problems of lines that are not available. Null if nothing is
 * held: holds are disabled, no stock is left, or the cart has used up its time.
 */
export const CartHold = z.object({ held_until: Instant.nullable(), cart: Cart });
export type CartHold = z.infer<typeof CartHold>;

/** The code of a coupon or gift card; an invalid one is 409, never 400 (docs/decisions/0004). */
export const CodeEntry = z.object({ code: z.unknown().optional() }).catch({});

const cartProblems = [
  "guest_cart_unknown",
  "invalid_line",
  "out_of_stock",
  "unavailable",
  "cart_line_unknown",
] as const;

const changeCart = <Body extends z.ZodType>(summary: string, body: Body, problems: readonly ProblemCode[]) =>
  endpoint({ summary, caller: "shopper", body, reply: Cart, problems: ["guest_cart_unknown", ...problems] });

export const cartApi = {
  "GET /cart/guest/init": endpoint({
    summary:
      "Create a guest cart, or keep the one of the cookie `guest_id` while it is active. Store `guest_id` in the cookie of that name.",
    caller: "anyone",
    limit: "write",
    reply: z.object({ guest_id: z.string() }),
  }),
  "GET /cart": endpoint({
    summary: "Retrieve the cart of the customer or guest.",
    caller: "shopper",
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "POST /cart": endpoint({
    summary: "Add units of a variation to the cart or to the saved items; `before` names the line to insert before.",
    caller: "shopper",
    body: NewCartLine,
    reply: Cart,
    problems: cartProblems,
    idempotency: "accepted",
  }),
  "PATCH /cart": changeCart(
    "Update a line's quantity (0 removes it), save it for later or move it back. Marks its current price as seen.",
    CartLineChange,
    cartProblems,
  ),
  "DELETE /cart/:id": endpoint({
    summary: "Remove a line.",
    caller: "shopper",
    params: IdParams,
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/hold": endpoint({
    summary:
      "Hold the cart's stock for `checkout_hold_minutes` of `GET /shop`. Repeated calls extend it to twice that at most.",
    caller: "shopper",
    reply: one(CartHold),
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/destination": changeCart("Choose where the cart is delivered to, for its estimates.", DestinationChoice, [
    "no_delivery",
  ]),
  "PUT /cart/coupon": changeCart("Apply a coupon, replacing the current one.", CodeEntry, [
    "coupon_unknown",
    "coupon_expired",
    "coupon_used_up",
    "coupon_needs_confirmed_email",
    "coupon_min_not_met",
    "coupon_not_for_these",
  ]),
  "DELETE /cart/coupon": endpoint({
    summary: "Remove the coupon.",
    caller: "shopper",
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/gift-card": changeCart("Add a gift card. Several can be used.", CodeEntry, [
    "gift_card_unknown",
    "gift_card_empty",
  ]),
  "DELETE /cart/gift-card/:id": endpoint({
    summary: "Remove a gift card.",
    caller: "shopper",
    params: IdParams,
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "POST /wishlist/:id/to-cart": endpoint({
    summary:
      "Move a product from the wishlist to the cart: the variation named, or the only one it has. Returns the cart.",
    caller: "customer",
    params: IdParams,
    body: z.object({ variation_id: Id.optional(), quantity: z.int().min(1).max(maxLineQuantity).default(1) }),
    reply: Cart,
    problems: ["invalid_line", "out_of_stock", "unavailable"],
    idempotency: "accepted",
  }),
  "GET /cart/shared": endpoint({
    summary:
      "Retrieve the lines of a shared cart link (`<variation>:<quantity>,…`) with current prices. Invalid ones are skipped.",
    caller: "visitor",
    query: z.object({ items: z.string().max(1000).default("") }),
    reply: list(CartItem),
  }),
  "POST /cart/shared": endpoint({
    summary: "Add the lines of a shared cart link to the cart. Units over the stock or limit are saved for later.",
    caller: "shopper",
    body: z.object({ items: z.unknown().optional() }).catch({}),
    reply: Cart,
    problems: ["guest_cart_unknown", "invalid_line"],
    idempotency: "accepted",
  }),
  "GET /cart/merge": endpoint({
    summary: "Retrieve what was merged from the guest cart at sign-in within the last hour; null if nothing.",
    caller: "customer",
    reply: one(CartMerge.nullable()),
  }),
  "DELETE /cart/merge": endpoint({
    summary: "Undo the merge of the guest cart.",
    caller: "customer",
    reply: Cart,
  }),
};
