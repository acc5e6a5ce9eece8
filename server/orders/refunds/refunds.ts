import { orderCan } from "#contract/orders/order-moves.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { Refund } from "#contract/payments.ts";
import { returnToGiftCards } from "#server/gift-cards/gift-cards.ts";
import { paymentSums, refundPart, sendRefunds } from "#server/payments/payments.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import type { Idempotency } from "#server/platform/http/idempotency.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { restock } from "#server/stock/stock.ts";
import { say, text } from "#words/say.ts";
import { countGoods, summed } from "#server/orders/fulfilment/fulfilment.ts";
import { returnUnits } from "#server/orders/ledger/units.sql.ts";
import { refundableOf } from "#server/orders/status/order-status.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { newsOf, note, system } from "#server/orders/status/transitions.ts";
import { type LineRow, listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { completeIfDone, countCards } from "#server/orders/settlement/settlement.ts";
import { counted } from "#server/orders/settlement/order-stock.ts";
import { tellOnCards } from "./refund-notices.ts";
import { type Beside, keepWish } from "./declined-refunds.sql.ts";
import { unitsInWords, worthOf } from "#server/orders/ledger/unit-values.ts";

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
  if (!orderCan.refund({ ...order, refundable: refundableOf(order) })) throw new Problem("order_state");
  const [lines, items] = [await listLines(tx, orderId), summed(wish.items ?? [])];
  const worth = worthOf(lines, items);
  const amount = wish.amount ?? worth.amount;
  const ref = `${key}:${order.version}`;
  const shelved = await bringBack(app, tx, orderId, { lines, items, shelved: wish.restock ? items : [], ref });
  await note(app, tx, order, actor, { type: "refund_reason", text: `Refund: ${wish.reason}`, isPublic: false });
  const owedNoMore = creditable(order, amount);
  const isShare = items.length > 0 && owedNoMore === worth.amount;
  const credit = {
    cause: key,
    reason: wish.reason,
    what: isShare ? { kind: "units" as const, ...worth } : { kind: "amount" as const, amount: owedNoMore },
  };
  if (owedNoMore > 0) await app.events.emit(tx, "order.credited", { ...newsOf(order), credit });
  const kind = items.length > 0 ? ("returned" as const) : ("amount" as const);
  const beside = { kind, items, units: worth.units, amount: worth.amount, shelved, ref, returnId: null };
  const paid = await payBack(app, tx, orderId, { amount, reason: wish.reason, actor, key, beside });
  if (paid.amount < amount) throw new Problem("refund_too_much");
  await countDone(app, tx, orderId, paid.refunds);
  const said =
    items.length > 0
      ? say("Refund for {items}.", { items: unitsInWords(lines, items) })
      : text("A refund is on its way to you.");
  return { ...paid, text: said };
}

/** What of a refund is about the sale: what was paid beyond it goes back first, and was never owed. */
function creditable(order: OrderHead, amount: number): number {
  const beyond = Math.max(0, order.paid_amount + order.gift_card_amount - order.total_amount);
  const before = order.refunded_amount + order.gift_card_back;
  return Math.max(0, before + amount - beyond) - Math.max(0, before - beyond);
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
export async function bringBack(
  app: App,
  tx: Tx,
  orderId: string,
  { lines, items, shelved, ref }: { lines: LineRow[]; items: Items; shelved: Items; ref: string },
) {
  if (items.length === 0) return [];
  if ((await returnUnits(tx, orderId, worthOf(lines, items).units)) < items.length)
    throw new Problem("returns_too_many");
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
 * Returns `amount` of what was paid or promised for an order, or as much of it as there is, and what is missing then to
 * the gift cards that paid the rest: cards come last. Once for each `key`. Answers how much that is and the refunds
 * it took; `beside` is what is set back when the provider of the only one says no.
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
    beside,
  }: { amount: number; reason: string; actor: Actor; key: string; beside: Omit<Beside, "onCards"> },
): Promise<{ amount: number; refunds: Refund[] }> {
  const there = Math.max(0, Math.min(amount, await moneyLeft(tx, orderId)));
  const onCards = there < amount ? await returnToGiftCards(tx, orderId, amount - there) : 0;
  const counted = onCards > 0 ? await countCards(app, tx, assertFound(await lockOrder(tx, orderId))) : undefined;
  const wish = { orderId, amount: there, reason, requestedBy: actor.id, key };
  const refunds = there > 0 ? await refundPart(app, tx, wish) : [];
  const [only, ...others] = refunds;
  // What may be set back yet is told of once the provider said yes. Once a part has gone nothing can be set back.
  if (only?.status === "pending" && others.length === 0) await keepWish(tx, orderId, key, { ...beside, onCards });
  else if (counted) await tellOnCards(app, tx, counted, { key, amount: onCards });
  return { amount: there + onCards, refunds };
}

/** Says on an order whose payment is disputed that a share could not go back, or not all of it; on others nothing. */
export async function sayRefundWaits(app: App, tx: Tx, order: OrderHead) {
  if (order.payment_status !== "disputed") return;
  const text = "The payment is disputed, so that not all of this could go back. Refund the rest if the dispute is won.";
  await note(app, tx, order, system, { type: "refund_waits", text, isPublic: false });
}

/** What can still be returned of an order, or taken less of what is promised, beside its gift cards; in minor units. */
async function moneyLeft(tx: Tx, orderId: string): Promise<number> {
  const { captured, refunded, returning, contested, authorized, lessened } = await paymentSums(tx, orderId);
  return captured - refunded - returning - contested + authorized - lessened;
}

/** The same with what is still on the order of its gift cards. */
export const moneyOn = async (tx: Tx, order: OrderHead): Promise<number> =>
  Math.max(0, await moneyLeft(tx, order.id)) + order.gift_card_amount - order.gift_card_back;
