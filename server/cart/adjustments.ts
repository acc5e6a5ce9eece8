import { v7 } from "uuid";
import type { Cart, CouponState } from "#contract/cart.ts";
import type { ProblemCode } from "#contract/problems.ts";
import { findCustomerCoupon, normalizeCouponCode } from "#server/coupons/coupons.ts";
import { getGiftCardId } from "#server/gift-cards/gift-cards.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { limitGuesses } from "#server/platform/http/rate-limit.ts";
import { addGiftCardId, removeGiftCardId, updateCoupon } from "./adjustments.sql.ts";
import { insertCart, type Owner, type StoredCart } from "./cart.sql.ts";
import { publishQuantity } from "./live-updates.ts";
import { findActiveCart } from "./owner.ts";
import { presentCart } from "./present-cart.ts";

/**
 * Applies a coupon, replacing the current one. Throws `coupon_unknown`, `coupon_expired`, `coupon_used_up`,
 * `coupon_needs_confirmed_email`, `coupon_min_not_met` or `coupon_not_for_these`, with the unchanged cart in `details`.
 */
export async function applyCoupon(app: App, owner: Owner, input: unknown, address: string): Promise<Cart> {
  const cart = await findOrCreateCart(app, owner);
  const code = normalizeCouponCode(input);
  const coupon = code ? await findCustomerCoupon(app.db, code, "userId" in owner ? owner.userId : null) : null;
  await limitGuesses(app.db, address, { isRight: Boolean(coupon) });
  const preview = await presentCart(app, { ...cart, coupon_code: code ?? "", coupon });
  const { state, message } = preview.coupon ?? { state: "invalid", message: "" };
  // The estimate is for one destination only: the coupon may still reduce shipping elsewhere. It never replaces
  // another coupon, though.
  const canStayUnapplied = state === "not_needed" && (cart.coupon_code === null || cart.coupon_code === code);
  if (!code || (state !== "applied" && !canStayUnapplied)) {
    const reason = state === "invalid" ? {} : { message };
    throw new Problem(problemByState[state], { ...reason, details: { cart: await presentCart(app, cart) } });
  }
  return publishCart(app, owner, preview, await updateCoupon(app.db, cart.id, code));
}

const problemByState: Record<CouponState, ProblemCode> = {
  applied: "coupon_unknown",
  invalid: "coupon_unknown",
  expired: "coupon_expired",
  used_up: "coupon_used_up",
  needs_confirmed_email: "coupon_needs_confirmed_email",
  min_not_met: "coupon_min_not_met",
  not_for_these: "coupon_not_for_these",
  not_needed: "coupon_not_for_these",
};

/** Applies the coupon if it is valid for the customer's cart and no other coupon is applied. */
export async function applyCouponIfUnused(app: App, userId: number, code: string): Promise<Cart> {
  const owner = { userId };
  const cart = await findActiveCart(app.db, owner);
  if (!cart || cart.coupon_code !== null) return presentCart(app, cart);
  const preview = await presentCart(app, {
    ...cart,
    coupon_code: code,
    coupon: await findCustomerCoupon(app.db, code, userId),
  });
  if (preview.coupon?.state !== "applied") return presentCart(app, cart);
  return publishCart(app, owner, preview, await updateCoupon(app.db, cart.id, code));
}

export async function removeCoupon(app: App, owner: Owner): Promise<Cart> {
  const cart = await findActiveCart(app.db, owner);
  if (!cart || cart.coupon_code === null) return presentCart(app, cart);
  const without = await presentCart(app, { ...cart, coupon_code: null, coupon: null });
  return publishCart(app, owner, without, await updateCoupon(app.db, cart.id, null));
}

/** Adds a gift card. Throws `gift_card_unknown` or `gift_card_empty` with the cart in `details`. */
export async function addGiftCard(app: App, owner: Owner, input: unknown, address: string): Promise<Cart> {
  const cart = await findOrCreateCart(app, owner);
  const cardId = await getGiftCardId(app.db, input, app.now()).catch(async (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    await limitGuesses(app.db, address, { isRight: error.code !== "gift_card_unknown" });
    throw new Problem(error.code, { message: error.message, details: { cart: await presentCart(app, cart) } });
  });
  await limitGuesses(app.db, address, { isRight: true });
  await addGiftCardId(app.db, cart.id, cardId);
  return getCartAndPublish(app, owner);
}

/** Removes a gift card. Idempotent. */
export async function removeGiftCard(app: App, owner: Owner, cardId: number): Promise<Cart> {
  const cart = await findActiveCart(app.db, owner);
  if (cart) await removeGiftCardId(app.db, cart.id, cardId);
  return getCartAndPublish(app, owner);
}

/** The active cart of the owner, created if a customer has none. */
export async function findOrCreateCart(app: App, owner: Owner): Promise<StoredCart> {
  const cart = (await findActiveCart(app.db, owner)) ?? (await insertCart(app.db, v7(), owner));
  if (!cart) throw new Problem("busy", { retryAfter: 1 });
  return cart;
}

/** Returns the cart priced with the change, once it is stored. Throws `busy` if the cart was ordered meanwhile. */
function publishCart(app: App, owner: Owner, shown: Cart, version: number | undefined): Cart {
  if (version === undefined) throw new Problem("busy", { retryAfter: 1 });
  publishQuantity(app, owner, shown.quantity);
  return { ...shown, version };
}

async function getCartAndPublish(app: App, owner: Owner): Promise<Cart> {
  const shown = await presentCart(app, await findActiveCart(app.db, owner));
  publishQuantity(app, owner, shown.quantity);
  return shown;
}
