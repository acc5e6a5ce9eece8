import { v7 } from "uuid";
import type { Cart, CouponState } from "#contract/cart.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { codeOf, findOffer } from "#server/coupons/coupons.ts";
import { giftCardOf } from "#server/gift-cards/gift-cards.ts";
import type { House } from "#server/platform/house.ts";
import { admitGuess } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { insertCart, type KeptCart, type Owner } from "./cart.sql.ts";
import { tellWindows } from "./news.ts";
import { activeCart } from "./owner.ts";
import { removeCard, writeCard, writeCoupon } from "./perks.sql.ts";
import { shownCart } from "./pricing.ts";

/**
 * Puts a coupon into the cart in place of the one before, and shows the cart. Throws, with the cart as it stays beside,
 * `coupon_unknown`, `coupon_expired`, `coupon_used_up`, `coupon_min_not_met` or `coupon_not_for_these`.
 */
export async function applyCoupon(house: House, owner: Owner, typed: unknown, address: string): Promise<Cart> {
  const cart = await cartToChange(house, owner);
  const wasWrong = await admitGuess(house.db, address);
  const code = codeOf(typed);
  const offer = code ? await findOffer(house.db, code, "userId" in owner ? owner.userId : null) : null;
  const tried = await shownCart(house, { ...cart, coupon_code: code ?? "", offer });
  const { state, message } = tried.coupon ?? { state: "invalid", message: "" };
  // The cart's estimate is for one country: where the order goes delivery may cost. It drives no other coupon out, though.
  const mayRest = state === "not_needed" && (cart.coupon_code === null || cart.coupon_code === code);
  if (!code || (state !== "applied" && !mayRest)) {
    if (!offer) await wasWrong();
    const said = state === "invalid" ? {} : { message };
    throw new Refusal(refusals[state], { ...said, beside: { cart: await shownCart(house, cart) } });
  }
  return changed(house, owner, tried, await writeCoupon(house.db, cart.id, code));
}

const refusals: Record<CouponState, ProblemCode> = {
  applied: "coupon_unknown",
  invalid: "coupon_unknown",
  expired: "coupon_expired",
  used_up: "coupon_used_up",
  min_not_met: "coupon_min_not_met",
  not_for_these: "coupon_not_for_these",
  not_needed: "coupon_not_for_these",
};

/** The customer's cart with this coupon, where it is good for what is in it and no other is used already. */
export async function withCoupon(house: House, userId: number, code: string): Promise<Cart> {
  const owner = { userId };
  const cart = await activeCart(house.db, owner);
  if (!cart || cart.coupon_code !== null) return shownCart(house, cart);
  const tried = await shownCart(house, { ...cart, coupon_code: code, offer: await findOffer(house.db, code, userId) });
  if (tried.coupon?.state !== "applied") return shownCart(house, cart);
  return changed(house, owner, tried, await writeCoupon(house.db, cart.id, code));
}

/** Takes the coupon out of the cart and shows it; one without stays as it is. */
export async function dropCoupon(house: House, owner: Owner): Promise<Cart> {
  const cart = await activeCart(house.db, owner);
  if (!cart || cart.coupon_code === null) return shownCart(house, cart);
  const without = await shownCart(house, { ...cart, coupon_code: null, offer: null });
  return changed(house, owner, without, await writeCoupon(house.db, cart.id, null));
}

/** Puts a gift card into the cart and shows it. Throws `gift_card_unknown` or `gift_card_empty` with the cart beside. */
export async function addCard(house: House, owner: Owner, typed: unknown, address: string): Promise<Cart> {
  const cart = await cartToChange(house, owner);
  const wasWrong = await admitGuess(house.db, address);
  const cardId = await giftCardOf(house.db, typed, house.now()).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "gift_card_unknown") await wasWrong();
    throw new Refusal(error.code, { message: error.message, beside: { cart: await shownCart(house, cart) } });
  });
  await writeCard(house.db, cart.id, cardId);
  return read(house, owner);
}

/** Takes a gift card out of the cart and shows it; one that is not in it is out already. */
export async function dropCard(house: House, owner: Owner, cardId: number): Promise<Cart> {
  const cart = await activeCart(house.db, owner);
  if (cart) await removeCard(house.db, cart.id, cardId);
  return read(house, owner);
}

async function cartToChange(house: House, owner: Owner): Promise<KeptCart> {
  const cart = (await activeCart(house.db, owner)) ?? (await insertCart(house.db, v7(), owner));
  if (!cart) throw new Refusal("busy", { retryAfter: 1 });
  return cart;
}

/** The cart as it was worked out with the change, now that the change is written; ordered meanwhile, it is another. */
function changed(house: House, owner: Owner, shown: Cart, version: number | undefined): Cart {
  if (version === undefined) throw new Refusal("busy", { retryAfter: 1 });
  tellWindows(house, owner, shown.quantity);
  return { ...shown, version };
}

async function read(house: House, owner: Owner): Promise<Cart> {
  const shown = await shownCart(house, await activeCart(house.db, owner));
  tellWindows(house, owner, shown.quantity);
  return shown;
}
