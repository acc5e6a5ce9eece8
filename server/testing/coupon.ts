import type { CustomerCoupon } from "#server/coupons/coupons.ts";

/** A coupon of 10% on everything, for everybody and for ever; a test says what differs. */
export const tenPercent: CustomerCoupon = {
  id: 1,
  code: "TEN",
  kind: "percent",
  value: 1000,
  min_subtotal_amount: null,
  starts_at: null,
  ends_at: null,
  max_uses: null,
  max_per_user: null,
  used: 0,
  used_by_customer: 0,
  is_provisional: false,
  is_active: true,
  scope: { categories: [], products: [], tags: [], types: [] },
};
