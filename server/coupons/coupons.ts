import type { Coupon, CouponForm } from "#contract/coupons.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { countRedemptions, findCoupon, insertCoupon, listMiscountedCoupons, updateCouponRow } from "./coupons.sql.ts";
import { insertRedemption, reclaimRedemption, releaseRedemption, retainRedemption } from "./redemptions.sql.ts";

export { type CouponEvaluation, describeCoupon, evaluateCoupon } from "./eligibility.ts";
export {
  type CustomerCoupon,
  customerCouponColumn,
  findCustomerCoupon,
  type RedemptionState,
  redemptionStateColumn,
} from "./redemptions.sql.ts";

/** Normalises a coupon code for storage and comparison; undefined if the input can't be a code. */
export function normalizeCouponCode(typed: unknown): string | undefined {
  const code = typeof typed === "string" ? toAsciiDigits(typed.trim()).toUpperCase() : "";
  return code.length > 0 && code.length <= 40 ? code : undefined;
}

/** Creates a coupon in the shop's currency. Throws `coupon_code_taken`. */
export async function createCoupon(tx: Tx, form: CouponForm, currency: string): Promise<Coupon> {
  return assertFound(await insertCoupon(tx, { ...form, code: form.code.toUpperCase(), currency }));
}

/**
 * Redeems a coupon for an order. Returns false if it has no uses left or is not valid now; the caller must then roll
 * back.
 */
export const redeemCoupon = (
  tx: Tx,
  use: { couponId: number; userId: number; orderId: string },
  now: Date,
): Promise<boolean> => insertRedemption(tx, use, now);

/** Releases the use of an order unless it is retained. Idempotent. */
export async function releaseCouponUse(tx: Tx, orderId: string) {
  await releaseRedemption(tx, orderId);
}

/** Retains the use of an order even if the order is cancelled; false if it has none. The order must be locked. */
export const retainCouponUse = (tx: Tx, orderId: string): Promise<boolean> => retainRedemption(tx, orderId);

/** Redeems the coupon again for a reopened order, if a use is left. The order keeps its price either way. */
export async function reclaimCouponUse(tx: Tx, orderId: string) {
  await reclaimRedemption(tx, orderId);
}

/** Number of coupons and redemptions to check. */
export const countCouponsChecked = (db: Db | Tx) => countRedemptions(db);

/** Coupons whose use count is inconsistent. */
export const listCouponInconsistencies = (db: Db | Tx) => listMiscountedCoupons(db);
/**
 * Updates a coupon. Carts see the change at once, placed orders don't. Throws `stale` with the current coupon in
 * `details`, and `bad_input` if `max_uses` is below the number of uses.
 */
export async function updateCoupon(tx: Tx, id: number, form: CouponForm & { version: number }): Promise<Coupon> {
  const current = assertFound(await findCoupon(tx, id));
  if (form.max_uses !== null && form.max_uses < current.used) throw usageTooLow(current.used);
  const written = await updateCouponRow(tx, id, { ...form, code: form.code.toUpperCase() });
  if (!written) throw new Problem("stale", { details: { current } });
  return written;
}

function usageTooLow(used: number) {
  const message = `It has been used ${used} times already.`;
  return new Problem("bad_input", { errors: [{ field: "max_uses", code: "too_small", message }] });
}
