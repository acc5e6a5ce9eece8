import { v7 } from "uuid";
import type { Cart, CouponState } from "#contract/cart.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { codeOf, findOffer } from "#server/coupons/coupons.ts";
import { giftCardOf } from "#server/gift-cards/gift-cards.ts";
import type { App } from "#server/platform/app.ts";
import { admitGuess } from "#server/platform/http/rate-limit.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { insertCart, type KeptCart, type Owner } from "./cart.sql.ts";
import { tellWindows } from "./news.ts";
import { activeCart } from "./owner.ts";
import { removeCard, writeCard, writeCoupon } from "./perks.sql.ts";
import { shownCart } from "./pricing.ts";

/**
 * Puts a coupon into the cart in place of the one before, and shows the cart. Throws, with the cart as it stays beside,
 * `coupon_unknown`, `coupon_expired`, `coupon_used_up`, `coupon_min_not_met` or `coupon_not_for_these`.
 */
export async function applyCoupon(app: App, owner: Owner, typed: unknown, address: string): Promise<Cart> {
  const cart = await cartToChange(app, owner);
  const wasWrong = await admitGuess(app.db, address);
  const code = codeOf(typed);
  const offer = code ? await findOffer(app.db, code, "userId" in owner ? owner.userId : null) : null;
  const tried = await shownCart(app, { ...cart, coupon_code: code ?? "", offer });
  const { state, message } = tried.coupon ?? { state: "invalid", message: "" };
  // The cart's estimate is for one country: where the order goes delivery may cost. It drives no other coupon out, though.
  const mayRest = state === "not_needed" && (cart.coupon_code === null || cart.coupon_code === code);
  if (!code || (state !== "applied" && !mayRest)) {
    if (!offer) await wasWrong();
    const said = state === "invalid" ? {} : { message };
    throw new Problem(refusals[state], { ...said, details: { cart: await shownCart(app, cart) } });
  }
  return changed(app, owner, tried, await writeCoupon(app.db, cart.id, code));
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
export async function withCoupon(app: App, userId: number, code: string): Promise<Cart> {
  const owner = { userId };
  const cart = await activeCart(app.db, owner);
  if (!cart || cart.coupon_code !== null) return shownCart(app, cart);
  const tried = await shownCart(app, { ...cart, coupon_code: code, offer: await findOffer(app.db, code, userId) });
  if (tried.coupon?.state !== "applied") return shownCart(app, cart);
  return changed(app, owner, tried, await writeCoupon(app.db, cart.id, code));
}

/** Takes the coupon out of the cart and shows it; one without stays as it is. */
export async function dropCoupon(app: App, owner: Owner): Promise<Cart> {
  const cart = await activeCart(app.db, owner);
  if (!cart || cart.coupon_code === null) return shownCart(app, cart);
  const without = await shownCart(app, { ...cart, coupon_code: null, offer: null });
  return changed(app, owner, without, await writeCoupon(app.db, cart.id, null));
}

/** Puts a gift card into the cart and shows it. Throws `gift_card_unknown` or `gift_card_empty` with the cart beside. */
export async function addCard(app: App, owner: Owner, typed: unknown, address: string): Promise<Cart> {
  const cart = await cartToChange(app, owner);
  const wasWrong = await admitGuess(app.db, address);
  const cardId = await giftCardOf(app.db, typed, app.now()).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "gift_card_unknown") await wasWrong();
    throw new Problem(error.code, { message: error.message, details: { cart: await shownCart(app, cart) } });
  });
  await writeCard(app.db, cart.id, cardId);
  return read(app, owner);
}

/** Takes a gift card out of the cart and shows it; one that is not in it is out already. */
export async function dropCard(app: App, owner: Owner, cardId: number): Promise<Cart> {
  const cart = await activeCart(app.db, owner);
  if (cart) await removeCard(app.db, cart.id, cardId);
  return read(app, owner);
}

async function cartToChange(app: App, owner: Owner): Promise<KeptCart> {
  const cart = (await activeCart(app.db, owner)) ?? (await insertCart(app.db, v7(), owner));
  if (!cart) throw new Problem("busy", { retryAfter: 1 });
  return cart;
}

/** The cart as it was worked out with the change, now that the change is written; ordered meanwhile, it is another. */
function changed(app: App, owner: Owner, shown: Cart, version: number | undefined): Cart {
  if (version === undefined) throw new Problem("busy", { retryAfter: 1 });
  tellWindows(app, owner, shown.quantity);
  return { ...shown, version };
}

async function read(app: App, owner: Owner): Promise<Cart> {
  const shown = await shownCart(app, await activeCart(app.db, owner));
  tellWindows(app, owner, shown.quantity);
  return shown;
}
