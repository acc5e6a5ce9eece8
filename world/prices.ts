import type { CouponForm } from "#contract/coupons.ts";

const everything = { categories: [], products: [], tags: [], types: [] };
const coupon = (code: string, offer: Pick<CouponForm, "kind" | "value"> & Partial<CouponForm>): CouponForm => ({
  code,
  min_subtotal_amount: null,
  starts_at: null,
  ends_at: null,
  max_uses: null,
  max_per_user: null,
  scope: everything,
  is_active: true,
  ...offer,
});

/** Coupons of the demo shop, one of each kind and state. */
export const coupons: CouponForm[] = [
  coupon("WELCOME10", { kind: "percent", value: 1000, max_per_user: 1 }),
  coupon("FREESHIP", { kind: "free_shipping", value: 0 }),
  coupon("TENOFF60", { kind: "fixed", value: 1000, min_subtotal_amount: 6000 }),
  coupon("SUMMER25", { kind: "percent", value: 2500, ends_at: "2025-09-01T00:00:00.000Z" }),
  coupon("OPENING", { kind: "fixed", value: 500, max_uses: 12, max_per_user: 2 }),
];
/** The coupon that past orders have used up. */
export const spentCoupon = "OPENING";

/** A gift card with a public code, for trying; amount in minor units. */
export const giftCard = { code: "KIOSK-GIFT-DEMO", amount: 5000, note: "The demo shop's gift card" };

/** Reduced tax rates of food in parts per million. */
export const reducedRates: { country: string; name: string; rate_ppm: number }[] = [
  { country: "DE", name: "VAT", rate_ppm: 70_000 },
  { country: "AT", name: "VAT", rate_ppm: 100_000 },
  { country: "FR", name: "VAT", rate_ppm: 55_000 },
  { country: "NL", name: "VAT", rate_ppm: 90_000 },
  { country: "BE", name: "VAT", rate_ppm: 60_000 },
  { country: "IT", name: "VAT", rate_ppm: 100_000 },
  { country: "ES", name: "VAT", rate_ppm: 100_000 },
  { country: "PL", name: "VAT", rate_ppm: 50_000 },
];
/** Product types with a reduced tax rate. */
export const reducedTypes = ["Food"];

const rate = (price: number, bounds: object = {}) => ({
  price_amount: price,
  min_subtotal_amount: null,
  max_subtotal_amount: null,
  min_weight_g: null,
  max_weight_g: null,
  ...bounds,
});
/** Countries that the demo shop ships to besides those of a new shop: where its languages are spoken. */
export const countriesFurtherAway = ["AE", "BR", "EG", "MA", "QA", "SA"];

/** Standard shipping rates by zone: by subtotal, abroad also by weight. */
export const standardRates: Record<string, ReturnType<typeof rate>[]> = {
  Germany: [rate(490, { max_subtotal_amount: 4999 }), rate(0, { min_subtotal_amount: 5000 })],
  "European Union": [
    rate(690, { max_subtotal_amount: 4999, max_weight_g: 5000 }),
    rate(0, { min_subtotal_amount: 5000, max_weight_g: 5000 }),
    rate(1490, { min_weight_g: 5001, max_weight_g: 20_000 }),
    rate(3490, { min_weight_g: 20_001 }),
  ],
};
