import { retainCouponUse, reclaimCouponUse, releaseCouponUse } from "#server/coupons/coupons.ts";
import { returnGiftCards, spendAgain } from "#server/gift-cards/gift-cards.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { writeCardShare } from "#server/orders/status/transitions.sql.ts";
import { note, system } from "#server/orders/status/transitions.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { tryOut } from "./savepoint.sql.ts";

/** Has the coupon of a locked order that was sold and is cancelled stay spent where the shop is set so, and says so. */
export async function keepCouponSpent(app: App, tx: Tx, order: OrderHead) {
  const { coupon_back_on_cancel: goesBack } = await getCachedSettings(app);
  if (goesBack || !(await retainCouponUse(tx, order.id))) return;
  await note(app, tx, order, system, { type: "coupon_kept", text: kept, isPublic: true });
}
const kept = text("The coupon of this order counts as used.");

/** Gives the coupon and the gift cards of a locked order back that came to nothing; doing it again changes nothing. */
export async function givePerksBack(tx: Tx, orderId: string) {
  await releaseCouponUse(tx, orderId);
  await returnGiftCards(tx, orderId);
}

type Carded = Pick<OrderHead, "id" | "gift_card_amount">;

/** Takes them once more for an order that lives again; false, and none is touched, when what was on a gift card has been spent meanwhile. */
export async function takePerksAgain(tx: Tx, order: Carded): Promise<boolean> {
  if (!(await cardsPay(tx, order.id, order.gift_card_amount))) return false;
  await reclaimCouponUse(tx, order.id);
  return true;
}

/** Has an order that lives again go on without its gift cards, which can't pay it: what they had paid is owed. Its coupon's use is taken again. */
export async function goOnWithoutCards<T extends Carded>(tx: Tx, order: T): Promise<T> {
  await reclaimCouponUse(tx, order.id);
  return { ...order, ...(await writeCardShare(tx, order.id)) };
}

/** The same once more, unless all that its cards had paid is still owed and on them again: then they pay it. */
export async function pickUpCards<T extends Carded>(tx: Tx, order: T, owing: number): Promise<T> {
  await cardsPay(tx, order.id, owing);
  return goOnWithoutCards(tx, order);
}

/** Takes what the cards of an order had paid from all of them or from none; of one that they are to pay nothing of, nothing. */
const cardsPay = async (tx: Tx, orderId: string, most: number): Promise<boolean> =>
  most === 0 ||
  tryOut(
    tx,
    () => spendAgain(tx, orderId, most),
    (taken) => taken,
  );
