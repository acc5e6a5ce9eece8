import type { CouponState } from "#contract/cart.ts";
import { problems } from "#contract/problems.ts";
import { formatMoney, formatPercent } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import type { CustomerCoupon } from "./redemptions.sql.ts";

/** What a coupon's scope is checked against. */
export interface CouponLine {
  product_id: number;
  product_type_id: number;
  category_ids: number[];
  tag_ids: number[];
}
export interface CouponContext {
  /** Minor units, before any discount. */
  subtotal: number;
  lines: CouponLine[];
  /** The cheapest shipping price; null if nothing is shipped, undefined if unknown. */
  delivery: number | null | undefined;
  currency: string;
  now: Date;
}
/** Result for a cart: `eligible` says for each line whether the coupon applies. */
export interface CouponEvaluation {
  state: CouponState;
  message: string;
  eligible: boolean[];
}

/** Evaluates a coupon for a cart. `coupon` is null if the code is unknown. */
export function evaluateCoupon(coupon: CustomerCoupon | null, context: CouponContext): CouponEvaluation {
  const eligible = context.lines.map((line) => coupon !== null && isEligible(coupon, line));
  const rejection = findRejection(coupon, context, eligible);
  if (rejection || !coupon) return { state: "invalid", message: "", ...rejection, eligible: eligible.map(() => false) };
  return { state: "applied", message: `${describeCoupon(coupon, context.currency)}.`, eligible: eligible };
}

/** Describes a coupon: `10% off`, `€5 off`, `Free delivery`. */
export function describeCoupon({ kind, value }: Pick<CustomerCoupon, "kind" | "value">, currency: string): string {
  if (kind === "free_shipping") return say("Free delivery");
  return say("{amount} off", {
    amount: kind === "percent" ? formatPercent(value * 100) : formatMoney(value, currency),
  });
}

function findRejection(
  coupon: CustomerCoupon | null,
  { subtotal, delivery, currency, now }: CouponContext,
  eligible: boolean[],
) {
  const reject = (state: CouponState, message: string) => ({ state, message });
  if (!coupon?.is_active || (coupon.starts_at && new Date(coupon.starts_at) > now))
    return reject("invalid", say("This coupon isn't active."));
  if (coupon.ends_at && new Date(coupon.ends_at) <= now) return reject("expired", say(problems.coupon_expired.says));
  if (coupon.max_uses !== null && coupon.used >= coupon.max_uses)
    return reject("used_up", say(problems.coupon_used_up.says));
  // The same whether another account has the email or not.
  if (coupon.max_per_user !== null && coupon.is_provisional)
    return reject("needs_confirmed_email", say(problems.coupon_needs_confirmed_email.says));
  if (coupon.max_per_user !== null && coupon.used_by_customer >= coupon.max_per_user)
    return reject("used_up", say("You've already used this coupon."));
  if (!eligible.includes(true)) return reject("not_for_these", say(problems.coupon_not_for_these.says));
  const missing = (coupon.min_subtotal_amount ?? 0) - subtotal;
  if (missing > 0)
    return reject(
      "min_not_met",
      say("Spend {amount} more to use this coupon.", { amount: formatMoney(missing, currency) }),
    );
  if (coupon.kind !== "free_shipping") return undefined;
  if (delivery === null)
    return reject("not_for_these", say("Your order doesn't need delivery, so this coupon has no effect."));
  if (delivery === 0) return reject("not_needed", say("Your delivery is already free, so this coupon has no effect."));
  return undefined;
}

/** An empty scope matches everything; otherwise a line matches if any scope entry names it. */
function isEligible({ scope }: CustomerCoupon, line: CouponLine): boolean {
  const { categories, products, tags, types } = scope;
  if (categories.length + products.length + tags.length + types.length === 0) return true;
  return (
    products.includes(line.product_id) ||
    types.includes(line.product_type_id) ||
    line.category_ids.some((id) => categories.includes(id)) ||
    line.tag_ids.some((id) => tags.includes(id))
  );
}
