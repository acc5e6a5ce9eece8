import type { Coupon, CouponForm } from "#contract/coupons.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { findCoupon, updateCouponRow } from "./coupons.sql.ts";

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
