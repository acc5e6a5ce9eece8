import { z } from "zod";
import { endpoint, IdParams } from "./endpoint.ts";
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
  line_total: Money,
  compare_at: Money.nullable(),
  /** The most that can be ordered now. */
  max_quantity: z.int(),
  problems: z.array(CartProblem),
});
export type CartItem = z.infer<typeof CartItem>;

export const Totals = z.object({ subtotal: Money, discount: Money, shipping: Money, tax: Money, total: Money });
export type Totals = z.infer<typeof Totals>;

/** A cart, priced anew each time it is read. `quantity` counts units of the lines not saved for later. */
export const Cart = z.object({
  id: z.uuid().nullable(),
  quantity: z.int(),
  currency: z.string(),
  items: z.array(CartItem),
  saved_for_later: z.array(CartItem),
  totals: z.object({ subtotal: Money, discount: Money, shipping_estimate: Money, tax: Money, total: Money }),
  prices_include_tax: z.boolean(),
  /** What is missing for free delivery; null when there is no such offer. */
  free_shipping_left: Money.nullable(),
  can_checkout: z.boolean(),
  version: z.int(),
});
export type Cart = z.infer<typeof Cart>;

/** Quantities are checked by hand, not here: on /cart a bad one is 409 with the cart, never 400 (docs/decisions/0004). */
export const NewCartLine = z.object({ variation_id: z.unknown(), quantity: z.unknown().optional() });
export const CartLineChange = z.object({
  item_id: z.unknown(),
  quantity: z.unknown().optional(),
  saved_for_later: z.unknown().optional(),
});

const cartRefusals = [
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
    refuses: ["guest_cart_unknown"],
  }),
  "POST /cart": endpoint({
    summary: "Add units of a variation.",
    caller: "shopper",
    body: NewCartLine,
    reply: Cart,
    refuses: cartRefusals,
    idempotency: "accepted",
  }),
  "PATCH /cart": endpoint({
    summary:
      "Set the quantity of a line (0 removes it), save it for later or bring it back; also with its id alone, its present price counts as seen.",
    caller: "shopper",
    body: CartLineChange,
    reply: Cart,
    refuses: cartRefusals,
  }),
  "DELETE /cart/:id": endpoint({
    summary: "Remove a line.",
    caller: "shopper",
    params: IdParams,
    reply: Cart,
    refuses: ["guest_cart_unknown"],
  }),
};
