import type { Coupon, CouponForm } from "#contract/coupons.ts";
import { toAsciiDigits } from "#contract/digits.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { countRedemptions, insertCoupon, listMiscountedCoupons, recountUses } from "./coupons.sql.ts";
import { releaseRedemption, retainRedemption, insertRedemption, reclaimRedemption } from "./redemptions.sql.ts";

// The door of coupons: what rooms above it may call.
export { evaluateCoupon, describeCoupon, type CouponEvaluation } from "./eligibility.ts";
export {
  findCustomerCoupon,
  type CustomerCoupon,
  customerCouponColumn,
  type RedemptionState,
  redemptionStateColumn,
} from "./redemptions.sql.ts";

/** As codes are kept and compared; undefined for what can't be a code. */
export function normalizeCouponCode(typed: unknown): string | undefined {
  const code = typeof typed === "string" ? toAsciiDigits(typed.trim()).toUpperCase() : "";
  return code.length > 0 && code.length <= 40 ? code : undefined;
}

/** Makes a coupon in the shop's currency. Throws `coupon_code_taken`. */
export async function createCoupon(tx: Tx, form: CouponForm, currency: string): Promise<Coupon> {
  return assertFound(await insertCoupon(tx, { ...form, code: form.code.toUpperCase(), currency }));
}

/** Takes one use of a coupon for an order; false when none is left or it ended, and then the caller must roll back. */
export const redeemCoupon = (
  tx: Tx,
  use: { couponId: number; userId: number; orderId: string },
  now: Date,
): Promise<boolean> => insertRedemption(tx, use, now);

/** Gives back the use an order holds, unless it is kept. Doing it again changes nothing, and an order without a coupon has none. */
export async function releaseCouponUse(tx: Tx, orderId: string) {
  await releaseRedemption(tx, orderId);
}

/** Has the use of an order stay spent, whatever becomes of it; false when it holds none. The order must be locked. */
export const retainCouponUse = (tx: Tx, orderId: string): Promise<boolean> => retainRedemption(tx, orderId);

/** Takes the use once more for an order that lives again; the order keeps its price even when none is left. */
export async function reclaimCouponUse(tx: Tx, orderId: string) {
  await reclaimRedemption(tx, orderId);
}

/** How many coupons and uses there are to prove. */
export const countCouponsChecked = (db: Db | Tx) => countRedemptions(db);

/** Counts anew how often a coupon was used, from the uses orders hold. */
export const repairCouponUses = (tx: Tx, couponId: number) => recountUses(tx, couponId);

/** Coupons whose count does not add up. */
export const listCouponInconsistencies = (db: Db | Tx) => listMiscountedCoupons(db);
