import { expect, test } from "vitest";
import { tenPercent } from "#server/testing/coupon.ts";
import { type CouponContext, type CouponLine, describeCoupon, evaluateCoupon } from "./eligibility.ts";
import type { CustomerCoupon } from "./redemptions.sql.ts";

const now = new Date("2026-06-01T12:00:00Z");
const line = (fields: Partial<CouponLine> = {}): CouponLine => ({
  product_id: 1,
  product_type_id: 2,
  category_ids: [3],
  tag_ids: [4],
  ...fields,
});
const cart: CouponContext = { subtotal: 5000, lines: [line()], delivery: 490, currency: "EUR", now };
const evaluate = (coupon: Partial<CustomerCoupon>, context: Partial<CouponContext> = {}) =>
  evaluateCoupon({ ...tenPercent, ...coupon }, { ...cart, ...context });

test("Coupon: one that is valid applies to every line and says what it gives", () => {
  const lines = [line(), line({ product_id: 9 })];
  expect(evaluate({}, { lines })).toEqual({ state: "applied", message: "10% off.", eligible: [true, true] });
  expect(describeCoupon({ kind: "fixed", value: 500 }, "EUR")).toBe("€5.00 off");
  expect(describeCoupon({ kind: "free_shipping", value: 0 }, "EUR")).toBe("Free delivery");
});

test("Coupon: an unknown one and a paused one are not active and apply to nothing", () => {
  const rejected = { state: "invalid", message: "This coupon isn't active.", eligible: [false] };
  expect(evaluateCoupon(null, cart)).toEqual(rejected);
  expect(evaluate({ is_active: false })).toEqual(rejected);
});

test("Coupon: it is valid from the instant it starts, and not a second before", () => {
  expect(evaluate({ starts_at: "2026-06-01T12:00:00Z" }).state).toBe("applied");
  expect(evaluate({ starts_at: "2026-06-01T12:00:01Z" }).state).toBe("invalid");
});

test("Coupon: a second before its end it is valid, at that instant it has expired", () => {
  expect(evaluate({ ends_at: "2026-06-01T12:00:01Z" }).state).toBe("applied");
  expect(evaluate({ ends_at: "2026-06-01T12:00:00Z" }).state).toBe("expired");
});

test("Coupon: it is used up at its limit, of all customers and of this one", () => {
  expect(evaluate({ max_uses: 3, used: 2 }).state).toBe("applied");
  expect(evaluate({ max_uses: 3, used: 3 }).state).toBe("used_up");
  expect(evaluate({ max_per_user: 2, used_by_customer: 1 }).state).toBe("applied");
  const own = evaluate({ max_per_user: 2, used_by_customer: 2 });
  expect([own.state, own.message]).toEqual(["used_up", "You've already used this coupon."]);
});

test("Coupon: a minimum is met by exactly that amount, before discounts", () => {
  expect(evaluate({ min_subtotal_amount: 5000 }).state).toBe("applied");
  const short = evaluate({ min_subtotal_amount: 5001 });
  expect([short.state, short.message]).toEqual(["min_not_met", "Spend €0.01 more to use this coupon."]);
  expect(short.eligible).toEqual([false]);
});

test.each<[keyof CustomerCoupon["scope"], Partial<CouponLine>]>([
  ["products", { product_id: 7 }],
  ["types", { product_type_id: 7 }],
  ["categories", { category_ids: [6, 7] }],
  ["tags", { tag_ids: [6, 7] }],
])("Coupon: one for some %s applies to their lines alone", (kind, fields) => {
  const scope = { ...tenPercent.scope, [kind]: [7, 8] };
  const mixed = evaluate({ scope }, { lines: [line(), line(fields)] });
  expect(mixed).toMatchObject({ state: "applied", eligible: [false, true] });
  expect(evaluate({ scope }).state).toBe("not_for_these");
});

test("Coupon: one with several kinds of scope applies to lines of any of them", () => {
  const scope = { categories: [7], products: [1], tags: [], types: [9] };
  expect(evaluate({ scope }, { lines: [line(), line({ product_id: 5 })] }).eligible).toEqual([true, false]);
});

test("Coupon: free delivery needs a delivery that costs something, or whose price isn't known yet", () => {
  const free = { kind: "free_shipping" as const, value: 0 };
  expect(evaluate(free).state).toBe("applied");
  expect(evaluate(free, { delivery: undefined }).state).toBe("applied");
  expect(evaluate(free, { delivery: 0 }).state).toBe("not_needed");
  expect(evaluate(free, { delivery: null }).state).toBe("not_for_these");
  expect(evaluate({}, { delivery: null }).state).toBe("applied");
  expect(evaluate({}, { delivery: 0 }).state).toBe("applied");
});
