import { orderCan } from "#contract/orders/order-transitions.ts";
import { isSentByHand } from "#contract/payments.ts";
import { restoreLines } from "#server/cart/cart.ts";
import { markAllDelivered } from "#server/orders/fulfilment/fulfilment.sql.ts";
import { updateFulfilmentStatus } from "#server/orders/fulfilment/fulfilment.ts";
import { capturedFunds } from "#server/orders/ledger/balance.ts";
import { creditRest } from "#server/orders/ledger/credits.ts";
import {
  deliveryUnconfirmed,
  findCart,
  listLines,
  listOverdue,
  listUnconfirmedDeliveries,
  lockOrder,
  type OrderHead,
} from "#server/orders/orders.sql.ts";
import { alertBlockedGiftCards } from "#server/orders/refunds/refund-notices.ts";
import { releaseAdjustments, retainCoupon } from "#server/orders/settlement/coupon-and-gift-cards.ts";
import { completeIfDone, refreshPaymentStatus } from "#server/orders/settlement/payment-status.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { extendExpiry } from "#server/orders/status/transitions.sql.ts";
import {
  addTimelineEvent,
  type CancellationRefund,
  changeStatus,
  orderEvent,
  system,
} from "#server/orders/status/transitions.ts";
import {
  cancelPayments,
  findFunds,
  findLatestPayment,
  listPayments,
  type PaymentFunds,
  type PaymentRow,
  refundableOf,
  syncOrderPayments,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { releaseOrderStock } from "#server/stock/stock.ts";
import { text } from "#words/say.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Expires an unpaid order at its time. */
    "orders.expire": { orderId: string };
  }
}

interface CancelOptions {
  actor: Actor;
  ownerId: number | null;
  reason?: string | undefined;
  /** Only if its items return to the cart. */
  toCart?: boolean;
  /** Whether its customer withdraws from the contract, which they can as long as staff can cancel. */
  isWithdrawal?: boolean;
}

/** Cancels an unshipped order: releases its stock, refunds it, and restores an unpaid order's items to the cart. */
export async function cancelOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { actor, ownerId, reason, toCart = false, isWithdrawal = false }: CancelOptions,
) {
  const order = assertFound(await lockOrder(tx, orderId, ownerId));
  if (!orderCan.cancel(order, actor.type === "admin" || isWithdrawal ? "admin" : "customer"))
    throw new Problem("order_state");
  const isUnpaid = order.status === "pending_payment";
  if (toCart && !(isUnpaid && order.from_cart)) throw new Problem("order_state");
  // By staff it is a cancellation that its customer doesn't know of.
  const isEdit = toCart && actor.type === "customer";
  const refund = cancellationRefund(order, await findFunds(tx, orderId), await listPayments(tx, orderId));
  const cancelled = await changeStatus(app, tx, order, "cancel", {
    actor,
    reason,
    refund,
    ...(isEdit ? ({ toEdit: true, event: { type: "cancelled", data: { to_edit: true } } } as const) : {}),
  });
  if (order.confirmed_at !== null) await retainCoupon(app, tx, cancelled);
  const amount = await releaseEndedOrder(app, tx, cancelled, { actor, isUnpaid });
  await refreshPaymentStatus(app, tx, order.id);
  const what = { kind: "rest" as const, amount };
  const credit = { cause: `ended:${cancelled.version}`, reason: text("Order cancelled"), what };
  if (!isUnpaid) await app.events.emit(tx, "order.credited", { ...orderEvent(order), credit });
}

/** What a cancellation refunds: not what was refunded before, is being refunded, or is disputed. */
const cancellationRefund = (order: OrderHead, funds: PaymentFunds, payments: PaymentRow[]): CancellationRefund => ({
  payments: Math.max(0, capturedFunds(order, funds) + funds.cancelled_funds - funds.disputed_funds),
  giftCards: order.gift_card_amount - order.gift_card_refunded_amount,
  byHand: payments.some(
    (payment) => payment.captured_amount > 0 && isSentByHand(payment.provider) && refundableOf(payment, 0) > 0,
  ),
});

const graceMinutes = 10;
/** How long an order waits for a payment provider that does not answer. */
const providerTimeoutMinutes = 60;

/** Expires an unpaid order at its time. A payment in processing extends it; without an answer of the provider it waits. */
async function expireOrder(app: App, tx: Tx, orderId: string, isAnswered: boolean) {
  const order = await lockOrder(tx, orderId);
  const now = app.now();
  if (order?.status !== "pending_payment" || !order.expires_at || new Date(order.expires_at) > now) return;
  const funds = await findFunds(tx, orderId);
  const unanswered = funds.unanswered_since === null ? undefined : new Date(funds.unanswered_since).getTime();
  const isBeginning = unanswered !== undefined && now.getTime() - unanswered < providerTimeoutMinutes * 60_000;
  if (funds.is_processing || isBeginning || funds.authorized > 0) {
    await extendExpiry(tx, orderId, new Date(now.getTime() + graceMinutes * 60_000));
    return;
  }
  // It may have been paid at the last moment.
  if (!isAnswered && now.getTime() - new Date(order.expires_at).getTime() < providerTimeoutMinutes * 60_000) return;
  const last = await findLatestPayment(tx, orderId);
  const event = { type: "expired", data: { to_cart: order.from_cart } } as const;
  const expired = await changeStatus(app, tx, order, "expire", { actor: system, event });
  await releaseEndedOrder(app, tx, expired, { actor: system, isUnpaid: true });
  await app.events.emit(tx, "order.expired", { ...orderEvent(order), provider: last?.provider ?? null });
}

/** Releases stock, coupon, gift cards and payments of an order that ends. Returns the credited amount. */
async function releaseEndedOrder(
  app: App,
  tx: Tx,
  order: OrderHead,
  { actor, isUnpaid }: { actor: Actor; isUnpaid: boolean },
): Promise<number> {
  await releaseOrderStock(app, tx, order.id);
  const credited = await creditRest(app, tx, order, actor);
  await releaseAdjustments(app, tx, order);
  await alertBlockedGiftCards(app, tx, order);
  await cancelPayments(app, tx, order.id);
  if (isUnpaid) await restoreToCart(tx, order);
  return credited;
}

/** Puts the items of an unpaid order back into the cart it came from: not those of an order that staff placed. */
async function restoreToCart(tx: Tx, { id, user_id }: OrderHead) {
  const cart = await findCart(tx, id);
  if (user_id !== null && cart !== null)
    await restoreLines(tx, user_id, linesStillKnown(await listLines(tx, id)), cart);
}

/** The lines whose variation still exists, as a cart takes them. */
export const linesStillKnown = (lines: { variation_id: number | null; quantity: number }[]) =>
  lines.flatMap(({ variation_id, quantity }) => (variation_id === null ? [] : [{ variation_id, quantity }]));

const deliveredAfterDays = 14;
/** Orders read at once by the jobs below. */
const batchSize = 500;

/** The jobs that expire unpaid orders and mark orders shipped long ago as delivered. */
export function registerExpiryJobs(app: App) {
  app.jobs.define("orders.expire", ({ orderId }) => checkAndExpire(app, orderId));
  app.jobs.schedule("orders.expire-overdue", "* * * * *", () => expireOverdue(app));
  app.jobs.schedule("orders.complete-unconfirmed", "17 3 * * *", () => completeUnconfirmed(app));
}

/** Expires overdue orders, each in its own transaction, and schedules those that expire within the next minute. */
export async function expireOverdue(app: App, batch = batchSize) {
  const until = new Date(app.now().getTime() + 60_000);
  // From the one after the last: some are extended or fail, and stay overdue.
  for (let overdue = await listOverdue(app.db, until, { limit: batch }); overdue.length > 0; ) {
    for (const order of overdue) await expireOrSchedule(app, order);
    overdue = overdue.length < batch ? [] : await listOverdue(app.db, until, { last: overdue.at(-1), limit: batch });
  }
}

async function expireOrSchedule(app: App, { id, expires_at }: { id: string; expires_at: string }) {
  const end = new Date(expires_at);
  // Scheduled here and not at placement, because most orders are paid before.
  if (end > app.now())
    await app.jobs.add(app.db, "orders.expire", { orderId: id }, { runAt: end, key: `orders.expire:${id}` });
  else await checkAndExpire(app, id).catch((error: unknown) => logFailedExpiry(app, id, error));
}

/** A failed expiry does not stop the others; the next minute retries it. */
const logFailedExpiry = (app: App, orderId: string, error: unknown) =>
  app.log.error({ err: error, orderId }, "an order could not be expired");

/** Expires an order after retrieving its payments, one of which may have succeeded at the last moment. */
async function checkAndExpire(app: App, orderId: string) {
  const isAnswered = await syncOrderPayments(app, orderId);
  await inTransaction(app.db, (tx) => expireOrder(app, tx, orderId, isAnswered));
}

/** Marks orders shipped two weeks ago as delivered, except with cash on delivery, which a person has to confirm. */
export async function completeUnconfirmed(app: App, batch = batchSize) {
  const before = new Date(app.now().getTime() - deliveredAfterDays * 86_400_000);
  // A completed order is not listed again.
  for (let ids = await listUnconfirmedDeliveries(app.db, before, batch); ids.length > 0; ) {
    for (const id of ids) await inTransaction(app.db, (tx) => completeUnconfirmedOrder(app, tx, id));
    ids = ids.length < batch ? [] : await listUnconfirmedDeliveries(app.db, before, batch);
  }
}

async function completeUnconfirmedOrder(app: App, tx: Tx, id: string) {
  const order = await lockOrder(tx, id);
  if (order?.status !== "processing" || order.fulfilment_status !== "fulfilled") return;
  if (order.payment_status === "authorized") return alertUnconfirmedDelivery(app, tx, order);
  const shipments = await markAllDelivered(tx, id, app.now());
  // One invitation to review, however many shipments there were.
  const fulfilmentId = Math.max(...shipments);
  if (shipments.length > 0)
    await app.events.emit(tx, "order.delivered", { ...orderEvent(order), fulfilmentId, isWhole: true });
  await completeIfDone(app, tx, await updateFulfilmentStatus(tx, order));
}

async function alertUnconfirmedDelivery(app: App, tx: Tx, order: OrderHead) {
  await addTimelineEvent(app, tx, order, system, { type: deliveryUnconfirmed, data: {} });
  await app.events.emit(tx, "payment.alert_raised", {
    key: `${deliveryUnconfirmed}:${order.id}:${order.version}`,
    orderId: order.id,
    message: `Order ${order.number} was shipped two weeks ago. Mark it as delivered to capture its payment, or refund it if it came back.`,
  });
}
