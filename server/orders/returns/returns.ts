import { v7 as uuid } from "uuid";
import { shareOf } from "#contract/orders/order-shares.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { Return, ReturnReason } from "#contract/orders/returns.ts";
import type { Refund } from "#contract/payments.ts";
import { sumByLine } from "#server/orders/fulfilment/fulfilment.ts";
import { amountOwed, refundFor } from "#server/orders/ledger/balance.ts";
import { creditOrder, remainingDelivery } from "#server/orders/ledger/credits.ts";
import { deliveryKeyOf } from "#server/orders/ledger/ledger.sql.ts";
import { valueUnits } from "#server/orders/ledger/unit-values.ts";
import { findOrder, listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { nameRefundAccount } from "#server/orders/refunds/refund-account.ts";
import {
  getRefundableAmount,
  noteBlockedRefund,
  returnFunds,
  returnItems,
  updateAndComplete,
} from "#server/orders/refunds/refunds.ts";
import { refreshPaymentStatus } from "#server/orders/settlement/payment-status.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { addTimelineEvent, orderEvent } from "#server/orders/status/transitions.ts";
import { cancelPayments, findFunds, listPayments, sumUnsentRefunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { RecordedObject } from "#server/platform/changes/objects.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings, type Settings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { returnableOf } from "./returnable.ts";
import * as rows from "./returns.sql.ts";

export interface ReturnRequest {
  order_id: string;
  items: { order_item_id: number; quantity: number; reason_code: ReturnReason }[];
  note?: string | undefined;
  refund_iban?: string | undefined;
}

/** Requests a return for a customer. Throws `return_window` (too late) and `returns_too_many` (more than delivered). */
export async function requestReturn(app: App, tx: Tx, userId: number, request: ReturnRequest): Promise<string> {
  const head = assertFound(await lockOrder(tx, request.order_id, userId));
  const order = assertFound(await findOrder(tx, head.id, userId));
  for (const [lineId, quantity] of unitsByLine(request.items)) {
    const line = assertFound(order.lines.find(({ id }) => id === lineId));
    const { inTime, ever } = returnableOf(order, line, app.now());
    if (quantity > ever) throw new Problem("returns_too_many");
    if (quantity > inTime) throw returnWindowProblem(line.return_days);
  }
  const [id, items] = [uuid(), mergeByLine(request.items)];
  const { note, refund_iban: iban } = request;
  const texts = { note: note || null, refundIban: iban ?? null };
  const created = { id, orderId: order.id, userId, ...texts, at: app.now(), items };
  if (iban !== undefined) await nameRefundAccount(app, tx, head, { userId, iban });
  const number = await rows.insertReturn(tx, created);
  const units = items.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }));
  const customer = { type: "customer", id: userId } as const;
  await addTimelineEvent(app, tx, head, customer, { type: "return_requested", data: { number, items: units } });
  await app.events.emit(tx, "order.return_requested", returnEvent(head, { id, number }));
  return id;
}

/**
 * Opens the return of shipped units that were withdrawn from, approved at once; `adopts`: returns that become those of
 * the withdrawal. They are to be sent within the shop's days, `days` at least.
 */
export async function openWithdrawnReturn(
  app: App,
  tx: Tx,
  orderId: string,
  { withdrawalId, items, adopts, days }: { withdrawalId: string; items: Items; adopts: string[]; days: number },
) {
  const order = assertFound(await lockOrder(tx, orderId));
  const [at, sendDays] = [app.now(), (await getSettings(tx)).return_send_days];
  const sendBy = new Date(at.getTime() + Math.max(days, sendDays) * 86_400_000);
  if (adopts.length > 0) await rows.adoptReturns(tx, { ids: adopts, withdrawalId, at, sendBy });
  if (items.length === 0) return;
  const id = uuid();
  const returned = items.map((item) => ({ ...item, reason_code: "changed_mind" as const }));
  await rows.insertReturn(tx, {
    id,
    orderId,
    userId: order.user_id,
    note: null,
    refundIban: null,
    at,
    items: returned,
    approval: { withdrawalId, sendBy },
  });
}

function returnWindowProblem(returnDays: number | null) {
  if (returnDays === null)
    return new Problem("return_window", {
      message: say("No return period is set for this item. Contact us to return it."),
    });
  if (returnDays === 0) return new Problem("return_window", { message: say("This item can't be returned.") });
  return new Problem("return_window");
}

function unitsByLine(items: ReturnRequest["items"]) {
  const units = new Map<number, number>();
  for (const { order_item_id: id, quantity } of items) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

/** One entry per line, with its first reason. */
const mergeByLine = (items: ReturnRequest["items"]): ReturnRequest["items"] =>
  [...unitsByLine(items)].map(([order_item_id, quantity]) => ({
    order_item_id,
    quantity,
    reason_code: items.find((item) => item.order_item_id === order_item_id)?.reason_code ?? "other",
  }));

/** Approves or rejects a requested return, or closes an approved one. Throws `return_state` for other statuses. */
export async function decideReturn(
  app: App,
  tx: Tx,
  returnId: string,
  { status, answer, actor }: { status: rows.Decision; answer?: string | undefined; actor: Actor },
) {
  const { order, found } = await lockReturn(tx, returnId);
  const at = app.now();
  if (found.is_withdrawal && status === "closed" && at < new Date(found.send_by ?? 0))
    throw new Problem("return_state", {
      message: "The customer withdrew from the contract and may send these items until the deadline.",
    });
  const days = status === "approved" ? (await getSettings(tx)).return_send_days : null;
  const sendBy = days === null ? null : new Date(at.getTime() + days * 86_400_000);
  if (!(await rows.updateDecision(tx, returnId, { status, answer: answer || null, at, sendBy })))
    throw new Problem("return_state");
  // An approval's text says nothing of the answer, which the return has.
  const written = status === "approved" ? {} : { text: answer ?? "" };
  await addTimelineEvent(app, tx, order, actor, {
    type: `return_${status}`,
    data: { number: found.number },
    ...written,
  });
  await app.events.emit(tx, `order.return_${status}`, returnEvent(order, found));
}

/**
 * Receives an approved return: restocks marked items, refunds their value or `refund` of it. Returns the refunds. Throws
 * `stale` if the order has another `version` than the one this was decided on, and `refund_too_much`, also if all returns
 * of the order would refund more of its delivery cost than it has.
 */
export async function receiveReturn(
  app: App,
  tx: Tx,
  returnId: string,
  {
    items,
    refund,
    refund_delivery: delivery = 0,
    version,
    actor,
  }: {
    items: rows.ReceivedItem[];
    refund?: number | undefined;
    refund_delivery?: number | undefined;
    version?: number | undefined;
    actor: Actor;
  },
): Promise<Refund[]> {
  if (items.some(({ restock, condition }) => restock && condition !== "sellable")) throw new Problem("not_sellable");
  if (new Set(items.map((item) => item.order_item_id)).size < items.length) throw new Problem("returns_too_many");
  const { order, found } = await lockReturn(tx, returnId);
  if (found.status === "approved" && version !== undefined && version !== order.version) throw new Problem("stale");
  const lines = await listLines(tx, order.id);
  const value = valueUnits(lines, items);
  const refundable = await getRefundableAmount(tx, order);
  const share = refund ?? refundFor(order, await findFunds(tx, order.id), value.amount);
  // Credited, but never paid and therefore not refunded.
  const unpaid = refund === undefined ? value.amount - share : 0;
  // Part of it may have been refunded before.
  const amount = refund ?? Math.min(share, refundable);
  if (amount > value.amount || amount > refundable) throw new Problem("refund_too_much");
  if (delivery > 0 && delivery > (await remainingDelivery(tx, order, lines))) throw new Problem("refund_too_much");
  const received = await rows.updateReceived(tx, returnId, { items, refund: amount, at: app.now() });
  if (received === undefined) throw new Problem("return_state");
  if (received < items.length) throw new Problem("returns_too_many");
  if (found.is_withdrawal && app.now() < new Date(found.send_by ?? 0)) await rows.insertRest(tx, returnId, uuid());
  const ref = `${returnId}:${order.version}`;
  const restock = items.filter((item) => item.restock);
  const restocked = await returnItems(app, tx, order.id, { lines, items, restock, ref });
  const data = { number: found.number, items: sumByLine(items) };
  await addTimelineEvent(app, tx, order, actor, { type: "return_received", data });
  if (refund === undefined && amount < share) await noteBlockedRefund(app, tx, order);
  const [key, reason] = [refundKey(found), `Return ${found.number}`];
  const credited = Math.min(amount + unpaid, order.total_amount - order.credited_amount);
  const cause = await creditOrder(app, tx, order, { key, reason, actor, units: value, amount: credited });
  const effects = { kind: "returned" as const, items: sumByLine(items), restocked, ref, cause, returnId };
  const { refunds } = await returnFunds(app, tx, order.id, { amount, reason, actor, key, effects });
  // Also without a refund the credit can change the payment status.
  if (unpaid > 0) await refreshPaymentStatus(app, tx, order.id);
  const ofDelivery = delivery > 0 ? await refundDelivery(app, tx, order.id, { amount: delivery, found, actor }) : [];
  const all = (await endCashOnDelivery(app, tx, order.id)) ? [] : [...refunds, ...ofDelivery];
  await updateAndComplete(app, tx, order.id, all);
  await app.events.emit(tx, "order.return_received", returnEvent(order, found));
  return all;
}

/** Ends cash on delivery of which nothing is owed any more, as the goods came back instead; false if that isn't so. */
async function endCashOnDelivery(app: App, tx: Tx, orderId: string): Promise<boolean> {
  const order = assertFound(await lockOrder(tx, orderId));
  if (order.payment_status !== "authorized" || amountOwed(order) > 0) return false;
  const authorized = (await listPayments(tx, orderId)).filter(({ status }) => status === "authorized");
  if (authorized.some(({ provider }) => provider !== "cod")) return false;
  await cancelPayments(app, tx, orderId);
  return true;
}

/** Credits the delivery cost of a return and refunds what is paid of it; cash on delivery is not due any more. */
async function refundDelivery(
  app: App,
  tx: Tx,
  orderId: string,
  { amount: wanted, found, actor }: { amount: number; found: rows.ReturnRow; actor: Actor },
): Promise<Refund[]> {
  const order = assertFound(await lockOrder(tx, orderId));
  const credited = Math.min(wanted, order.total_amount - order.credited_amount);
  const back = refundFor(order, await findFunds(tx, orderId), credited);
  const amount = Math.min(back, await getRefundableAmount(tx, order));
  const [key, reason] = [deliveryKeyOf(refundKey(found)), `Delivery cost, return ${found.number}`];
  await addTimelineEvent(app, tx, order, actor, { type: "refund_reason", text: reason, data: {} });
  const cause = await creditOrder(app, tx, order, { key, reason, actor, amount: credited });
  const ref = `${key}:${order.version}`;
  const effects = { kind: "amount" as const, items: [], restocked: [], ref, cause, returnId: null };
  const { refunds } = await returnFunds(app, tx, orderId, { amount, reason, actor, key, effects });
  await refreshPaymentStatus(app, tx, orderId);
  return refunds;
}

/** A return and its order, which is locked. */
async function lockReturn(tx: Tx, returnId: string) {
  const found = assertFound(await rows.findReturn(tx, returnId));
  return { found, order: assertFound(await lockOrder(tx, found.order_id)) };
}

/** Returns, as changes record them: what staff decided and received. */
export const returnObject: RecordedObject<
  Pick<rows.ReturnRow, "number" | "status" | "answer" | "refund_amount"> & RecordedItems
> = {
  lock: async (tx, ids) => {
    for (const id of ids) {
      const found = await rows.findReturn(tx, id);
      if (found) await lockOrder(tx, found.order_id);
    }
  },
  read: async (tx, id) => {
    const found = await rows.findReturn(tx, id);
    if (!found) return undefined;
    const { number, status, answer, refund_amount, lines } = found;
    const items = lines.map(({ order_item_id, received_qty, condition, restock }) => ({
      order_item_id,
      received_qty,
      condition,
      restock,
    }));
    return { number, status, answer, refund_amount, items };
  },
  name: ({ number }) => String(number),
};
type RecordedItems = { items: Pick<rows.ReturnLine, "order_item_id" | "received_qty" | "condition" | "restock">[] };

const returnEvent = (order: OrderHead, { id, number }: Pick<rows.ReturnRow, "id" | "number">) => ({
  ...orderEvent(order),
  returnId: id,
  returnNumber: number,
});

/** A return. Throws `not_found`. */
export async function getReturn(db: Db | Tx, id: string): Promise<Return> {
  const found = assertFound(await rows.findReturn(db, id));
  return assertFound((await presentReturns(db, [found], await getSettings(db)))[0]);
}

type ReturnSettings = Pick<Settings, "return_address">;

/** Returns as their customer and administrators see them. */
export async function presentReturns(db: Db | Tx, found: rows.ReturnRow[], settings: ReturnSettings) {
  const requests = found.map((row) => ({ orderId: row.order_id, key: refundKey(row) }));
  const unsent = await sumUnsentRefunds(db, requests);
  return found.map((row) => presentReturn(row, settings, unsent.get(refundKey(row)) ?? 0));
}

/** Of the request for its refund. */
const refundKey = ({ id }: Pick<rows.ReturnRow, "id">) => `return:${id}`;

/** The address is shown while the items are to be sent. */
const presentReturn = (row: rows.ReturnRow, { return_address }: ReturnSettings, unsent: number): Return => ({
  ...row,
  send_by: row.send_by ?? null,
  return_address: row.status === "approved" ? return_address : null,
  items: row.lines.map(
    ({ line_total: total, line_quantity: quantity, line_credited_qty: before, line_credited: given, ...line }) => ({
      ...line,
      value: {
        amount: shareOf({ total, quantity, given: given ?? undefined }, before, line.received_qty ?? line.quantity),
        currency: row.currency,
      },
    }),
  ),
  refund_unsent: { amount: unsent, currency: row.currency },
  refund: row.refund_amount === null ? null : { amount: row.refund_amount, currency: row.currency },
  customer: { id: row.user_id, fullname: row.fullname },
});
