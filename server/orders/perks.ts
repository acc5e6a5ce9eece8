import { redeemAgain, releaseCoupon } from "#server/coupons/coupons.ts";
import { returnGiftCards, spendAgain } from "#server/gift-cards/gift-cards.ts";
import type { Tx } from "#server/platform/db.ts";

/** Gives the coupon and the gift cards of a locked order back that came to nothing; doing it again changes nothing. */
export async function givePerksBack(tx: Tx, orderId: string) {
  await releaseCoupon(tx, orderId);
  await returnGiftCards(tx, orderId);
}

/** Takes them once more for an order that lives again; false when what was on a gift card has been spent meanwhile. */
export async function takePerksAgain(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  if (!(await spendAgain(tx, orderId, now))) return false;
  await redeemAgain(tx, orderId);
  return true;
}
