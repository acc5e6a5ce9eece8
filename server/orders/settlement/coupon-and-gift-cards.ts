import { reclaimCouponUse, releaseCouponUse, retainCouponUse } from "#server/coupons/coupons.ts";
import { returnGiftCards, spendAgain } from "#server/gift-cards/gift-cards.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { note, system } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { inSavepoint } from "./savepoint.sql.ts";

// Coupon and gift cards of an order: what they take and give back when it ends or is reopened.

/** Has the coupon of a locked order that was sold and is cancelled stay spent where the shop is set so, and says so. */
export async function keepCouponSpent(app: App, tx: Tx, order: OrderHead) {
  const { coupon_back_on_cancel: goesBack } = await getCachedSettings(app);
  if (goesBack || !(await retainCouponUse(tx, order.id))) return;
  await note(app, tx, order, system, { type: "coupon_kept", text: kept, isPublic: true });
}
const kept = text("The coupon used for this order remains redeemed.");

/** Releases the coupon of a locked order that ends, and refunds its gift cards; doing it again changes nothing. */
export async function releaseAdjustments(app: App, tx: Tx, order: OrderHead) {
  await releaseCouponUse(tx, order.id);
  const { amount, entry } = await returnGiftCards(tx, order.id);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, order.id, [{ kind: "gift_card_refund", amount, cause }], { actor: system, at: app.now() });
}

/**
 * Takes coupon and gift cards again for an order that had ended; false, and none is touched, when what was on a gift card
 * is spent. `isCharged` says whether what the cards had paid is owed already.
 */
export async function takeAdjustmentsAgain(
  app: App,
  tx: Tx,
  order: OrderHead,
  { isCharged }: { isCharged: boolean },
): Promise<boolean> {
  const taken = await spend(tx, order.id, order.gift_card_amount);
  if (taken === undefined) return false;
  const [amount, cause] = [-taken.amount, `gift_card_entry:${taken.entry}`];
  const entries = [
    { kind: "gift_card_refund" as const, amount, cause },
    ...(isCharged ? [] : [{ kind: "credit" as const, amount, cause }]),
  ];
  await insertEntries(tx, order.id, entries, { actor: system, at: app.now() });
  await reclaimCouponUse(tx, order.id);
  return true;
}

/** Has a reopened order go on without its gift cards, which can't pay it: what they had paid is owed. Its coupon is used again. */
export async function withdrawGiftCards(app: App, tx: Tx, order: OrderHead, { isCharged }: { isCharged: boolean }) {
  await reclaimCouponUse(tx, order.id);
  const back = order.gift_card_refunded_amount;
  const cause = `withdrawn:${order.version}`;
  const entries = [
    { kind: "gift_card" as const, amount: -back, cause },
    { kind: "gift_card_refund" as const, amount: -back, cause },
    ...(isCharged ? [] : [{ kind: "credit" as const, amount: -back, cause }]),
  ];
  await insertEntries(tx, order.id, entries, { actor: system, at: app.now() });
}

/** Has the gift cards of an order that was reopened without them pay it after all, unless more was on them than `outstanding`. */
export async function retryGiftCards(app: App, tx: Tx, order: OrderHead, outstanding: number) {
  const { amount, entry } = (await spend(tx, order.id, outstanding)) ?? nothing;
  await reclaimCouponUse(tx, order.id);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, order.id, [{ kind: "gift_card", amount, cause }], { actor: system, at: app.now() });
}

const nothing = { amount: 0, entry: null };

/** Takes what the cards of an order had paid from all of them; undefined, and nothing is taken, where one has not enough. */
const spend = async (tx: Tx, orderId: string, most: number) =>
  most === 0
    ? nothing
    : inSavepoint(
        tx,
        () => spendAgain(tx, orderId, most),
        (taken) => taken !== undefined,
      );
