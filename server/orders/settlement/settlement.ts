import { orderCan } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import {
  keepOnePayment,
  type PaymentSums,
  paymentSums,
  refundsOf,
  returnForgone,
  returnPayments,
} from "#server/payments/payments.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { dueOf, isComplete, isUndone, moneyOf, paymentStatusOf } from "#server/orders/status/order-status.ts";
import { type Actor, writeHoldReason, writeMoney } from "#server/orders/status/transitions.sql.ts";
import { move, note, system, tell } from "#server/orders/status/transitions.ts";
import { lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { goOnWithoutCards, takePerksAgain } from "./adjustments.ts";
import { outOfCart, reserveAgain } from "./order-stock.ts";

const provider: Actor = { type: "provider", id: null };

/** Brings an order in line with what its payments come to now. Doing it again changes nothing. */
export async function settle(app: App, tx: Tx, orderId: string) {
  // What was paid is summed once the order is locked: the statements go out together, and are answered one after the other.
  const [order, sums] = await Promise.all([lockOrder(tx, orderId), paymentSums(tx, orderId)]);
  if (!order) return;
  const counted = await countMoney(app, tx, order, sums);
  const { there, owed, covers, covered } = moneyOf(order, sums);
  const isLapsed = sums.voided && there <= 0 && owed > 0;
  switch (order.status) {
    case "pending_payment":
      if (sums.mismatched) await holdMismatch(app, tx, counted);
      else if (covered) await move(app, tx, counted, "confirm", { actor: provider });
      break;
    case "on_hold":
      if (counted.hold_reason === "amount_mismatch" && covers && !sums.mismatched) await acceptRest(app, tx, counted);
      else if (isWithoutCards(counted) && covers && !sums.mismatched) await acceptRest(app, tx, counted);
      else if (isEnough(counted, sums)) await acceptLess(app, tx, counted);
      else if (isPaidAnew(counted, sums)) await acceptInstead(app, tx, counted);
      else if (isLapsed) await lapsedMeanwhile(app, tx, counted);
      break;
    case "expired":
    case "cancelled":
      if (there > 0) {
        // Units that were cancelled before are paid for as well: somebody must look at what goes back.
        await acceptLate(app, tx, counted, covers && !sums.mismatched && order.cancelled_amount === 0);
        await countCards(app, tx, counted);
      }
      break;
    case "confirmed":
    case "processing":
    case "completed":
      if (sums.mismatched) await tellMismatch(app, tx, counted);
      if (isLapsed) await promiseLapsed(app, tx, counted);
      else await completeIfDone(app, tx, counted);
      break;
  }
  // Of an order that was not sold, or is held, nobody but an administrator can say how much of it is owed.
  const limit = sold.has(order.status) ? owed : dueOf(order);
  if (there > limit && !sums.mismatched) await returnSurplus(app, tx, counted, { owed: limit, sums });
  if (sums.unreturned) await returnForgone(app, tx, orderId);
}

const sold = new Set<OrderStatus>(["confirmed", "processing", "completed", "closed_returned"]);

/** The same once something went back on gift cards or was taken off them again; an order without cards is left alone. */
export async function countCards(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  if (order.gift_card_amount === 0) return order;
  return countMoney(app, tx, assertFound(await lockOrder(tx, order.id)), await paymentSums(tx, order.id));
}

/** Writes what was paid and given back as its payments have it. The order must be locked. */
export async function countMoney(app: App, tx: Tx, order: OrderHead, sums: PaymentSums): Promise<OrderHead> {
  const money = { ...sums, cards: order.gift_card_amount, cardsBack: order.gift_card_back };
  const owedNoMore = Math.max(order.cancelled_amount, sums.waived) + order.set_off_amount;
  const status = paymentStatusOf(money, dueOf(order), Math.max(0, dueOf(order) - owedNoMore));
  const version = await writeMoney(tx, order.id, { paid: sums.captured, refunded: sums.refunded, status });
  const counted = {
    ...order,
    payment_status: status,
    paid_amount: sums.captured,
    refunded_amount: sums.refunded,
    version,
  };
  await tell(tx, counted);
  return counted;
}

const cardSpent = "gift_card_spent";
/** Whether an order has its goods and is held only as its gift cards do not pay their share any more. */
export const isWithoutCards = ({ hold_reason }: Pick<OrderHead, "hold_reason">) => hold_reason === cardSpent;

const holdMismatch = (app: App, tx: Tx, order: OrderHead) =>
  move(app, tx, order, "mismatch", { actor: provider, reason: "amount_mismatch", heldFrom: "confirmed" });

/** Lets an order that is held as too little was paid go on where, with units of it cancelled, it no longer is too little. */
export async function goOnIfEnough(app: App, tx: Tx, order: OrderHead, sums: PaymentSums) {
  if (isEnough(order, sums)) await acceptLess(app, tx, order);
}

/** What is on its way back may be declined, and its units are wanted again then: until it is back nothing is enough. */
function isEnough(order: OrderHead, sums: PaymentSums): boolean {
  const isShort = order.hold_reason === "amount_mismatch" || isWithoutCards(order);
  const isHeldShort = order.status === "on_hold" && isShort && order.cancelled_amount > 0;
  const { there, owed } = moneyOf(order, sums);
  return isHeldShort && there === owed && sums.returning === 0 && !sums.in_other_currency && !sums.disputed;
}

const acceptLess = (app: App, tx: Tx, order: OrderHead) =>
  goOn(app, tx, order, "With units cancelled, what was paid is all that is owed.");

/** Held as its promise lapsed, and paid another way since. */
function isPaidAnew(order: OrderHead, sums: PaymentSums): boolean {
  const { there, owed } = moneyOf(order, sums);
  return order.hold_reason === "promise_lapsed" && there > 0 && there >= owed && !sums.mismatched;
}

/** It goes on where it was, and may have arrived meanwhile; one that an administrator had put on hold before stays so. */
async function acceptInstead(app: App, tx: Tx, order: OrderHead) {
  const text = "What the lapsed promise was for was paid another way.";
  if (order.hold_note === null)
    await completeIfDone(app, tx, await move(app, tx, order, "release", { actor: provider, text }));
  else {
    await writeHoldReason(tx, order.id, null);
    await note(app, tx, order, provider, { type: "paid", text, isPublic: false });
  }
}

/** What was missing came: nobody needs to look any more. */
const acceptRest = (app: App, tx: Tx, order: OrderHead) =>
  goOn(app, tx, order, "The rest of what was asked for was paid.");

async function goOn(app: App, tx: Tx, order: OrderHead, text: string) {
  const sold = await move(app, tx, order, "release", { actor: provider, sells: true, text });
  await outOfCart(app, tx, sold);
  await note(app, tx, sold, provider, { type: "confirmed", text: confirmed, isPublic: true });
}
const confirmed = text("Order confirmed.");

/** Of an order that was sold on a promise not what was promised was taken: somebody must look, its goods go on. */
const tellMismatch = (app: App, tx: Tx, { id, number }: OrderHead) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `mismatch:${id}`,
    orderId: id,
    says: `What was taken for order ${number} is not what was asked for.`,
  });

/** What an order was sold on is promised no more: nothing is shipped on it until somebody has looked. */
async function promiseLapsed(app: App, tx: Tx, order: OrderHead) {
  if (orderCan.fulfil(order))
    await move(app, tx, order, "hold", { actor: provider, reason: "promise_lapsed", text: lapsed });
  await tellLapsed(app, tx, order);
}

/**
 * The same while an administrator has it on hold: it is held for that from now on. One the shop itself holds was never
 * sold, or has to get its goods first: it stays held for what it is.
 */
async function lapsedMeanwhile(app: App, tx: Tx, order: OrderHead) {
  if (order.hold_reason === null) {
    await writeHoldReason(tx, order.id, "promise_lapsed");
    const text = order.hold_note ? `${lapsed} It had been put on hold before: ${order.hold_note}` : lapsed;
    await note(app, tx, order, provider, { type: "held", text, isPublic: false });
  }
  await tellLapsed(app, tx, order);
}

const tellLapsed = (app: App, tx: Tx, { id, number }: OrderHead) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `lapsed:${id}`,
    orderId: id,
    says: `The money promised for order ${number} can't be taken any more.`,
  });
const lapsed = "The money promised for it can't be taken any more.";

/** Money for an order that had ended: it lives again if its goods are still there, else somebody must look at it. */
async function acceptLate(app: App, tx: Tx, order: OrderHead, asAsked: boolean) {
  if (!asAsked) {
    await move(app, tx, order, "dispute", { actor: provider, reason: "amount_mismatch_late", heldFrom: "confirmed" });
    return;
  }
  const stock = await reserveAgain(app, tx, order);
  if (stock.kind === "short") await acceptWithoutStock(app, tx, order);
  else if (await takePerksAgain(tx, order))
    await outOfCart(app, tx, await move(app, tx, order, "revive", { actor: provider }));
  else
    await move(app, tx, await goOnWithoutCards(tx, order), "dispute", {
      actor: provider,
      reason: cardSpent,
      heldFrom: "confirmed",
      text: "Paid after it had ended, and what a gift card paid of it is spent: that is owed now.",
    });
}

/** Goods are sold meanwhile: the money goes back by itself where the shop is set so, else somebody decides. */
async function acceptWithoutStock(app: App, tx: Tx, order: OrderHead) {
  const tried = (await refundsOf(tx, order.id)).some(({ status }) => status === "failed");
  const { refund_without_stock: goesBack } = await getCachedSettings(app);
  if (goesBack && !tried) {
    await note(app, tx, order, system, { type: "payment_returned", text: tooLate.goesBack, isPublic: true });
    await returnPayments(app, tx, order.id, "Its items had been sold.");
    const says = `Order ${order.number} was paid after it had ended, and some of its goods are sold. The money goes back.`;
    return app.events.emit(tx, "payment.alert_raised", {
      key: `no_stock:${order.id}:${order.version}`,
      orderId: order.id,
      says,
    });
  }
  const held = await move(app, tx, order, "dispute", {
    actor: provider,
    reason: "paid_no_stock",
    heldFrom: "confirmed",
    text: "Paid after it had ended, and some of the goods are sold.",
  });
  await note(app, tx, held, system, { type: "waiting_for_stock", text: tooLate.waits, isPublic: true });
}

const tooLate = {
  goesBack: text(
    "Your payment came after the order had ended, and some of its items were sold by then. All of your money goes back.",
  ),
  waits: text(
    "Your payment came after the order had ended, and some of its items were sold by then. We will find a way and write to you; your money is safe.",
  ),
};

/** An order paid twice gets the second payment back at once; of a single one that is too much somebody decides. */
async function returnSurplus(
  app: App,
  tx: Tx,
  { id, number, status }: OrderHead,
  { owed, sums }: { owed: number; sums: PaymentSums },
) {
  if (await keepOnePayment(app, tx, id, owed)) {
    const order = await lockOrder(tx, id);
    const taken = sums.captured - sums.refunded - sums.returning - sums.forgone;
    const said = taken > 0 && taken <= owed ? surplus.promised : surplus.paid;
    if (order) await note(app, tx, order, system, { type: "payment_returned", text: said, isPublic: true });
  } else if (sold.has(status)) {
    const says = `More was paid for order ${number} than is owed for it. Refund what is too much.`;
    await app.events.emit(tx, "payment.alert_raised", { key: `surplus:${id}`, orderId: id, says });
  }
}

const surplus = {
  paid: text("The order was paid twice. The second payment goes back."),
  promised: text("Your payment is here. What had been promised beside it is not charged."),
};

/** Completes an order of which everything arrived and is paid, and closes a completed one of which nothing is left. */
export async function completeIfDone(app: App, tx: Tx, order: OrderHead): Promise<OrderHead> {
  const open = order.status === "confirmed" || order.status === "processing";
  const done =
    open && isComplete(order) && !(await isShort(tx, order))
      ? await move(app, tx, order, "complete", { actor: system })
      : order;
  return done.status === "completed" && isUndone(done) ? move(app, tx, done, "close", { actor: system }) : done;
}

/** Whether all that was paid of an order its customer keeps went back, and it was never all that is owed. */
async function isShort(tx: Tx, order: OrderHead): Promise<boolean> {
  if (order.payment_status !== "refunded" || order.fulfilment_status === "returned") return false;
  const { captured, waived } = await paymentSums(tx, order.id);
  return captured < dueOf(order) - Math.max(order.cancelled_amount, waived) - order.set_off_amount;
}
