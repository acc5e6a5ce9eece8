import { type BlockedGiftCard, listBlockedGiftCards } from "#server/gift-cards/gift-cards.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { orderEvent } from "#server/orders/status/transitions.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { findEffects } from "./declined-refunds.sql.ts";

/** Emits `order.refunded` for a sent refund, and for what was refunded to gift cards with it. */
export async function notifyRefundSent(
  app: App,
  tx: Tx,
  { orderId, cause, key, amount, byHand }: DomainEvents["payment.refunded"],
) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const { currency } = order;
  await app.events.emit(tx, "order.refunded", {
    ...orderEvent(order),
    cause,
    amount,
    currency,
    onCards: false,
    byHand,
  });
  const onCards = key === null ? 0 : ((await findEffects(tx, orderId, key))?.onCards ?? 0);
  if (key !== null && onCards > 0) await notifyGiftCardRefund(app, tx, order, { key, amount: onCards });
}

/** Emits `order.refunded` for a refund to gift cards, and alerts administrators of cards that can't be used. */
export async function notifyGiftCardRefund(
  app: App,
  tx: Tx,
  order: OrderHead,
  { key, amount }: { key: string; amount: number },
) {
  const { currency } = order;
  const cause = `cards:${key}`;
  await app.events.emit(tx, "order.refunded", {
    ...orderEvent(order),
    cause,
    amount,
    currency,
    onCards: true,
    byHand: false,
  });
  await alertBlockedGiftCards(app, tx, order);
}

/** Alerts administrators, once, of each gift card with a refund of an order that can't be used. */
export async function alertBlockedGiftCards(app: App, tx: Tx, { id, number, gift_card_amount }: OrderHead) {
  if (gift_card_amount === 0) return;
  for (const card of await listBlockedGiftCards(tx, id, app.now())) {
    await app.events.emit(tx, "payment.alert_raised", {
      key: `gift_card:${id}:${card.id}`,
      orderId: id,
      message:
        `A refund for order ${number} went to gift card •••• ${card.last4}, ` +
        `which ${blockedBecause(card)} so that the customer can use it.`,
    });
  }
}

function blockedBecause({ is_expired, is_active }: BlockedGiftCard) {
  if (is_active) return "has expired. Extend it";
  return is_expired ? "has expired and is deactivated. Extend and activate it" : "is deactivated. Activate it";
}
