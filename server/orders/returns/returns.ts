import { v7 as uuid } from "uuid";
import { shareOf } from "#contract/orders/order-shares.ts";
import type { Return, ReturnReason } from "#contract/orders/returns.ts";
import type { Refund } from "#contract/payments.ts";
import { summed } from "#server/orders/fulfilment/fulfilment.ts";
import { refundFor } from "#server/orders/ledger/balance.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { unitsInWords, valueUnits } from "#server/orders/ledger/unit-values.ts";
import { findOrder, listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { countDone, payBack, refundableInAll, returnItems, sayRefundWaits } from "#server/orders/refunds/refunds.ts";
import { updateMoneyOf } from "#server/orders/settlement/money.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { newsOf, note } from "#server/orders/status/transitions.ts";
import { paymentFunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { say, text } from "#words/say.ts";
import { returnableOf } from "./returnable.ts";
import * as rows from "./returns.sql.ts";

export interface ReturnWish {
  order_id: string;
  items: { order_item_id: number; quantity: number; reason_code: ReturnReason }[];
  note?: string | undefined;
}

/**
 * Asks for a customer to send items of an order back. Throws `return_window` when the time for it is over,
 * `returns_too_many` for more than arrived and is not coming back already.
 */
export async function requestReturn(app: App, tx: Tx, userId: number, wish: ReturnWish): Promise<string> {
  const head = assertFound(await lockOrder(tx, wish.order_id, userId));
  const order = assertFound(await findOrder(tx, head.id, userId));
  for (const [lineId, quantity] of unitsByLine(wish.items)) {
    const line = assertFound(order.lines.find(({ id }) => id === lineId));
    const { inTime, ever } = returnableOf(order, line, app.now());
    if (quantity > ever) throw new Problem("returns_too_many");
    if (quantity > inTime) throw outOfTime(line.return_days);
  }
  const asked = {
    id: uuid(),
    orderId: order.id,
    userId,
    note: wish.note || null,
    at: app.now(),
    items: once(wish.items),
  };
  const number = await rows.insertReturn(tx, asked);
  const text = say("Return {number} requested: {items}.", { number, items: unitsInWords(order.lines, asked.items) });
  await note(app, tx, head, { type: "customer", id: userId }, { type: "return_requested", text, isPublic: true });
  await app.events.emit(tx, "order.return_requested", {
    ...newsOf(head),
    returnId: asked.id,
    returnNumber: number,
  });
  return asked.id;
}

/** It came back too late, or it is of a kind that never can. */
const outOfTime = (returnDays: number) =>
  returnDays === 0
    ? new Problem("return_window", { message: say("This item can't be returned.") })
    : new Problem("return_window");

function unitsByLine(items: ReturnWish["items"]) {
  const units = new Map<number, number>();
  for (const { order_item_id: id, quantity } of items) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

/** One entry for each line; the reason given first stands for all its units. */
const once = (items: ReturnWish["items"]): ReturnWish["items"] =>
  [...unitsByLine(items)].map(([order_item_id, quantity]) => ({
    order_item_id,
    quantity,
    reason_code: items.find((item) => item.order_item_id === order_item_id)?.reason_code ?? "other",
  }));

/**
 * Approves or rejects a return that waits for an answer, or closes one that was approved and is not awaited any more.
 * Throws `return_state` for any other.
 */
export async function answerReturn(
  app: App,
  tx: Tx,
  returnId: string,
  { status, answer, actor }: { status: rows.Answer; answer?: string | undefined; actor: Actor },
) {
  const { order, asked } = await locked(tx, returnId);
  if (!(await rows.decide(tx, returnId, { status, answer: answer || null, at: app.now() })))
    throw new Problem("return_state");
  const text = say(saidOf[status], { number: asked.number, answer: answer ?? "" });
  await note(app, tx, order, actor, { type: `return_${status}`, text, isPublic: true });
  await app.events.emit(tx, `order.return_${status}`, returnEvent(order, asked));
}

const saidOf: Record<rows.Answer, string> = {
  approved: text("Return {number} approved. You can send your items now."),
  rejected: text("Return {number} declined: {answer}"),
  closed: text("Return {number} closed: {answer}"),
};

/**
 * Notes what of an approved return arrived and how it is, puts on the shelf what is ticked and can be sold again, and
 * returns its share of what was paid, or `refund` of it. Answers the refunds that are to be sent.
 */
export async function receiveReturn(
  app: App,
  tx: Tx,
  returnId: string,
  { items, refund, actor }: { items: rows.Unpacked[]; refund?: number | undefined; actor: Actor },
): Promise<Refund[]> {
  if (items.some(({ restock, condition }) => restock && condition !== "sellable")) throw new Problem("not_sellable");
  if (new Set(items.map((item) => item.order_item_id)).size < items.length) throw new Problem("returns_too_many");
  const { order, asked } = await locked(tx, returnId);
  const lines = await listLines(tx, order.id);
  const value = valueUnits(lines, items);
  const refundable = await refundableInAll(tx, order);
  const share = refund ?? refundFor(order, await paymentFunds(tx, order.id), value.amount);
  // What was never paid is owed no more instead of going back.
  const unpaid = refund === undefined ? value.amount - share : 0;
  // Money may have gone back before the goods came.
  const amount = refund ?? Math.min(share, refundable);
  if (amount > value.amount || amount > refundable) throw new Problem("refund_too_much");
  const unpacked = await rows.receive(tx, returnId, { items, refund: amount, at: app.now() });
  if (unpacked === undefined) throw new Problem("return_state");
  if (unpacked < items.length) throw new Problem("returns_too_many");
  const ref = `${returnId}:${order.version}`;
  const shelved = items.filter(({ restock }) => restock);
  const units = await returnItems(app, tx, order.id, { lines, items, shelved, ref });
  const text = say("Return {number} received: {items}.", { number: asked.number, items: unitsInWords(lines, items) });
  await note(app, tx, order, actor, { type: "return_received", text, isPublic: true });
  if (refund === undefined && amount < share) await sayRefundWaits(app, tx, order);
  const [key, reason] = [`return:${asked.id}`, `Return ${asked.number}`];
  const credited = Math.min(amount + unpaid, order.total_amount - order.credited_amount);
  const cause = await creditOrder(app, tx, order, { key, reason, actor, units: value, amount: credited });
  const effects = { kind: "returned" as const, items: summed(items), shelved: units, ref, cause, returnId };
  const { refunds } = await payBack(app, tx, order.id, { amount, reason, actor, key, effects });
  // Where nothing goes back what was paid counts for less nevertheless.
  if (unpaid > 0) await updateMoneyOf(app, tx, order.id);
  await countDone(app, tx, order.id, refunds);
  await app.events.emit(tx, "order.return_received", returnEvent(order, asked));
  return refunds;
}

/** A return and its order, which is locked first, as everybody does who changes either. */
async function locked(tx: Tx, returnId: string) {
  const asked = assertFound(await rows.findReturn(tx, returnId));
  return { asked, order: assertFound(await lockOrder(tx, asked.order_id)) };
}

const returnEvent = (order: OrderHead, { id, number }: rows.ReturnRow) => ({
  ...newsOf(order),
  returnId: id,
  returnNumber: number,
});

/** A return as its customer and administrators see it. Throws `not_found`. */
export const returnShown = async (db: Db | Tx, id: string): Promise<Return> =>
  shownReturn(assertFound(await rows.findReturn(db, id)));

/** A row as the contract has it. */
export const shownReturn = (row: rows.ReturnRow): Return => ({
  id: row.id,
  number: row.number,
  order_id: row.order_id,
  order_number: row.order_number,
  status: row.status,
  items: row.lines.map(
    ({ line_total: total, line_quantity: quantity, line_gone: gone, line_given: given, ...line }) => ({
      ...line,
      value: {
        amount: shareOf({ total, quantity, given: given ?? undefined }, gone, line.received_qty ?? line.quantity),
        currency: row.currency,
      },
    }),
  ),
  note: row.note,
  answer: row.answer,
  refund: row.refund_amount === null ? null : { amount: row.refund_amount, currency: row.currency },
  customer: { id: row.user_id, fullname: row.fullname },
  requested_at: row.requested_at,
  decided_at: row.decided_at,
  received_at: row.received_at,
});
