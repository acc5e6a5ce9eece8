import type { CouponState } from "#contract/cart.ts";
import { moneyWords, percentWords } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import type { Offer } from "./offers.sql.ts";

/** What a coupon asks of the things in a basket. */
export interface Goods {
  product_id: number;
  product_type_id: number;
  category_ids: number[];
  tag_ids: number[];
}
export interface Basket {
  /** Minor units, before any discount. */
  subtotal: number;
  lines: Goods[];
  /** The cheapest price of delivery; null when nothing is to be delivered, undefined when it is not known. */
  delivery: number | null | undefined;
  currency: string;
  now: Date;
}
/** What a coupon does for a basket: `covers` says of each line whether it is for it. */
export interface Verdict {
  state: CouponState;
  message: string;
  covers: boolean[];
}

/** Finds out what a coupon is worth here; without an offer the code is not known any more. */
export function judge(offer: Offer | null, basket: Basket): Verdict {
  const covers = basket.lines.map((line) => offer !== null && isFor(offer, line));
  const refused = reasonAgainst(offer, basket, covers);
  if (refused || !offer) return { state: "invalid", message: "", ...refused, covers: covers.map(() => false) };
  return { state: "applied", message: `${offerWords(offer, basket.currency)}.`, covers };
}

/** What a coupon gives, in words: `10% off`, `€5 off`, `Free delivery`. */
export function offerWords({ kind, value }: Pick<Offer, "kind" | "value">, currency: string): string {
  if (kind === "free_shipping") return say("Free delivery");
  return say("{amount} off", { amount: kind === "percent" ? percentWords(value) : moneyWords(value, currency) });
}

function reasonAgainst(offer: Offer | null, { subtotal, delivery, currency, now }: Basket, covers: boolean[]) {
  const no = (state: CouponState, message: string) => ({ state, message });
  if (!offer?.is_active || (offer.starts_at && new Date(offer.starts_at) > now))
    return no("invalid", say("This coupon can't be used now."));
  if (offer.ends_at && new Date(offer.ends_at) <= now) return no("expired", say("This coupon has run out."));
  if (offer.max_uses !== null && offer.used >= offer.max_uses)
    return no("used_up", say("This coupon has been used as often as it can be."));
  if (offer.max_per_user !== null && offer.mine >= offer.max_per_user)
    return no("used_up", say("You have used this coupon already."));
  if (!covers.includes(true)) return no("not_for_these", say("This coupon is not for anything in your cart."));
  const missing = (offer.min_subtotal_amount ?? 0) - subtotal;
  if (missing > 0)
    return no(
      "min_not_met",
      say("Add goods for {amount} more to use this coupon.", { amount: moneyWords(missing, currency) }),
    );
  if (offer.kind !== "free_shipping") return undefined;
  if (delivery === null) return no("not_for_these", say("Nothing here needs delivery: this coupon saves nothing."));
  if (delivery === 0) return no("not_needed", say("Delivery can be had free already: this coupon saves nothing."));
  return undefined;
}

/** A coupon limited to nothing is for everything; one with several limits is for what any of them names. */
function isFor({ scope }: Offer, goods: Goods): boolean {
  const { categories, products, tags, types } = scope;
  if (categories.length + products.length + tags.length + types.length === 0) return true;
  return (
    products.includes(goods.product_id) ||
    types.includes(goods.product_type_id) ||
    goods.category_ids.some((id) => categories.includes(id)) ||
    goods.tag_ids.some((id) => tags.includes(id))
  );
}
