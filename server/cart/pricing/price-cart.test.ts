import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import type { ShippingRate } from "#contract/shipping.ts";
import { tenPercent } from "#server/testing/coupon.ts";
import { type CartToPrice, priceCart } from "./price-cart.ts";

const now = new Date("2026-06-01T12:00:00Z");
const euros = (amount: number) => ({ amount, currency: "EUR" });

interface Goods {
  price: number;
  quantity?: number;
  weight?: number;
  ships?: boolean;
  /** The tax class: 1 is the default one with 19%, 2 is reduced to 7%. */
  taxClass?: number;
  forSale?: boolean;
  category?: number;
}
const item = ({ price, quantity = 1 }: Goods, index: number) =>
  ({
    id: index + 1,
    variation_id: index + 1,
    quantity,
    unit_price: euros(price),
    line_total: euros(price * quantity),
    discount: euros(0),
    max_quantity: 99,
    problems: [],
  }) as unknown as CartItem;

const rate = (fields: Partial<ShippingRate>): ShippingRate => ({
  price_amount: 0,
  min_subtotal_amount: null,
  max_subtotal_amount: null,
  min_weight_g: null,
  max_weight_g: null,
  ...fields,
});
const method = (id: number, rates: ShippingRate[]) => ({
  postal_patterns: [],
  method: { id, name: `Method ${id}`, carrier: null, min_days: 1, max_days: 2, rates },
});
/** 4.90, free from 50.00 up to 1 kg; express is 9.90. */
const delivery = [
  method(1, [
    rate({ price_amount: 490, max_subtotal_amount: 4999 }),
    rate({ price_amount: 490, min_subtotal_amount: 5000, min_weight_g: 1001 }),
    rate({ min_subtotal_amount: 5000, max_weight_g: 1000 }),
  ]),
  method(2, [rate({ price_amount: 990 })]),
];
const taxRate = (tax_class_id: number, rate_ppm: number) => ({
  tax_class_id,
  class_name: `Class ${tax_class_id}`,
  excludes_territories: false,
  is_default: tax_class_id === 1,
  region: null,
  postal_prefix: null,
  name: "VAT",
  rate_ppm,
  includes_shipping: true,
  compound: false,
  valid_from: null,
  valid_to: null,
});
const card = (balance_amount: number, fields: Partial<CartToPrice["adjustments"]["cards"][number]> = {}) => ({
  id: balance_amount,
  last4: "ABCD",
  currency: "EUR",
  balance_amount,
  expires_at: null,
  ...fields,
});

function price(goods: Goods[], adjustments: Partial<CartToPrice["adjustments"]> = {}, settings = {}) {
  const sale = goods.map(({ weight = 0, ships = true, taxClass = 1, forSale = true, category = 3 }, index) => [
    index + 1,
    {
      product_id: index + 1,
      product_type_id: 1,
      category_ids: [category],
      tag_ids: [],
      for_sale: forSale,
      requires_shipping: ships,
      weight_g: weight,
      tax_class_id: taxClass,
    },
  ]);
  return priceCart({
    terms: {
      settings: { currency: "EUR", prices_include_tax: true, timezone: "UTC", shipping_tax: "goods", ...settings },
      taxes: [taxRate(1, 190_000), taxRate(2, 70_000)],
      domesticTaxes: [taxRate(1, 190_000), taxRate(2, 70_000)],
      sellerTaxes: [],
      delivery,
    },
    items: goods.map(item),
    sale: new Map(sale as [number, unknown][]),
    adjustments: { coupon_code: null, coupon: null, cards: [], ...adjustments },
    now,
    choose: ([cheapest]: unknown[]) => cheapest ?? null,
  } as unknown as CartToPrice);
}
const withCoupon = (fields: Partial<typeof tenPercent>) => ({
  coupon_code: "TEN",
  coupon: { ...tenPercent, ...fields },
});
const reasonsOf = ({ reasons }: ReturnType<typeof price>, figure: string) =>
  reasons.filter((reason) => reason.figure === figure).map(({ text, amount }) => [text, amount.amount]);

test("goods, delivery and the tax within them add up to the total", () => {
  const priced = price([{ price: 1000, quantity: 2 }, { price: 500 }]);
  expect(priced.money).toEqual({
    subtotal: euros(2500),
    discount: euros(0),
    shipping: euros(490),
    tax: euros(319 + 80 + 78),
    total: euros(2990),
    gift_cards: euros(0),
    due: euros(2990),
  });
  expect(priced.method?.id).toBe(1);
  expect(priced.free_shipping_left).toBe(2500);
  expect(priced.coupon).toBeNull();
});

test("tax that prices don't include is added", () => {
  const { money } = price([{ price: 1000 }], {}, { prices_include_tax: false });
  expect([money.tax.amount, money.total.amount]).toEqual([190 + 93, 1000 + 490 + 190 + 93]);
});

test("what is not for sale stays in the cart and costs nothing", () => {
  const priced = price([{ price: 1000 }, { price: 7000, forSale: false }]);
  expect(priced.items).toHaveLength(2);
  expect(priced.billable).toHaveLength(1);
  expect(priced.money.total).toEqual(euros(1490));
});

test("only what is shipped counts for the weight, but all goods for free delivery", () => {
  const heavy = price([
    { price: 6000, weight: 1001, ships: false },
    { price: 10, weight: 500, quantity: 2 },
  ]);
  expect([heavy.money.shipping.amount, heavy.free_shipping_left]).toEqual([0, 0]);
  const tooHeavy = price([{ price: 6000, weight: 501, quantity: 2 }]);
  expect([tooHeavy.money.shipping.amount, tooHeavy.free_shipping_left]).toEqual([490, null]);
  expect(reasonsOf(tooHeavy, "shipping")).toEqual([["Method 1 delivery, too heavy for free delivery", 490]]);
  const digital = price([{ price: 6000, ships: false }]);
  expect(digital).toMatchObject({ requires_shipping: false, method: null, methods: [], free_shipping_left: null });
  expect(digital.money.total).toEqual(euros(6000));
});

test("free delivery needs nothing more at exactly its amount, and one cent below a cent", () => {
  expect(price([{ price: 5000 }])).toMatchObject({ free_shipping_left: 0, money: { shipping: euros(0) } });
  expect(price([{ price: 4999 }])).toMatchObject({ free_shipping_left: 1, money: { shipping: euros(490) } });
});

test("the tax on delivery follows the shipped goods, or is that of the default class", () => {
  const goods = [
    { price: 1000, taxClass: 2 },
    { price: 3000, ships: false },
  ];
  // 7% of 4.90 are 32 cents, 19% 78.
  expect(price(goods).totals.shipping_tax).toBe(32);
  expect(price(goods, {}, { shipping_tax: "default_class" }).totals.shipping_tax).toBe(78);
  expect(reasonsOf(price(goods), "tax")).toEqual([
    ["7% VAT on Class 2, included", 65],
    ["19% VAT on Class 1, included", 479],
    ["7% VAT on delivery, included", 32],
  ]);
});

test("a coupon takes its share off the lines it is for, and each line says how much", () => {
  const goods = [{ price: 1000, category: 7 }, { price: 2000 }];
  const priced = price(
    goods,
    withCoupon({ kind: "percent", value: 1000, scope: { ...tenPercent.scope, categories: [7] } }),
  );
  expect(priced.coupon).toEqual({ code: "TEN", state: "applied", message: "10% off." });
  expect(priced.items.map(({ discount }) => discount.amount)).toEqual([100, 0]);
  expect(priced.money).toMatchObject({ subtotal: euros(3000), discount: euros(100), total: euros(3390) });
  expect(reasonsOf(priced, "discount")).toEqual([["10% off on some items with TEN", 100]]);
  const all = price(goods, withCoupon({ kind: "fixed", value: 500 }));
  expect(reasonsOf(all, "discount")).toEqual([["€5.00 off with TEN", 500]]);
});

test("a coupon that doesn't apply changes no price, and one that is unknown is invalid", () => {
  const paused = price([{ price: 1000 }], withCoupon({ kind: "percent", value: 1000, is_active: false }));
  expect(paused.coupon?.state).toBe("invalid");
  expect(paused.money.total).toEqual(euros(1490));
  const unknown = price([{ price: 1000 }], { coupon_code: "NONE", coupon: null });
  expect(unknown.coupon).toMatchObject({ code: "NONE", state: "invalid" });
});

test("a coupon for free delivery takes the price of the cheapest method off each, and nothing off the goods", () => {
  const priced = price([{ price: 1000 }], withCoupon({ kind: "free_shipping", value: 0 }));
  expect(priced.methods.map(({ price_amount }) => price_amount)).toEqual([0, 500]);
  expect(priced.money).toMatchObject({ shipping: euros(0), discount: euros(0), total: euros(1000) });
  expect(priced.free_shipping_left).toBe(0);
  const digital = price([{ price: 1000, ships: false }], withCoupon({ kind: "free_shipping", value: 0 }));
  expect(digital.coupon?.state).toBe("not_for_these");
});

test("a discount of staff applies to every line", () => {
  const manual = { kind: "fixed" as const, value: 300, reason: "Scratched" };
  const priced = price([{ price: 1000 }, { price: 2000 }], { manual });
  expect(priced.items.map(({ discount }) => discount.amount)).toEqual([100, 200]);
  expect(reasonsOf(priced, "discount")).toEqual([["€3.00 off: Scratched", 300]]);
});

test("gift cards pay one after the other, those of another currency and expired ones nothing", () => {
  const cards = [
    card(400),
    card(9000, { currency: "USD" }),
    card(8000, { expires_at: "2026-06-01T12:00:00Z" }),
    card(7000, { expires_at: "2026-06-01T12:00:01Z" }),
  ];
  const priced = price([{ price: 1000 }], { cards });
  expect(priced.gift_cards.map(({ id, amount }) => [id, amount.amount])).toEqual([
    [400, 400],
    [7000, 1090],
  ]);
  expect(priced.money).toMatchObject({ total: euros(1490), gift_cards: euros(1490), due: euros(0) });
});
