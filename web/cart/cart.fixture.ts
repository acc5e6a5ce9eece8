import type { Cart, CartItem, CartProblem } from "#contract/cart.ts";

export const money = (amount: number) => ({ amount, currency: "EUR" });

interface Given {
  quantity?: number;
  price?: number;
  problems?: CartProblem[];
}

export const line = (id: number, { quantity = 1, price = 1000, problems = [] }: Given = {}): CartItem => ({
  id,
  variation_id: id + 100,
  product: { id, slug: `product-${id}`, name: `Product ${id}`, thumbnail: "/failed_image.png" },
  options: [],
  quantity,
  unit_price: money(price),
  line_total: money(price * quantity),
  discount: money(0),
  compare_at: null,
  max_quantity: 99,
  problems,
});

/** A cart of these lines with delivery for 4.90. */
export function cart(items: CartItem[], version = 1): Cart {
  const subtotal = items.reduce((sum, item) => sum + item.line_total.amount, 0);
  return {
    id: "0190a0a0-0000-7000-8000-000000000001",
    quantity: items.reduce((sum, item) => sum + item.quantity, 0),
    currency: "EUR",
    items,
    saved_for_later: [],
    totals: {
      subtotal: money(subtotal),
      discount: money(0),
      shipping_estimate: money(490),
      tax: money(0),
      total: money(subtotal + 490),
      gift_cards: money(0),
      due: money(subtotal + 490),
    },
    coupon: null,
    gift_cards: [],
    reasons: [],
    prices_include_tax: true,
    is_tax_deducted: false,
    is_reverse_charge: false,
    destination: { country: "DE", region_code: null, postal_code: null, has_duties: false },
    shipping_method: { id: 1, name: "Standard", price: money(490), min_days: 2, max_days: 4 },
    requires_shipping: true,
    free_shipping_left: null,
    can_checkout: true,
    version,
  };
}
