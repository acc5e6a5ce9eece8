import type { Coupon, CouponForm } from "#contract/coupons.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { findCoupon, updateCouponRow } from "./coupons.sql.ts";

/**
 * Changes a coupon. Carts see it at once, orders keep what they were given. Throws `stale` with the present coupon, and
 * `bad_input` for fewer uses than have been made.
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
