import { reclaimCouponUse, releaseCouponUse, retainCouponUse } from "#server/coupons/coupons.ts";
import { returnAllToGiftCards, spendGiftCardsAgain } from "#server/gift-cards/gift-cards.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { addTimelineEvent, system } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inSavepoint } from "#server/platform/database/transaction.ts";
import { getSettings } from "#server/shop/shop.ts";

/** Retains the coupon use of a cancelled order if the settings say so, with a timeline event. */
export async function retainCoupon(app: App, tx: Tx, order: OrderHead) {
  const { coupon_back_on_cancel: goesBack } = await getSettings(tx);
  if (goesBack || !(await retainCouponUse(tx, order.id))) return;
  await addTimelineEvent(app, tx, order, system, { type: "coupon_retained", data: {} });
}

/** Releases the coupon use of an order that ends, and refunds its gift cards. Idempotent. */
export async function releaseAdjustments(app: App, tx: Tx, order: OrderHead) {
  await releaseCouponUse(tx, order.id);
  const { amount, entry } = await returnAllToGiftCards(tx, order.id);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, order.id, [{ kind: "gift_card_refund", amount, cause }], { actor: system, at: app.now() });
}

/**
 * Redeems the coupon and the gift cards of a reopened order again; false, and nothing is changed, if a gift card has not
 * enough balance. `isCharged`: whether the amount of the cards is charged already.
 */
export async function takeAdjustmentsAgain(app: App, tx: Tx, order: OrderHead, { isCharged }: { isCharged: boolean }) {
  const spent = await spendInSavepoint(tx, order.id, order.gift_card_amount);
  if (spent === undefined) return false;
  const [amount, cause] = [-spent.amount, `gift_card_entry:${spent.entry}`];
  const entries = [
    { kind: "gift_card_refund" as const, amount, cause },
    ...(isCharged ? [] : [{ kind: "credit" as const, amount, cause }]),
  ];
  await insertEntries(tx, order.id, entries, { actor: system, at: app.now() });
  await reclaimCouponUse(tx, order.id);
  return true;
}

/** Redeems the coupon of a reopened order again, but not its gift cards: their amount is outstanding. */
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

/** Spends the gift cards of an order reopened without them, unless they paid more than is outstanding. */
export async function retryGiftCards(app: App, tx: Tx, order: OrderHead, outstanding: number) {
  const { amount, entry } = (await spendInSavepoint(tx, order.id, outstanding)) ?? notSpent;
  await reclaimCouponUse(tx, order.id);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, order.id, [{ kind: "gift_card", amount, cause }], { actor: system, at: app.now() });
}

const notSpent = { amount: 0, entry: null };

/** Spends the gift cards of an order again; undefined, and nothing is spent, if one has not enough balance. */
const spendInSavepoint = async (tx: Tx, orderId: string, most: number) =>
  most === 0
    ? notSpent
    : inSavepoint(
        tx,
        () => spendGiftCardsAgain(tx, orderId, most),
        (spent) => spent !== undefined,
      );
