import { keepOnePayment, type PaymentSums, paymentSums } from "#server/payments/payments.ts";
import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { dueOf, isComplete, isUndone, paymentStatusOf } from "./machine.ts";
import { type Actor, writeMoney } from "./moving.sql.ts";
import { move, newsOf, note, system, tell } from "./moving.ts";
import { lockOrder, type OrderHead } from "./orders.sql.ts";
import { takePerksAgain } from "./perks.ts";
import { reserveAgain } from "./stock.ts";

const provider: Actor = { type: "provider", id: null };

/** Brings an order in line with what its payments come to now. Doing it again changes nothing. */
export async function settle(house: House, tx: Tx, orderId: string) {
  const order = await lockOrder(tx, orderId);
  if (!order) return;
  const sums = await paymentSums(tx, orderId);
  const counted = await countMoney(house, tx, order, sums);
  const net = sums.captured - sums.refunded - sums.returning;
  const covered = net + sums.authorized >= dueOf(order) && net + sums.authorized > 0;
  switch (order.status) {
    case "pending_payment":
      if (sums.mismatched) await holdMismatch(house, tx, counted);
      else if (covered) await move(house, tx, counted, "confirm", { actor: provider });
      break;
    case "expired":
    case "cancelled":
      if (net + sums.authorized > 0) {
        await acceptLate(house, tx, counted, covered && !sums.mismatched);
        await countCards(house, tx, counted);
      }
      break;
    case "confirmed":
    case "processing":
    case "completed":
      await completeIfDone(house, tx, counted);
      break;
  }
  if (net + sums.authorized > dueOf(order) && !sums.mismatched) await returnSecond(house, tx, orderId);
}

/** The same once something went back on gift cards or was taken off them again; an order without cards is left alone. */
export async function countCards(house: House, tx: Tx, order: OrderHead): Promise<OrderHead> {
  if (order.gift_card_amount === 0) return order;
  return countMoney(house, tx, found(await lockOrder(tx, order.id)), await paymentSums(tx, order.id));
}

/** Writes what was paid and given back as its payments have it. The order must be locked. */
export async function countMoney(house: House, tx: Tx, order: OrderHead, sums: PaymentSums): Promise<OrderHead> {
  const money = { ...sums, cards: order.gift_card_amount, cardsBack: order.gift_card_back };
  const status = paymentStatusOf(money, dueOf(order), Math.max(0, dueOf(order) - order.cancelled_amount));
  const version = await writeMoney(tx, order.id, { paid: sums.captured, refunded: sums.refunded, status });
  const counted = {
    ...order,
    payment_status: status,
    paid_amount: sums.captured,
    refunded_amount: sums.refunded,
    version,
  };
  await tell(tx, counted);
  const amount = sums.refunded - order.refunded_amount;
  if (amount > 0)
    await house.happenings.announce(tx, "orders.refunded", {
      ...newsOf(order),
      amount,
      refunded: sums.refunded,
      currency: order.currency,
    });
  return counted;
}

const holdMismatch = (house: House, tx: Tx, order: OrderHead) =>
  move(house, tx, order, "mismatch", { actor: provider, reason: "amount_mismatch", heldFrom: "confirmed" });

/** Money for an order that had ended: it lives again if its goods are still there, else somebody must look at it. */
async function acceptLate(house: House, tx: Tx, order: OrderHead, asAsked: boolean) {
  if (!asAsked) {
    await move(house, tx, order, "dispute", { actor: provider, reason: "amount_mismatch_late", heldFrom: "confirmed" });
    return;
  }
  const stock = await reserveAgain(house, tx, order.id);
  if (stock.kind === "reserved" && (await takePerksAgain(tx, order.id, house.now())))
    await move(house, tx, order, "revive", { actor: provider });
  else if (stock.kind === "reserved")
    await move(house, tx, order, "dispute", {
      actor: provider,
      reason: "gift_card_spent",
      heldFrom: "confirmed",
      text: "Paid after it had ended, and what a gift card paid of it is spent.",
    });
  else
    await move(house, tx, order, "dispute", {
      actor: provider,
      reason: "paid_no_stock",
      heldFrom: "confirmed",
      text: "Paid after it had ended, and some of the goods are sold.",
    });
}

/** An order paid twice gets the second payment back at once. */
async function returnSecond(house: House, tx: Tx, orderId: string) {
  if (!(await keepOnePayment(house, tx, orderId))) return;
  const order = await lockOrder(tx, orderId);
  const text = "The order was paid twice. The second payment goes back.";
  if (order) await note(house, tx, order, system, { type: "payment_returned", text, isPublic: true });
}

/** Completes an order of which everything arrived and is paid, and closes a completed one of which nothing is left. */
export async function completeIfDone(house: House, tx: Tx, order: OrderHead): Promise<OrderHead> {
  const open = order.status === "confirmed" || order.status === "processing";
  const done = open && isComplete(order) ? await move(house, tx, order, "complete", { actor: system }) : order;
  return done.status === "completed" && isUndone(done) ? move(house, tx, done, "close", { actor: system }) : done;
}
