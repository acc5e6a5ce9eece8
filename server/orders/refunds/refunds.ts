import { orderCan } from "#contract/orders/order-transitions.ts";
import type { Items } from "#contract/orders/orders.ts";
import { splitRefund } from "#contract/orders/refund-split.ts";
import { isToBeSent, type Refund } from "#contract/payments.ts";
import { listDeletedVariations } from "#server/catalogue/catalogue.ts";
import { returnToGiftCards } from "#server/gift-cards/gift-cards.ts";
import { sumByLine, updateFulfilmentStatus } from "#server/orders/fulfilment/fulfilment.ts";
import {
  amountOwed,
  availableFunds,
  creditFor,
  overpaidAmount,
  refundableAmount,
} from "#server/orders/ledger/balance.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { valueUnits } from "#server/orders/ledger/unit-values.ts";
import { returnUnits } from "#server/orders/ledger/units.sql.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { trackedLines } from "#server/orders/settlement/order-stock.ts";
import { completeIfDone, refreshPaymentStatus } from "#server/orders/settlement/payment-status.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { updateVersion } from "#server/orders/status/transitions.sql.ts";
import { addTimelineEvent, system } from "#server/orders/status/transitions.ts";
import type { RefundData } from "#server/orders/timeline/timeline-events.ts";
import {
  createRefund,
  findFunds,
  listPayments,
  markRefundSent,
  roundToPayable,
  sendRefunds,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import type { Idempotency } from "#server/platform/http/idempotency.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { restock } from "#server/stock/stock.ts";
import { insertEffects, type RefundEffects } from "./declined-refunds.sql.ts";
import { askForRefundAccount } from "./refund-account.ts";
import { notifyGiftCardRefund } from "./refund-notices.ts";

export interface OrderRefund {
  items?: Items | undefined;
  amount?: number | undefined;
  restock: boolean;
  reason: string;
}

/** Refunds units of an order, which then count as returned, or an amount. Throws `refund_too_much` above the limit. */
export async function refundOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { refund, actor, key }: { refund: OrderRefund; actor: Actor; key: string },
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.refund({ ...order, refundable: refundableAmount(order) })) throw new Problem("order_state");
  const [lines, items] = [await listLines(tx, orderId), sumByLine(refund.items ?? [])];
  const value = valueUnits(lines, items);
  const amount = refund.amount ?? value.amount;
  // All that was paid can be refunded; what is more goes to gift cards.
  if (amount !== value.amount && amount < (await refundableFunds(tx, order)))
    if ((await payableAmount(app, tx, orderId, amount)) !== amount)
      throw fieldProblem("amount", "unpayable", "The payment provider can't refund this amount. Round it.");
  // What was credited and could not be moved is no overpayment.
  const overpaid = await payableAmount(app, tx, orderId, overpaidAmount(order, await findFunds(tx, orderId)));
  const credit = creditFor(order, overpaid, amount);
  const ref = `${key}:${order.version}`;
  const restocked = await returnItems(app, tx, orderId, { lines, items, restock: refund.restock ? items : [], ref });
  const event = { type: "refund_reason", text: refund.reason, data: {} } as const;
  await addTimelineEvent(app, tx, order, actor, event);
  const cause = await creditOrder(app, tx, order, { key, reason: refund.reason, actor, units: value, amount: credit });
  const kind = items.length > 0 ? ("returned" as const) : ("amount" as const);
  const effects = { kind, items, restocked, ref, cause, returnId: null };
  const funds = { amount, reason: refund.reason, actor, key, effects };
  const paid = await askForRefundAccount(app, tx, order, () => returnFunds(app, tx, orderId, funds));
  if (paid.amount < amount) throw new Problem("refund_too_much");
  await updateAndComplete(app, tx, orderId, paid.refunds);
  const { refunds, onCards } = paid;
  const data: RefundData = {
    items,
    is_captured: await areCaptured(tx, orderId, refunds),
    to_send: refunds.some(isToBeSent),
    on_cards: onCards,
    only_cards: onCards > 0 && refunds.length === 0,
  };
  return { ...paid, data };
}

/** Whether any of the refunds is of money that was taken: of an authorization less is captured instead. */
async function areCaptured(tx: Tx, orderId: string, refunds: Refund[]): Promise<boolean> {
  const payments = await listPayments(tx, orderId);
  const isCaptured = ({ payment_id }: Refund) =>
    payments.some(({ id, captured_amount }) => id === payment_id && captured_amount > 0);
  return refunds.length === 0 || refunds.some(isCaptured);
}

/** Sends refunds and adds a timeline event. Throws `payment_refused` if declined: all is undone. */
export async function sendOrderRefunds(
  app: App,
  orderId: string,
  {
    refunds,
    data,
    actor,
    idempotency,
  }: { refunds: Refund[]; data: RefundData; actor: Actor; idempotency: Idempotency },
) {
  await sendRefunds(app, refunds);
  await idempotency.transaction(app.db, async (tx) =>
    addTimelineEvent(app, tx, assertFound(await lockOrder(tx, orderId)), actor, {
      type: "refund",
      data,
    }),
  );
}

/** Marks a refund that staff send themselves as sent. Throws `refund_sent` if it is not waiting for that. */
export async function markOrderRefundSent(app: App, tx: Tx, orderId: string, refundId: string, actor: Actor) {
  const order = assertFound(await lockOrder(tx, orderId));
  await markRefundSent(app, tx, orderId, refundId);
  await addTimelineEvent(app, tx, order, actor, { type: "refund_sent", data: {} });
}

/**
 * Counts units as returned, restocks tracked ones of `restock` and returns these: not those of deleted variations, which
 * the timeline says. Throws `returns_too_many`.
 */
export async function returnItems(
  app: App,
  tx: Tx,
  orderId: string,
  { lines, items, restock: toRestock, ref }: { lines: LineRow[]; items: Items; restock: Items; ref: string },
) {
  if (items.length === 0) return [];
  if ((await returnUnits(tx, orderId, items)) < items.length) throw new Problem("returns_too_many");
  const tracked = new Map(trackedLines(lines).map((line) => [line.order_line_id, line.variation_id]));
  const wanted = toRestock.flatMap((item) => {
    const variation_id = tracked.get(item.order_item_id);
    return variation_id === undefined ? [] : [{ ...item, variation_id }];
  });
  const deleted = new Set(wanted.length > 0 ? await listDeletedVariations(tx, valuesOf(wanted, "variation_id")) : []);
  const gone = wanted.filter(({ variation_id }) => deleted.has(variation_id));
  if (gone.length > 0) {
    const notRestocked = gone.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }));
    const event = { type: "not_restocked", data: { items: notRestocked } } as const;
    await addTimelineEvent(app, tx, assertFound(await lockOrder(tx, orderId)), system, event);
  }
  const units = wanted
    .filter(({ variation_id }) => !deleted.has(variation_id))
    .map(({ variation_id, quantity }) => ({ variation_id, quantity }));
  await restock(app, tx, units, `${orderId}:${ref}`);
  return units;
}

/** Gives the order a new version, updates its fulfilment status, and completes it unless a refund is pending. */
export async function updateAndComplete(app: App, tx: Tx, orderId: string, refunds: Refund[]) {
  await updateVersion(tx, orderId);
  const order = await updateFulfilmentStatus(tx, assertFound(await lockOrder(tx, orderId)));
  if (!refunds.some(({ status }) => status === "pending")) await completeIfDone(app, tx, order);
}

interface FundsToReturn {
  amount: number;
  reason: string;
  actor: Actor;
  key: string;
  effects: Omit<RefundEffects, "onCards">;
}

/**
 * Refunds up to `amount`: payments and authorizations first, then gift cards. Once per `key`. Returns the refunded amount,
 * how much of it is on gift cards, and the refunds of payments; `effects` are undone if the provider declines the only one.
 */
export async function returnFunds(
  app: App,
  tx: Tx,
  orderId: string,
  { amount, reason, actor, key, effects }: FundsToReturn,
): Promise<{ amount: number; onCards: number; refunds: Refund[] }> {
  const order = assertFound(await lockOrder(tx, orderId));
  const funds = await refundableFunds(tx, order);
  const { payments: wanted, cards } = splitRefund(amount, funds);
  const fromPayments = await amountToMove(app, tx, order, { wanted, funds });
  const onCards = cards > 0 ? await refundToCards(app, tx, orderId, cards) : 0;
  const updated = onCards > 0 ? await refreshPaymentStatus(app, tx, orderId) : undefined;
  const request = { orderId, amount: fromPayments, reason, requestedBy: actor.id, key };
  const refunds = fromPayments > 0 ? await createRefund(app, tx, request) : [];
  const [only, ...others] = refunds;
  // What may still be undone is announced when the provider has confirmed the refund.
  if (only?.status === "pending" && others.length === 0) await insertEffects(tx, orderId, key, { ...effects, onCards });
  else if (updated) await notifyGiftCardRefund(app, tx, updated, { key, amount: onCards });
  return { amount: wanted + onCards, onCards, refunds };
}

/**
 * What the providers of an order's payments move of a refund of `wanted` minor units: what they can't move stays with the
 * payment, until it adds up with that of earlier refunds or all of it is refunded.
 */
async function amountToMove(
  app: App,
  tx: Tx,
  order: OrderHead,
  { wanted, funds }: { wanted: number; funds: number },
): Promise<number> {
  if (wanted === 0 || wanted === funds) return wanted;
  const kept = Math.max(0, funds - amountOwed(order) - wanted);
  const rest = kept - (await payableAmount(app, tx, order.id, kept));
  return wanted + rest === funds ? funds : payableAmount(app, tx, order.id, wanted + rest);
}

/** The part of an amount that the providers of an order's payments can move. */
async function payableAmount(app: App, tx: Tx, orderId: string, amount: number): Promise<number> {
  const payments = (await listPayments(tx, orderId)).filter(
    ({ captured_amount, authorized_amount }) => captured_amount > 0 || authorized_amount > 0,
  );
  const [first] = payments;
  if (!first) return amount;
  const providers = payments.map(({ provider }) => provider);
  return roundToPayable(app, providers, amount, first.currency);
}

async function refundToCards(app: App, tx: Tx, orderId: string, most: number): Promise<number> {
  const { amount, entry } = await returnToGiftCards(tx, orderId, most);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, orderId, [{ kind: "gift_card_refund", amount, cause }], { actor: system, at: app.now() });
  return amount;
}

/** Adds a timeline event if a refund was not possible in full because the payment is disputed. */
export async function noteBlockedRefund(app: App, tx: Tx, order: OrderHead) {
  if (order.payment_status !== "disputed") return;
  await addTimelineEvent(app, tx, order, system, { type: "refund_waits", data: {} });
}

/** What can be refunded of payments or captured less of authorizations, in minor units. */
async function refundableFunds(tx: Tx, order: OrderHead): Promise<number> {
  const funds = await findFunds(tx, order.id);
  return availableFunds(order, funds) + funds.cancelled_funds - funds.disputed_funds;
}

/** What can be refunded of an order, to gift cards too. */
export const getRefundableAmount = async (tx: Tx, order: OrderHead): Promise<number> =>
  Math.max(0, await refundableFunds(tx, order)) + order.gift_card_amount - order.gift_card_refunded_amount;
