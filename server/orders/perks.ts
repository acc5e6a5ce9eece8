import { keepCoupon, redeemAgain, releaseCoupon } from "#server/coupons/coupons.ts";
import { returnGiftCards, spendAgain } from "#server/gift-cards/gift-cards.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { keptSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { note, system } from "./moving.ts";
import type { OrderHead } from "./orders.sql.ts";
import { tryOut } from "./savepoint.sql.ts";

/** Has the coupon of a locked order that was sold and is cancelled stay spent where the shop is set so, and says so. */
export async function keepCouponSpent(house: House, tx: Tx, order: OrderHead) {
  const { coupon_back_on_cancel: goesBack } = await keptSettings(house);
  if (goesBack || !(await keepCoupon(tx, order.id))) return;
  await note(house, tx, order, system, { type: "coupon_kept", text: kept, isPublic: true });
}
const kept = text("The coupon of this order counts as used.");

/** Gives the coupon and the gift cards of a locked order back that came to nothing; doing it again changes nothing. */
export async function givePerksBack(tx: Tx, orderId: string) {
  await releaseCoupon(tx, orderId);
  await returnGiftCards(tx, orderId);
}

/** Takes them once more for an order that lives again; false, and none is touched, when what was on a gift card has been spent meanwhile. */
export async function takePerksAgain(tx: Tx, orderId: string): Promise<boolean> {
  const isSpent = await tryOut(
    tx,
    () => spendAgain(tx, orderId),
    (taken) => taken,
  );
  if (!isSpent) return false;
  await redeemAgain(tx, orderId);
  return true;
}
