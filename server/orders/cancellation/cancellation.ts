import { orderCan } from "#contract/orders/order-moves.ts";
import { restoreLines } from "#server/cart/cart.ts";
import { markAllDelivered } from "#server/orders/fulfilment/fulfilment.sql.ts";
import { countGoods } from "#server/orders/fulfilment/fulfilment.ts";
import { creditRest } from "#server/orders/ledger/credits.ts";
import {
  deliveryUnknown,
  findCart,
  listLines,
  listOverdue,
  listSilent,
  lockOrder,
  type OrderHead,
} from "#server/orders/orders.sql.ts";
import { alertBlockedGiftCards } from "#server/orders/refunds/refund-notices.ts";
import { completeIfDone } from "#server/orders/settlement/completion.ts";
import { keepCouponSpent, releaseAdjustments } from "#server/orders/settlement/coupon-and-gift-cards.ts";
import { updateMoneyOf } from "#server/orders/settlement/money.ts";
import { type Actor, extendHold } from "#server/orders/status/transitions.sql.ts";
import { move, newsOf, note, system } from "#server/orders/status/transitions.ts";
import { askAfterOrder, endPayments, latestPayment, paymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { releaseOrderStock } from "#server/stock/stock.ts";
import { text } from "#words/say.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Ends an order whose time to be paid runs out. */
    "orders.expire": { orderId: string };
  }
}

/** Cancels an order nothing of which was shipped: stock and money go back, an unpaid order's items into the cart. */
export async function cancelOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { actor, ownerId, reason }: { actor: Actor; ownerId: number | null; reason?: string | undefined },
) {
  const order = assertFound(await lockOrder(tx, orderId, ownerId));
  if (!orderCan.cancel(order, actor.type === "admin" ? "admin" : "customer")) throw new Problem("order_state");
  const isUnpaid = order.status === "pending_payment";
  const cancelled = await move(app, tx, order, "cancel", { actor, reason });
  if (order.confirmed_at !== null) await keepCouponSpent(app, tx, cancelled);
  const amount = await releaseOrder(app, tx, cancelled, { actor, isUnpaid });
  await updateMoneyOf(app, tx, order.id);
  const what = { kind: "rest" as const, amount };
  const credit = { cause: `ended:${cancelled.version}`, reason: text("Order cancelled"), what };
  if (!isUnpaid) await app.events.emit(tx, "order.credited", { ...newsOf(order), credit });
}

const graceMinutes = 10;
/** How long a provider may be silent about an attempt, or about what became of it, before its goods are sold to others. */
const patienceMinutes = 60;

/**
 * Ends an unpaid order whose time is over. While a payment is being worked on it gets more time; while its provider does
 * not answer it is left to the next round.
 */
async function expireOrder(app: App, tx: Tx, orderId: string, isAnswered: boolean) {
  const order = await lockOrder(tx, orderId);
  const now = app.now();
  if (order?.status !== "pending_payment" || !order.expires_at || new Date(order.expires_at) > now) return;
  const funds = await paymentFunds(tx, orderId);
  const unanswered = funds.unanswered_since === null ? undefined : new Date(funds.unanswered_since).getTime();
  const isAsked = unanswered !== undefined && now.getTime() - unanswered < patienceMinutes * 60_000;
  if (funds.is_processing || isAsked || funds.authorized > 0) {
    await extendHold(tx, orderId, new Date(now.getTime() + graceMinutes * 60_000));
    return;
  }
  // It may have been paid at the last moment, which the provider has yet to say.
  if (!isAnswered && now.getTime() - new Date(order.expires_at).getTime() < patienceMinutes * 60_000) return;
  const last = await latestPayment(tx, orderId);
  const expired = await move(app, tx, order, "expire", { actor: system });
  await releaseOrder(app, tx, expired, { actor: system, isUnpaid: true });
  await app.events.emit(tx, "order.expired", { ...newsOf(order), provider: last?.provider ?? null });
}

/**
 * Releases what an order that ended holds: stock, coupon, gift cards, payments, and an unpaid one's items into the cart.
 * Answers what is credited of it.
 */
async function releaseOrder(
  app: App,
  tx: Tx,
  order: OrderHead,
  { actor, isUnpaid }: { actor: Actor; isUnpaid: boolean },
): Promise<number> {
  await releaseOrderStock(app, tx, order.id);
  const credited = await creditRest(app, tx, order, actor);
  await releaseAdjustments(app, tx, order);
  await alertBlockedGiftCards(app, tx, order);
  await endPayments(app, tx, order.id);
  if (isUnpaid && order.user_id !== null)
    await restoreLines(tx, order.user_id, stillKnown(await listLines(tx, order.id)), await findCart(tx, order.id));
  return credited;
}

/** The lines whose variation still exists, as a cart takes them. */
export const stillKnown = (lines: { variation_id: number | null; quantity: number }[]) =>
  lines.flatMap(({ variation_id, quantity }) => (variation_id === null ? [] : [{ variation_id, quantity }]));

const daysUntilArrived = 14;
/** Orders read at once by the jobs below. */
const batchSize = 500;

/** What time does to orders: unpaid ones end, shipped ones nobody heard of again are taken for delivered. */
export function endingJobs(app: App) {
  app.jobs.define("orders.expire", ({ orderId }) => endInTime(app, orderId));
  app.jobs.schedule("orders.expire-overdue", "* * * * *", () => expireOverdue(app));
  app.jobs.schedule("orders.close-silent", "17 3 * * *", () => closeSilent(app));
}

/** Ends every order whose time is over, each in a transaction of its own, and sees to it that those of the next minute end on time. */
export async function expireOverdue(app: App) {
  const now = app.now();
  const overdue = await listOverdue(app.db, new Date(now.getTime() + 60_000), batchSize);
  if (overdue.length === batchSize)
    app.log.warn({ batchSize }, "as many orders expire as are ended in a minute: others follow");
  for (const { id, expires_at } of overdue) {
    const end = new Date(expires_at);
    // A job for each order when it is placed would cost all orders what only the unpaid ones need.
    if (end > now)
      await app.jobs.add(app.db, "orders.expire", { orderId: id }, { runAt: end, key: `orders.expire:${id}` });
    else await endInTime(app, id).catch((error: unknown) => standsStill(app, id, error));
  }
}

/** One order that can't be ended keeps no other from it; the next minute tries it again. */
const standsStill = (app: App, orderId: string, error: unknown) =>
  app.log.error({ err: error, orderId }, "an order could not be ended");

/** Ends an order whose time is over, after asking the provider of its payment whether it was paid at the last moment. */
async function endInTime(app: App, orderId: string) {
  const isAnswered = await askAfterOrder(app, orderId);
  await inTransaction(app.db, (tx) => expireOrder(app, tx, orderId, isAnswered));
}

/** Takes orders shipped two weeks ago for delivered; where money is still to be taken on arrival somebody must say that it came. */
export async function closeSilent(app: App, batch = batchSize) {
  const before = new Date(app.now().getTime() - daysUntilArrived * 86_400_000);
  // A closed order is not listed again.
  for (let ids = await listSilent(app.db, before, batch); ids.length > 0; ) {
    for (const id of ids) await inTransaction(app.db, (tx) => closeOrder(app, tx, id));
    ids = ids.length < batch ? [] : await listSilent(app.db, before, batch);
  }
}

async function closeOrder(app: App, tx: Tx, id: string) {
  const order = await lockOrder(tx, id);
  if (order?.status !== "processing" || order.fulfilment_status !== "fulfilled") return;
  if (order.payment_status === "authorized") return callAfter(app, tx, order);
  await markAllDelivered(tx, id, app.now());
  await completeIfDone(app, tx, await countGoods(tx, order));
}

/** Cash nobody reported on may have been taken or not: it is never booked on a guess. */
async function callAfter(app: App, tx: Tx, order: OrderHead) {
  const text = "It was shipped two weeks ago, and nobody noted that it arrived or that its money was taken.";
  await note(app, tx, order, system, { type: deliveryUnknown, text, isPublic: false });
  await app.events.emit(tx, "payment.alert_raised", {
    key: `${deliveryUnknown}:${order.id}:${order.version}`,
    orderId: order.id,
    says: `Order ${order.number} was shipped two weeks ago. Note its arrival, which takes its money; if it came back, refund it then.`,
  });
}
