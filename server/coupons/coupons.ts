import type { CouponForm } from "#contract/coupons.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { findCoupon, insertCoupon, updateCouponRow } from "./coupons.sql.ts";

export { countCouponsChecked, listCouponInconsistencies } from "./coupons.sql.ts";
export { type CouponEvaluation, describeCoupon, evaluateCoupon } from "./eligibility.ts";
export {
  type CustomerCoupon,
  customerCouponColumn,
  findCustomerCoupon,
  type RedemptionState,
  reclaimCouponUse,
  redeemCoupon,
  redemptionStateColumn,
  releaseCouponUse,
  retainCouponUse,
} from "./redemptions.sql.ts";

/** Normalizes a coupon code for storage and comparison; undefined if the input can't be a code. */
export function normalizeCouponCode(input: unknown): string | undefined {
  const code = typeof input === "string" ? toAsciiDigits(input.trim().normalize("NFC")).toUpperCase() : "";
  return code.length > 0 && code.length <= 40 ? code : undefined;
}

/** Creates a coupon in the shop's currency. Throws `coupon_code_taken`. */
export const createCoupon = async (tx: Tx, form: CouponForm, { currency, now }: { currency: string; now: Date }) =>
  assertFound(await insertCoupon(tx, { ...form, code: form.code.toUpperCase(), currency }, now));

/**
 * Updates a coupon. Carts see the change at once, placed orders don't. Throws `stale` with the current coupon in
 * `details`, and `bad_input` if `max_uses` is below the number of uses.
 */
export async function updateCoupon(tx: Tx, id: number, form: CouponForm & { version: number }, now: Date) {
  const current = assertFound(await findCoupon(tx, id, now));
  if (form.max_uses !== null && form.max_uses < current.used) throw usageTooLow(current.used);
  const written = await updateCouponRow(tx, id, { ...form, code: form.code.toUpperCase() }, now);
  if (!written) throw new Problem("stale", { details: { current } });
  return written;
}

function usageTooLow(used: number) {
  const message = `This coupon has already been used ${used} times.`;
  return fieldProblem("max_uses", "too_small", message);
}
