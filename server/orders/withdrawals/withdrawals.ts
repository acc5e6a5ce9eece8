import { timingSafeEqual } from "node:crypto";
import { minWithdrawalDays, withdrawalDays } from "#contract/formats/withdrawal-days.ts";
import type { Items } from "#contract/orders/orders.ts";
import type { NewWithdrawal, WithdrawableOrder } from "#contract/orders/withdrawals.ts";
import type { Refund } from "#contract/payments.ts";
import { countGuess, isGuessed } from "#server/accounts/accounts.ts";
import { cancelLines } from "#server/orders/cancellation/cancel-lines.ts";
import { requestAnonymizationAgain } from "#server/orders/editing/editing.sql.ts";
import { sumByLine } from "#server/orders/fulfilment/fulfilment.ts";
import { remainingDelivery } from "#server/orders/ledger/credits.ts";
import { findOrder, lockOrder, type OrderRow } from "#server/orders/orders.sql.ts";
import { listAdoptable } from "#server/orders/returns/returns.sql.ts";
import { openWithdrawnReturn } from "#server/orders/returns/returns.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { addTimelineEvent, orderEvent } from "#server/orders/status/transitions.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings, localDay } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { lastWithdrawalDay } from "./withdrawal-period.ts";
import * as rows from "./withdrawals.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** `needsAnswer`: some of it is left for staff to decide. */
    "order.withdrawn": ReturnType<typeof orderEvent> & {
      withdrawalId: string;
      needsAnswer: boolean;
      /** All of it comes back, so that its delivery cost is refunded with the return. */
      owesDelivery: boolean;
      /** Where staff send the receipt, if the order has no address. */
      receiptTo: string | null;
    };
    /** A withdrawal could not even be recorded yet; its job is repeated. */
    "order.withdrawal_failed": { withdrawalId: string; number: number; email: string };
  }
}
declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Finds the order of a withdrawal and carries it out. Also for orders that don't exist, so that all take as long. */
    "orders.withdraw": { id: string; received_at: string; asked: NewWithdrawal };
  }
}

/**
 * The key of an order's links to withdraw: whoever has it sees the items of the order, and its name and address as long
 * as this address is the one that the key was made for.
 */
export const withdrawalKey = async (db: Db | Tx, orderId: string) =>
  `${orderId}.${await rows.getSecret(db, orderId)}.${await rows.getAddressProof(db, orderId)}`;

/** A withdrawal with what was done with its units. */
export const findWithdrawal = rows.findWithdrawal;

/** An order by the key of its links, as the page to withdraw from it shows it. Throws `link_expired` for another key. */
export async function getWithdrawableOrder(app: App, key: string): Promise<WithdrawableOrder> {
  const orderId = await findOrderOfKey(app.db, key);
  const order = orderId === undefined ? undefined : await findOrder(app.db, orderId, null);
  if (!order) throw new Problem("link_expired");
  const lines = await openLines(app, app.db, order);
  const isOfAddress = isSame(key.split(".")[2] ?? "", await rows.getAddressProof(app.db, order.id));
  return {
    number: order.number,
    name: isOfAddress && order.email !== null ? order.fullname : null,
    email: isOfAddress ? (order.email ?? order.requested_email) : null,
    items: lines
      .filter(({ open }) => open > 0)
      .map(({ line, open, until, isLate }) => ({
        order_item_id: line.id,
        name: line.name,
        thumbnail: line.thumbnail,
        options: line.options,
        quantity: open,
        days: withdrawalDays(line.return_days),
        until,
        is_late: isLate,
        exclusion: line.withdrawal_exclusion,
      })),
  };
}

/** The key of an order's links while some of it can be withdrawn from in time; else null. */
export async function findWithdrawalKey(app: App, db: Db | Tx, orderId: string): Promise<string | null> {
  const order = await findOrder(db, orderId, null);
  if (!order?.confirmed_at) return null;
  const lines = await openLines(app, db, order);
  return lines.some((one) => one.open > 0 && !one.isLate && !isExcluded(one.line)) ? withdrawalKey(db, orderId) : null;
}

async function findOrderOfKey(db: Db, key: string): Promise<string | undefined> {
  const [, orderId = "", secret = ""] = /^([0-9a-f-]{36})\.([0-9a-f]{64})(?:\.[0-9a-f]{64})?$/.exec(key) ?? [];
  return orderId !== "" && isSame(secret, await rows.getSecret(db, orderId)) ? orderId : undefined;
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Carries out a withdrawal that was received. Staff are told of one that could not be recorded, which is repeated. */
export async function processReceived(app: App, received: Received) {
  try {
    await processWithdrawal(app, received);
  } catch (error) {
    const { order_number: number, email } = received.asked;
    await inTransaction(app.db, (tx) =>
      app.events.emit(tx, "order.withdrawal_failed", { withdrawalId: received.id, number, email }),
    );
    throw error;
  }
}

/** Carries out a withdrawal that was received; does nothing for an order or address that isn't known. */
async function processWithdrawal(app: App, { id, received_at, asked }: Received) {
  // The link of an order is enough: its reader may give another address, or the order may have none any more.
  const linked = asked.key === undefined ? undefined : await findOrderOfKey(app.db, asked.key);
  const orderId = linked ?? (await rows.findOrderByAddress(app.db, asked.order_number, asked.email));
  // Numbers of orders follow each other: who knows only the address would find the order by trying.
  const guess = `withdrawal ${asked.email}`;
  if (orderId === undefined) return void (await countGuess(app.db, guess));
  const isLinked = linked !== undefined;
  const canAct = isLinked || !(await isGuessed(app.db, guess));
  const request: Request = { id, orderId, asked, isLinked, at: new Date(received_at) };
  const run = (isActing: boolean) => inTransaction(app.db, (tx) => withdraw(app, tx, request, isActing));
  // What can't be done by itself, whatever the reason, is recorded all the same, and left to staff.
  const refunds = await run(canAct).catch((error: unknown) => {
    app.log.warn({ err: error, orderId }, "a withdrawal is left to staff");
    return run(false);
  });
  // One that the provider declines has raised an alert.
  await sendRefunds(app, refunds).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

interface Received {
  id: string;
  received_at: string;
  asked: NewWithdrawal;
}

interface Request {
  id: string;
  orderId: string;
  asked: NewWithdrawal;
  /** Whether it came by the order's own link. */
  isLinked: boolean;
  at: Date;
}

/** Records a withdrawal, and cancels and returns its units if `canAct`. Returns the refunds to send. */
async function withdraw(app: App, tx: Tx, request: Request, canAct: boolean): Promise<Refund[]> {
  const { id, orderId, asked, isLinked, at } = request;
  const locked = assertFound(await lockOrder(tx, orderId));
  const earlier = await rows.listWithdrawals(tx, orderId);
  if (earlier.some((one) => one.id === id)) return [];
  const order = assertFound(await findOrder(tx, orderId, null));
  const canAnswer = canAct && order.status !== "pending_payment";
  const lines = await openLines(app, tx, order, { now: at, canAct: canAnswer });
  const wanted = wantedUnits(lines, request);
  if (wanted.length === 0 && earlier.some((one) => isRepeated(one, request))) return [];
  const units = splitUnits(wanted);
  if (units.length === 0 && earlier.length >= mostRecorded) {
    app.log.warn({ orderId }, "a withdrawal in words isn't recorded, as the order has too many");
    return [];
  }
  const row = { id, order_id: orderId, name: asked.name, note: asked.note || null, received_at: at };
  const is_whole = asked.items === undefined && !asked.note;
  const inserted = { ...row, source: isLinked ? ("order_link" as const) : ("form" as const), is_whole, units };
  await rows.insertWithdrawal(tx, inserted);
  if (order.user_id === null) await requestAnonymizationAgain(tx, orderId, at);
  const actor: Actor = { type: "customer", id: order.user_id };
  const owes = comesBack(lines, units) && (await remainingDelivery(tx, order, order.lines)) > 0;
  const data = { items: sumByLine(units), owes_delivery: owes };
  await addTimelineEvent(app, tx, locked, actor, { type: "withdrawn", data });
  const left = itemsOf(units, "left");
  const needsAnswer = left.length > 0 || Boolean(asked.note) || units.length === 0;
  if (needsAnswer)
    await addTimelineEvent(app, tx, locked, actor, {
      type: "withdrawal_left",
      text: asked.note ?? "",
      data: { items: left },
    });
  const refunds = await carryOut(app, tx, request, { wanted, units, actor });
  const isDone = units.some(({ outcome }) => outcome !== "left");
  const receiptTo = order.email === null && order.requested_email === null ? asked.email : null;
  if (isDone || earlier.length < mostReceipts)
    await app.events.emit(tx, "order.withdrawn", {
      ...orderEvent(order),
      withdrawalId: id,
      needsAnswer,
      owesDelivery: owes,
      receiptTo,
    });
  return refunds;
}

/**
 * Whether a withdrawal of nothing more says what an earlier one said: all of it is withdrawn from, or the same words
 * within a day. Later they ask for an answer again.
 */
const isRepeated = ({ note, received_at }: rows.WithdrawalRow, { asked, at }: Request) =>
  note === (asked.note || null) && (note === null || at.getTime() - Date.parse(received_at) < dayMs);
const dayMs = 86_400_000;

/** More withdrawals of which nothing follows are no consumer's: they are recorded, without a receipt and an alert. */
const mostReceipts = 20;
/** Those in words, of no units, are not even recorded once there are this many: each may say something else. */
const mostRecorded = 100;

async function carryOut(
  app: App,
  tx: Tx,
  { id, orderId }: Request,
  { wanted, units, actor }: { wanted: WantedLine[]; units: rows.WithdrawnUnits[]; actor: Actor },
): Promise<Refund[]> {
  const shares = wanted.map((line) => ({ ...shareUnits(line), line }));
  const items = shares
    .filter(({ returned }) => returned > 0)
    .map(({ line, returned }) => ({ order_item_id: line.line.id, quantity: returned }));
  const adopts = new Set(shares.flatMap(({ line, adopted }) => (adopted > 0 ? line.pendingReturns : [])));
  if (items.length > 0 || adopts.size > 0)
    await openWithdrawnReturn(app, tx, orderId, {
      withdrawalId: id,
      items,
      adopts: [...adopts],
      days: minWithdrawalDays,
    });
  const cancelled = itemsOf(units, "cancelled");
  if (cancelled.length === 0) return [];
  const reason = text("Withdrawal from the contract");
  return cancelLines(app, tx, orderId, {
    items: cancelled,
    reason,
    actor,
    key: `withdrawal:${id}`,
    isWithdrawal: true,
  });
}

interface OpenLine {
  line: OrderRow["lines"][number];
  /** Units that are neither cancelled nor returned, nor left to staff by an earlier withdrawal. */
  open: number;
  /** Units that can be cancelled, and shipped ones that can be returned, without staff. */
  cancellable: number;
  returnable: number;
  /** Units of the customer's own returns, which become those of the withdrawal, and these returns. */
  adoptable: number;
  pendingReturns: string[];
  until: string | null;
  isLate: boolean;
}

/** What can be withdrawn from of each line: nothing of an order that has ended. */
async function openLines(
  app: App,
  db: Db | Tx,
  order: OrderRow,
  { now = app.now(), canAct = order.status !== "pending_payment" } = {},
): Promise<OpenLine[]> {
  const { timezone } = await getCachedSettings(app);
  const hasEnded = ["cancelled", "expired", "closed_returned"].includes(order.status);
  const earlier = (await rows.listWithdrawals(db, order.id)).flatMap(({ units }) => units);
  const today = localDay(now, timezone);
  const isLateOf = (line: OrderRow["lines"][number]) => {
    const until = lastWithdrawalDay(order, line, timezone);
    return { until, isLate: until !== null && today > until };
  };
  const taken = new Set(
    order.lines.filter((line) => !isLateOf(line).isLate && line.withdrawal_exclusion === "none").map(({ id }) => id),
  );
  const pendingReturns = !canAct || hasEnded ? [] : await listAdoptable(db, order.id, [...taken]);
  return order.lines.map((line) => {
    const unshipped = hasEnded ? 0 : line.quantity - line.cancelled_qty - line.fulfilled_qty;
    const pending = order.pending_returns[line.id] ?? 0;
    const shipped = hasEnded ? 0 : Math.max(0, line.fulfilled_qty - line.returned_qty - pending);
    const { until, isLate } = isLateOf(line);
    const isLeft = !canAct || isLate || isExcluded(line);
    const cancellable = isLeft ? 0 : unshipped;
    // What may have been opened isn't promised to be taken back.
    const returnable = isLeft || line.withdrawal_exclusion !== "none" ? 0 : shipped;
    // What was left to staff can be withdrawn from again once it needs none of them.
    const others = unshipped + shipped - cancellable - returnable - unanswered(line, earlier);
    const mine = pendingReturns.filter(({ order_item_id }) => order_item_id === line.id);
    const adoptable = mine.reduce((sum, { quantity }) => sum + quantity, 0);
    const open = cancellable + returnable + adoptable + Math.max(0, others);
    return { line, open, cancellable, returnable, adoptable, pendingReturns: mine.map(({ id }) => id), until, isLate };
  });
}

/** Units of a line that were left to staff, and neither cancelled nor returned since. */
const unanswered = (line: OrderRow["lines"][number], units: rows.WithdrawnUnits[]) =>
  units
    .filter(({ order_item_id, outcome }) => order_item_id === line.id && outcome === "left")
    .map(({ quantity, done_qty }) => quantity - (line.cancelled_qty + line.returned_qty - done_qty))
    .reduce((sum, left) => sum + Math.max(0, left), 0);

type WantedLine = OpenLine & { quantity: number };

/** The units that a withdrawal is about: with a note alone, staff read which. */
function wantedUnits(lines: OpenLine[], { asked: { items, note } }: Request): WantedLine[] {
  if (items === undefined)
    return note ? [] : lines.filter(({ open }) => open > 0).map((line) => ({ ...line, quantity: line.open }));
  const units = new Map(sumByLine(items).map((item) => [item.order_item_id, item.quantity]));
  return lines
    .map((line) => ({ ...line, quantity: Math.min(line.open, units.get(line.line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** What is done with units: those not shipped are cancelled first. Late and excluded ones are left to staff. */
function splitUnits(wanted: WantedLine[]): rows.WithdrawnUnits[] {
  const split = (wantedLine: WantedLine): rows.WithdrawnUnits[] => {
    const { line, quantity } = wantedLine;
    const { cancelled, returned, adopted } = shareUnits(wantedLine);
    const of = { order_item_id: line.id, done_qty: line.cancelled_qty + line.returned_qty + cancelled };
    return [
      { ...of, quantity: cancelled, outcome: "cancelled" },
      { ...of, quantity: returned + adopted, outcome: "return" },
      { ...of, quantity: quantity - cancelled - returned - adopted, outcome: "left" },
    ];
  };
  return wanted.flatMap(split).filter(({ quantity }) => quantity > 0);
}

/** Units of a line to cancel, to return, and that a return has already; the others are left to staff. */
function shareUnits({ quantity, cancellable, returnable, adoptable }: WantedLine) {
  const cancelled = Math.min(quantity, cancellable);
  const returned = Math.min(quantity - cancelled, returnable);
  return { cancelled, returned, adopted: Math.min(quantity - cancelled - returned, adoptable) };
}

/** Whether nothing of an order stays with the customer, and some comes back: cancelling refunds the delivery by itself. */
const comesBack = (lines: OpenLine[], units: rows.WithdrawnUnits[]) =>
  units.some(({ outcome }) => outcome === "return") &&
  sumUnits(units) === lines.reduce((sum, { open }) => sum + open, 0);

const sumUnits = (units: rows.WithdrawnUnits[]) => units.reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether an item can't be withdrawn from at all; others can until they are opened. */
export const isExcluded = ({
  withdrawal_exclusion: exclusion,
}: Pick<OrderRow["lines"][number], "withdrawal_exclusion">) =>
  exclusion === "perishable" || exclusion === "made_to_order";

const itemsOf = (units: rows.WithdrawnUnits[], outcome: rows.Outcome): Items =>
  units.filter((unit) => unit.outcome === outcome).map(({ order_item_id, quantity }) => ({ order_item_id, quantity }));
