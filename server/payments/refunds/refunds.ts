import { v7 as uuid } from "uuid";
import type { Refund } from "#contract/payments.ts";
import { type ReportedEvents, recordEvents } from "#server/payments/events.ts";
import { gatewayOf, isRemote } from "#server/payments/gateways/gateways.ts";
import {
  isOpen,
  isPromised,
  mayBeTriedAgain,
  providerPayment,
  sumsOf,
  toTake,
} from "#server/payments/payment-state.ts";
import {
  findPayment,
  lockPayments,
  markCancelled,
  ownAccord,
  type PaymentRow,
  updateTotalsAndStatus,
} from "#server/payments/payments.sql.ts";
import { schedulePaymentSync, syncPayment } from "#server/payments/provider-sync.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { tellToSend } from "./manual-refunds.ts";
import type { RefundRow } from "./refunds.sql.ts";
import * as rows from "./refunds.sql.ts";

/** Money to be returned, in minor units. `key` names the wish: asked for again it is the same refund. */
export interface RefundWish {
  orderId: string;
  amount: number;
  reason: string;
  /** The administrator or customer who asked; null for the shop itself. */
  requestedBy: number | null;
  key: string;
}

/**
 * Returns part of what was paid for an order, or lessens by it what was only promised (cash on delivery, a card not yet
 * charged): of one payment, or of several where none is enough, by a refund of each. The order must be locked. Throws
 * `refund_too_much` beyond what is there, `idempotency_mismatch` for a key used for another amount. It is sent at once where
 * the shop itself keeps the books of that way to pay, else once the transaction has committed: it is then `pending`, and the
 * order shows it when it is done.
 */
export async function refundPart(app: App, tx: Tx, wish: RefundWish): Promise<Refund[]> {
  const earlier = await rows.listByKey(tx, wish.orderId, wish.key);
  if (earlier.length > 0) {
    if (earlier.reduce((sum, { wished }) => sum + wished, 0) !== wish.amount) throw new Problem("idempotency_mismatch");
    return earlier.map(shownRefund);
  }
  const made = await ask(app, tx, parted(await withRoom(tx, await lockPayments(tx, wish.orderId)), wish));
  return Promise.all(made.map(async ({ id }) => shownRefund(assertFound(await rows.findRefund(tx, id)))));
}

/** What of a wish goes back of which payment. */
function parted(roomy: Room[], wish: RefundWish): Part[] {
  // What the shop gave up and could not return by itself goes back first: the order never owed it.
  const inTurn = roomy
    .filter(({ room }) => room > 0)
    .sort((one, other) => Number(other.payment.cancelled_at !== null) - Number(one.payment.cancelled_at !== null));
  const enough = inTurn.find(({ room }) => room >= wish.amount);
  if (enough) return [{ payment: enough.payment, wish }];
  const parts: Part[] = [];
  let rest = wish.amount;
  for (const { payment, room } of inTurn) {
    const amount = Math.min(rest, room);
    if (amount > 0) parts.push({ payment, wish: { ...wish, amount, key: rows.nthKey(wish.key, parts.length + 1) } });
    rest -= amount;
  }
  if (rest > 0) throw new Problem("refund_too_much", { details: { left: wish.amount - rest } });
  return parts;
}

/**
 * Sends refunds that were just made. Throws `payment_refused` when the provider declined the only one: the order is then as
 * it was before. Of several others may have gone, so that what was decided stands, and somebody is told.
 */
export async function sendRefunds(app: App, refunds: Refund[]): Promise<void> {
  for (const { id } of refunds) {
    const made = assertFound(await rows.findRefund(app.db, id));
    if (made.status === "pending") await syncPayment(app, made.payment_id);
    const sent = assertFound(await rows.findRefund(app.db, id));
    if (sent.status === "failed" && refunds.length === 1) throw new Problem("payment_refused");
  }
}

/** All refunds of an order, oldest first. */
export const refundsOf = async (db: Db | Tx, orderId: string): Promise<Refund[]> =>
  (await rows.listRefunds(db, orderId)).map(shownRefund);

const shownRefund = ({ id, payment_id, amount, currency, reason, status, created_at }: RefundRow): Refund => ({
  id,
  payment_id,
  amount: { amount, currency },
  reason,
  status,
  created_at,
});

interface Room {
  payment: PaymentRow;
  room: number;
}

/** What can still be taken back of each payment, most first; what is on its way back is gone already. */
async function withRoom(tx: Tx, payments: PaymentRow[]): Promise<Room[]> {
  const pending = Map.groupBy(
    await rows.listPending(
      tx,
      payments.map(({ id }) => id),
    ),
    (refund) => refund.payment_id,
  );
  return payments
    .map((payment) => {
      const promised = isPromised(payment) ? payment.authorized_amount : 0;
      const there = payment.status === "disputed" ? 0 : Math.max(payment.captured_amount, promised);
      const waiting = (pending.get(payment.id) ?? []).reduce((sum, { amount }) => sum + amount, 0);
      return { payment, room: there - payment.refunded_amount - waiting };
    })
    .sort((one, other) => other.room - one.room);
}

interface Part {
  payment: PaymentRow;
  wish: RefundWish;
}

interface Sendable {
  payment: PaymentRow;
  refund: RefundRow;
}

/** All are written before one is entered, so that nobody takes what is yet to go back for too much. */
async function ask(app: App, tx: Tx, parts: Part[]): Promise<RefundRow[]> {
  const made: RefundRow[] = [];
  const here: Sendable[] = [];
  for (const { payment, wish } of parts) {
    const refund = await rows.insertRefund(tx, newRefund(payment, wish, app.now()));
    made.push(refund);
    if (payment.captured_amount === 0) continue;
    if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment);
    else here.push({ payment, refund });
  }
  await recordEvents(app, tx, await Promise.all(here.map((one) => sentHere(app, tx, one))));
  return made;
}

const newRefund = (payment: PaymentRow, wish: RefundWish, at: Date): rows.NewRefund => ({
  ...wish,
  id: uuid(),
  paymentId: payment.id,
  currency: payment.currency,
  at,
});

async function sentHere(app: App, tx: Tx, { payment, refund }: Sendable): Promise<ReportedEvents> {
  await tellToSend(app, tx, payment, refund);
  const wish = { refundId: refund.id, amount: refund.amount, isRepeat: false, round: 0 };
  return { payment, events: await gatewayOf(app, payment.provider).refund(providerPayment(app, payment), wish) };
}

/**
 * Sends what was to be less of a promise and was taken nevertheless, as a provider does that was asked by somebody else.
 * The payments of its order must be locked.
 */
export async function returnSurplus(app: App, tx: Tx, paymentId: string) {
  const payment = assertFound(await findPayment(tx, paymentId));
  if (payment.status === "disputed" || payment.captured_amount === 0) return;
  const pending = await rows.listPending(tx, [paymentId]);
  if (pending.length === 0) return;
  if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment);
  else await recordEvents(app, tx, await Promise.all(pending.map((refund) => sentHere(app, tx, { payment, refund }))));
}

/**
 * Gives every payment of an order up for good: promises are let go, money taken goes back, also what comes of them later.
 * Doing it again changes nothing.
 */
export async function endPayments(app: App, tx: Tx, orderId: string) {
  const payments = await lockPayments(tx, orderId);
  await giveUp(app, tx, payments, "The order was cancelled.");
}

/** Returns what was paid for an order, which may be paid again. */
export async function returnPayments(app: App, tx: Tx, orderId: string, reason: string) {
  await giveBack(app, tx, await lockPayments(tx, orderId), reason);
}

/** Returns what came of payments the shop had given up: once, as a provider that declined would only decline again. */
export async function refundCancelledPayments(app: App, tx: Tx, orderId: string) {
  const payments = (await lockPayments(tx, orderId)).filter(({ cancelled_at }) => cancelled_at !== null);
  const declined = await rows.listDeclined(tx, orderId);
  const untried = payments.filter(({ id, captured_amount }) => captured_amount > 0 && !declined.has(id));
  await giveBack(app, tx, untried, "The order did not need it.");
}

/**
 * Keeps the payments that cover the `owed` minor units of an order, and gives every further one back: nobody pays twice.
 * True if there was a further one.
 */
export async function refundDuplicatePayments(app: App, tx: Tx, orderId: string, owed: number): Promise<boolean> {
  // What is too much as a part of a refund did not go is no second payment: a person returns it another way.
  if (await rows.isPartMissing(tx, orderId)) return false;
  const payments = await withRoom(tx, await lockPayments(tx, orderId));
  const oldest = payments
    .filter(({ payment, room }) => room > 0 && payment.cancelled_at === null)
    .sort((one, other) => (one.payment.id < other.payment.id ? -1 : 1));
  const needed = owed > 0 ? neededPayments(oldest, owed) : partlyRefunded(oldest);
  const extra = oldest.filter((one) => !needed.includes(one)).map(({ payment }) => payment);
  if (extra.length === 0) return false;
  await giveUp(app, tx, extra, twice);
  const [only, ...others] = needed;
  const beyond = owed > 0 && others.length === 0 && only?.payment.captured_amount ? only.room - owed : 0;
  if (only && beyond > 0) await ask(app, tx, [byItself(only.payment, beyond, twice)]);
  return true;
}
const twice = "The order was paid twice.";

/**
 * The payments that cover what is owed: one alone where one does, else as many as that takes. Captured money goes before
 * authorizations, an exact amount before a larger one, the older before the newer.
 */
function neededPayments(oldest: Room[], owed: number): Room[] {
  const [captured, authorized] = [oldest.filter(isCaptured), oldest.filter((one) => !isCaptured(one))];
  const alone = captured.find(({ room }) => room === owed) ?? captured.find(({ room }) => room > owed);
  if (alone) return [alone];
  const needed = takeUntil(captured, owed);
  const missing = owed - sumRoom(needed);
  if (missing <= 0) return needed;
  const covering = authorized.find(({ room }) => room >= missing);
  return [...needed, ...(covering ? [covering] : takeUntil(authorized, missing))];
}
const takeUntil = (rooms: Room[], amount: number) =>
  rooms.filter((_, index) => sumRoom(rooms.slice(0, index)) < amount);
const sumRoom = (rooms: Room[]) => rooms.reduce((sum, { room }) => sum + room, 0);
const isCaptured = ({ payment }: Room) => payment.captured_amount > 0;

/** What is left of a payment of which some was refunded is no second payment: a person says whether it is too much. */
const partlyRefunded = (oldest: Room[]) =>
  oldest.filter((one) => isCaptured(one) && one.room < one.payment.captured_amount).slice(0, 1);

async function giveUp(app: App, tx: Tx, payments: PaymentRow[], reason: string) {
  const ids = payments.map(({ id }) => id);
  await markCancelled(tx, ids, app.now());
  await giveBack(app, tx, payments, reason);
}

async function giveBack(app: App, tx: Tx, payments: PaymentRow[], reason: string) {
  for (const { payment, room } of await withRoom(tx, payments)) {
    if (payment.status === "authorized") await letGo(app, tx, payment);
    else if (payment.captured_amount > 0 && room > 0) await ask(app, tx, [byItself(payment, room, reason)]);
    else if (isOpen(payment)) await close(app, tx, payment);
    else if (mayBeTriedAgain(payment) && isRemote(app, payment.provider))
      await schedulePaymentSync(app, tx, payment, "cancel");
  }
}

const byItself = (payment: PaymentRow, amount: number, reason: string): Part => ({
  payment,
  wish: { orderId: payment.order_id, amount, reason, requestedBy: null, key: `${ownAccord}${uuid()}` },
});

async function letGo(app: App, tx: Tx, payment: PaymentRow) {
  for (const { id } of await rows.listPending(tx, [payment.id]))
    await rows.endRefund(tx, id, "dropped", "Nothing was taken.", app.now());
  if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment, "cancel");
  else {
    const events = await gatewayOf(app, payment.provider).cancel(providerPayment(app, payment));
    await recordEvents(app, tx, [{ payment, events }]);
  }
}

async function close(app: App, tx: Tx, payment: PaymentRow) {
  await updateTotalsAndStatus(tx, payment.id, { ...sumsOf(payment), status: "expired" }, undefined, app.now());
  if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment, "cancel");
}

/** Takes money that was only promised and is not given up (cash, once it has been delivered), less what was to be less of it. */
export async function collectPayments(app: App, tx: Tx, orderId: string) {
  const promised = (await lockPayments(tx, orderId)).filter(isPromised);
  for (const payment of promised) {
    if (isRemote(app, payment.provider)) await schedulePaymentSync(app, tx, payment, "capture");
    else await collectHere(app, tx, payment);
  }
}

async function collectHere(app: App, tx: Tx, payment: PaymentRow) {
  const pending = await rows.listPending(tx, [payment.id]);
  const amount = toTake(payment, pending);
  const events = await gatewayOf(app, payment.provider).capture(providerPayment(app, payment), amount);
  const back = amount < payment.authorized_amount ? [] : pending;
  const less = await Promise.all(back.map((refund) => sentHere(app, tx, { payment, refund })));
  await recordEvents(app, tx, [{ payment, events: [...events, ...less.flatMap((told) => told.events)] }]);
}
