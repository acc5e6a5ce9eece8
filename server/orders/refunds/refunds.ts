import { orderCan } from "#contract/orders/order-moves.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { Refund } from "#contract/payments.ts";
import { returnToGiftCards } from "#server/gift-cards/gift-cards.ts";
import { countGoods, summed } from "#server/orders/fulfilment/fulfilment.ts";
import { availableFunds, creditFor, refundableAmount } from "#server/orders/ledger/balance.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { unitsInWords, valueUnits } from "#server/orders/ledger/unit-values.ts";
import { returnUnits } from "#server/orders/ledger/units.sql.ts";
import { type LineRow, listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { completeIfDone } from "#server/orders/settlement/completion.ts";
import { updateMoneyOf } from "#server/orders/settlement/money.ts";
import { counted } from "#server/orders/settlement/order-stock.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { note, system } from "#server/orders/status/transitions.ts";
import { paymentFunds, refundPart, sendRefunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { Idempotency } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { restock } from "#server/stock/stock.ts";
import { say, text } from "#words/say.ts";
import { insertEffects, type RefundEffects } from "./declined-refunds.sql.ts";
import { notifyGiftCardRefund } from "./refund-notices.ts";

export interface RefundWish {
  items?: Items | undefined;
  amount?: number | undefined;
  restock: boolean;
  reason: string;
}

/**
 * Returns money of an order: for units the customer does not keep, which then count as returned, or an amount as such.
 * Throws `refund_too_much` above what was paid and not returned.
 */
export async function refundOrder(
  app: App,
  tx: Tx,
  orderId: string,
  { wish, actor, key }: { wish: RefundWish; actor: Actor; key: string },
) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (!orderCan.refund({ ...order, refundable: refundableAmount(order) })) throw new Problem("order_state");
  const [lines, items] = [await listLines(tx, orderId), summed(wish.items ?? [])];
  const value = valueUnits(lines, items);
  const amount = wish.amount ?? value.amount;
  const credit = creditFor(order, await paymentFunds(tx, orderId), amount);
  const ref = `${key}:${order.version}`;
  const shelved = await returnItems(app, tx, orderId, { lines, items, shelved: wish.restock ? items : [], ref });
  await note(app, tx, order, actor, { type: "refund_reason", text: `Refund: ${wish.reason}`, isPublic: false });
  const cause = await creditOrder(app, tx, order, { key, reason: wish.reason, actor, units: value, amount: credit });
  const kind = items.length > 0 ? ("returned" as const) : ("amount" as const);
  const effects = { kind, items, shelved, ref, cause, returnId: null };
  const paid = await payBack(app, tx, orderId, { amount, reason: wish.reason, actor, key, effects });
  if (paid.amount < amount) throw new Problem("refund_too_much");
  await countDone(app, tx, orderId, paid.refunds);
  const said =
    items.length > 0
      ? say("Refund for {items}.", { items: unitsInWords(lines, items) })
      : text("A refund is on its way to you.");
  return { ...paid, text: said };
}

/**
 * Has refunds sent that were just decided, and tells their customer. Throws `payment_refused` when the provider declined it:
 * then all is set back (undoing.ts).
 */
export async function sendBack(
  app: App,
  orderId: string,
  { refunds, text, actor, idempotency }: { refunds: Refund[]; text: string; actor: Actor; idempotency: Idempotency },
) {
  await sendRefunds(app, refunds);
  await idempotency.transaction(app.db, async (tx) =>
    note(app, tx, assertFound(await lockOrder(tx, orderId)), actor, { type: "refund", text, isPublic: true }),
  );
}

/**
 * Counts units as returned and puts those on the shelf that can be sold again; answers which those are. `ref` names this
 * once. Throws `returns_too_many`.
 */
export async function returnItems(
  app: App,
  tx: Tx,
  orderId: string,
  { lines, items, shelved, ref }: { lines: LineRow[]; items: Items; shelved: Items; ref: string },
) {
  if (items.length === 0) return [];
  if ((await returnUnits(tx, orderId, items)) < items.length) throw new Problem("returns_too_many");
  const shelf = new Map(counted(lines).map((line) => [line.order_line_id, line.variation_id]));
  const units = shelved.flatMap(({ order_item_id, quantity }) => {
    const variation_id = shelf.get(order_item_id);
    return variation_id === undefined ? [] : [{ variation_id, quantity }];
  });
  await restock(app, tx, units, `${orderId}:${ref}`);
  return units;
}

/** Brings the order in line with its units. It ends only once its provider has taken the refund on. */
export async function countDone(app: App, tx: Tx, orderId: string, refunds: Refund[]) {
  const counted = await countGoods(tx, assertFound(await lockOrder(tx, orderId)));
  if (!refunds.some(({ status }) => status === "pending")) await completeIfDone(app, tx, counted);
}

/**
 * Refunds `amount` of what was paid or authorized for an order, or as much of it as there is, and what is missing then to
 * the gift cards that paid the rest: cards come last. Once for each `key`. Answers how much that is and the refunds it
 * took; `effects` are undone when the provider of the only one declines it.
 */
export async function payBack(
  app: App,
  tx: Tx,
  orderId: string,
  {
    amount,
    reason,
    actor,
    key,
    effects,
  }: { amount: number; reason: string; actor: Actor; key: string; effects: Omit<RefundEffects, "onCards"> },
): Promise<{ amount: number; refunds: Refund[] }> {
  const inMoney = Math.max(0, Math.min(amount, await refundableFunds(tx, assertFound(await lockOrder(tx, orderId)))));
  const onCards = inMoney < amount ? await refundToCards(app, tx, orderId, amount - inMoney) : 0;
  const updated = onCards > 0 ? await updateMoneyOf(app, tx, orderId) : undefined;
  const wish = { orderId, amount: inMoney, reason, requestedBy: actor.id, key };
  const refunds = inMoney > 0 ? await refundPart(app, tx, wish) : [];
  const [only, ...others] = refunds;
  // What may be undone yet is announced once the provider confirmed it. Once a part has gone nothing can be undone.
  if (only?.status === "pending" && others.length === 0) await insertEffects(tx, orderId, key, { ...effects, onCards });
  else if (updated) await notifyGiftCardRefund(app, tx, updated, { key, amount: onCards });
  return { amount: inMoney + onCards, refunds };
}

async function refundToCards(app: App, tx: Tx, orderId: string, wanted: number): Promise<number> {
  const { amount, entry } = await returnToGiftCards(tx, orderId, wanted);
  const cause = `gift_card_entry:${entry}`;
  await insertEntries(tx, orderId, [{ kind: "gift_card_refund", amount, cause }], { actor: system, at: app.now() });
  return amount;
}

/** Says on an order whose payment is disputed that a share could not go back, or not all of it; on others nothing. */
export async function sayRefundWaits(app: App, tx: Tx, order: OrderHead) {
  if (order.payment_status !== "disputed") return;
  const text = "The payment is disputed, so that not all of this could go back. Refund the rest if the dispute is won.";
  await note(app, tx, order, system, { type: "refund_waits", text, isPublic: false });
}

/** What can be refunded of payments, or captured less of authorizations, in minor units. */
async function refundableFunds(tx: Tx, order: OrderHead): Promise<number> {
  const funds = await paymentFunds(tx, order.id);
  return availableFunds(order, funds) + funds.cancelled_funds - funds.disputed_funds;
}

/** The same with what is still on the order of its gift cards. */
export const refundableInAll = async (tx: Tx, order: OrderHead): Promise<number> =>
  Math.max(0, await refundableFunds(tx, order)) + order.gift_card_amount - order.gift_card_refunded_amount;
