import { z } from "zod";
import { endpoint, IdParams, Instant, list, one } from "./endpoint.ts";
import { Money } from "./money.ts";

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
  /** Before the discount. */
  line_total: Money,
  /** Its share of the coupon's discount; 0 if none. */
  discount: Money,
  compare_at: Money.nullable(),
  /** The most that can be ordered now. */
  max_quantity: z.int(),
  problems: z.array(CartProblem),
});
export type CartItem = z.infer<typeof CartItem>;

/** `total` is what the goods, delivery and tax come to; `due` is what is left of it to pay beside gift cards. */
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

/** Why a figure is what it is, in words: the reasons of each figure add up to it. */
export const Reason = z.object({
  figure: z.enum(["subtotal", "discount", "shipping", "tax", "gift_card", "total"]),
  text: z.string(),
  amount: Money,
});
export type Reason = z.infer<typeof Reason>;

/** `not_needed`: it would save nothing where the order goes, but may elsewhere; it is not spent. */
export const CouponState = z.enum([
  "applied",
  "invalid",
  "expired",
  "min_not_met",
  "used_up",
  "not_for_these",
  "not_needed",
]);
export type CouponState = z.infer<typeof CouponState>;
/** The coupon a cart carries, and what it does now; `message` is for the shopper. */
export const CartCoupon = z.object({ code: z.string(), state: CouponState, message: z.string() });
export type CartCoupon = z.infer<typeof CartCoupon>;

/** A gift card a cart carries: `amount` is what it pays here, `balance` what is on it. */
export const CartGiftCard = z.object({ id: z.int(), last4: z.string(), amount: Money, balance: Money });
export type CartGiftCard = z.infer<typeof CartGiftCard>;

/** A cart, priced anew each time it is read. `quantity` counts units of the lines not saved for later. */
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
  /** What is missing for free delivery by the estimate; null when more goods do not lead there or nothing is delivered. */
  free_shipping_left: Money.nullable(),
  can_checkout: z.boolean(),
  version: z.int(),
});
export type Cart = z.infer<typeof Cart>;

/** Quantities are checked by hand, not here: on /cart a bad one is 409 with the cart, never 400 (docs/decisions/0004). */
export const NewCartLine = z.object({
  variation_id: z.unknown().optional(),
  quantity: z.unknown().optional(),
  saved_for_later: z.unknown().optional(),
  /** The id of the line the new one is to stand before; at the end without it, or when that line is gone. */
  before: z.unknown().optional(),
});
export const CartLineChange = z.object({
  item_id: z.unknown().optional(),
  quantity: z.unknown().optional(),
  saved_for_later: z.unknown().optional(),
});

/** Units that signing in brought along from a guest's cart. */
export const CartMerge = z.object({ added: z.int(), saved_for_later: z.int() });
export type CartMerge = z.infer<typeof CartMerge>;

/**
 * Until when the units of a cart are held for its shopper, and the cart as it then stands: lines that can't be had say so.
 * Null when nothing is held: the shop does not, nothing is left, or this cart has held long enough.
 */
export const CartHold = z.object({ held_until: Instant.nullable(), cart: Cart });
export type CartHold = z.infer<typeof CartHold>;

/** The code of a coupon or gift card as typed; a bad one is 409, never 400 (docs/decisions/0004). */
export const CodeEntry = z.object({ code: z.unknown().optional() }).catch({});

const cartProblems = [
  "guest_cart_unknown",
  "invalid_line",
  "out_of_stock",
  "unavailable",
  "cart_line_unknown",
] as const;

export const cartApi = {
  "GET /cart/guest/init": endpoint({
    summary: "Start a guest cart; keep `guest_id` in the cookie of that name.",
    caller: "anyone",
    limit: "write",
    reply: z.object({ guest_id: z.string() }),
  }),
  "GET /cart": endpoint({
    summary: "The cart of the customer or guest.",
    caller: "shopper",
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "POST /cart": endpoint({
    summary: "Add units of a variation, to buy or saved for later; `before` names the line it is to stand before.",
    caller: "shopper",
    body: NewCartLine,
    reply: Cart,
    problems: cartProblems,
    idempotency: "accepted",
  }),
  "PATCH /cart": endpoint({
    summary:
      "Set the quantity of a line (0 removes it), save it for later or bring it back; also with its id alone, its present price counts as seen.",
    caller: "shopper",
    body: CartLineChange,
    reply: Cart,
    problems: cartProblems,
  }),
  "DELETE /cart/:id": endpoint({
    summary: "Remove a line.",
    caller: "shopper",
    params: IdParams,
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/hold": endpoint({
    summary:
      "Begin the checkout: what can be had of the cart is held for it, for `checkout_hold_minutes` of `GET /shop`. Called again it follows the cart and lasts longer, at most twice that long; then others have their turn for as long as it lasted at first.",
    caller: "shopper",
    reply: one(CartHold),
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/coupon": endpoint({
    summary: "Use a coupon; it takes the place of the one before.",
    caller: "shopper",
    body: CodeEntry,
    reply: Cart,
    problems: [
      "guest_cart_unknown",
      "coupon_unknown",
      "coupon_expired",
      "coupon_used_up",
      "coupon_min_not_met",
      "coupon_not_for_these",
    ],
  }),
  "DELETE /cart/coupon": endpoint({
    summary: "Go on without the coupon.",
    caller: "shopper",
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "PUT /cart/gift-card": endpoint({
    summary: "Pay with a gift card as far as it goes; several may be used.",
    caller: "shopper",
    body: CodeEntry,
    reply: Cart,
    problems: ["guest_cart_unknown", "gift_card_unknown", "gift_card_empty"],
  }),
  "DELETE /cart/gift-card/:id": endpoint({
    summary: "Keep a gift card for another time.",
    caller: "shopper",
    params: IdParams,
    reply: Cart,
    problems: ["guest_cart_unknown"],
  }),
  "GET /cart/shared": endpoint({
    summary:
      "What a shared cart link holds, priced now: `items` is `<variation>:<quantity>,…`. What can't be read is left out.",
    caller: "anyone",
    query: z.object({ items: z.string().max(1000).default("") }),
    reply: list(CartItem),
  }),
  "POST /cart/shared": endpoint({
    summary: "Add what a shared cart link holds to the cart; what stock or limit won't allow is saved for later.",
    caller: "shopper",
    body: z.object({ items: z.unknown().optional() }),
    reply: Cart,
    problems: ["guest_cart_unknown", "invalid_line"],
    idempotency: "accepted",
  }),
  "GET /cart/merge": endpoint({
    summary: "What signing in brought from the guest's cart within the last hour; null when nothing.",
    caller: "customer",
    reply: one(CartMerge.nullable()),
  }),
  "DELETE /cart/merge": endpoint({
    summary: "Take out again what signing in brought from the guest's cart.",
    caller: "customer",
    reply: Cart,
  }),
};
