import { isSold, orderCan } from "#contract/orders/order-transitions.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import { isToBeSent } from "#contract/payments.ts";
import {
  amountDue,
  amountOwed,
  availableFunds,
  balanceDue,
  capturedFunds,
  isPaidInFull,
  wasPaidInFull,
} from "#server/orders/ledger/balance.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { askForRefundAccount } from "#server/orders/refunds/refund-account.ts";
import { updateHoldReason } from "#server/orders/status/transitions.sql.ts";
import { addTimelineEvent, changeStatus, provider, system } from "#server/orders/status/transitions.ts";
import {
  findFunds,
  listPayments,
  listRefunds,
  type PaymentFunds,
  type PaymentTransaction,
  refundCancelledPayments,
  refundDuplicatePayments,
  roundToPayable,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import { inOrder, type Tx } from "#server/platform/database/database.ts";
import { acceptLatePayment } from "./late-payments.ts";
import { removeFromCart } from "./order-stock.ts";
import { completeIfDone, updatePaymentStatus } from "./payment-status.ts";

/** A locked order whose payments have changed, and their funds. */
interface Settling {
  app: App;
  tx: Tx;
  order: OrderHead;
  funds: PaymentFunds;
}
interface Case {
  /** As in the table "Settlement" of docs/decisions/0022-order-ledger.md. */
  name: string;
  when(settling: Settling): boolean | Promise<boolean>;
  act(settling: Settling): Promise<unknown>;
}

const isHeldFor = ({ hold_reason }: OrderHead, ...reasons: string[]) => reasons.includes(hold_reason ?? "");
const isFullyPaid = ({ order, funds }: Settling) => isPaidInFull(order, funds) && !funds.is_mismatched;
const hasExpired = ({ order, funds }: Settling) =>
  funds.is_voided && availableFunds(order, funds) <= 0 && amountOwed(order) > 0;

const endedOrder: Case[] = [
  {
    name: "a payment arrives late",
    when: ({ order, funds }) => availableFunds(order, funds) > 0,
    // A person decides about the payment of units that were cancelled before.
    act: async (settling) => {
      const isExact = isFullyPaid(settling) && !(await hasCancelledUnits(settling));
      await acceptLatePayment(settling.app, settling.tx, settling.order, isExact);
    },
  },
];
const soldOrderCases: Case[] = [
  {
    name: "the authorization expired",
    when: hasExpired,
    act: holdForExpiredAuthorization,
  },
  {
    name: "nothing is missing",
    when: () => true,
    act: ({ app, tx, order }) => completeIfDone(app, tx, order),
  },
];

/** The settlement of an order after a change of its payments: the first case of its status that applies. */
export const settlementCases: Record<OrderStatus, Case[]> = {
  pending_payment: [
    {
      name: "another amount or currency than asked for",
      when: ({ funds }) => funds.is_mismatched,
      act: ({ app, tx, order }) =>
        changeStatus(app, tx, order, "hold_mismatch", {
          actor: provider,
          reason: "amount_mismatch",
          heldFrom: "confirmed",
        }),
    },
    {
      name: "paid or authorized in full",
      when: ({ order, funds }) => wasPaidInFull(order, funds),
      act: ({ app, tx, order }) => changeStatus(app, tx, order, "confirm", { actor: provider }),
    },
  ],
  on_hold: [
    {
      name: "the rest was paid",
      when: (settling) => isHeldFor(settling.order, "amount_mismatch", cardSpent) && isFullyPaid(settling),
      act: ({ app, tx, order }) => releaseSettled(app, tx, order, "rest_paid"),
    },
    {
      name: "with units cancelled what was paid is enough",
      when: isEnough,
      act: ({ app, tx, order }) => releaseSettled(app, tx, order, "items_cancelled"),
    },
    {
      name: "what was paid too much was refunded",
      when: ({ order, funds }) =>
        isHeldFor(order, "amount_mismatch") && order.paid_amount > amountDue(order) && isSettled(order, funds),
      act: ({ app, tx, order }) => releaseSettled(app, tx, order, "overpayment_refunded"),
    },
    {
      name: "an expired authorization was paid another way",
      when: ({ order, funds }) =>
        isHeldFor(order, "authorization_expired") &&
        availableFunds(order, funds) > 0 &&
        balanceDue(order, funds) <= 0 &&
        !funds.is_mismatched,
      act: ({ app, tx, order }) => releasePaidAnotherWay(app, tx, order),
    },
    {
      name: "the authorization expired",
      when: hasExpired,
      act: expireAuthorizationOnHold,
    },
  ],
  expired: endedOrder,
  cancelled: endedOrder,
  confirmed: soldOrderCases,
  processing: soldOrderCases,
  completed: soldOrderCases,
  closed_returned: [],
};

/** Writes payment transactions into the ledger of their order and settles its balance. Idempotent. */
export async function settle(app: App, tx: Tx, orderId: string, transactions: PaymentTransaction[] = []) {
  const [, before, funds] = await inOrder(
    tx,
    () => insertEntries(tx, orderId, transactions, { actor: provider, at: app.now() }),
    () => lockOrder(tx, orderId),
    () => findFunds(tx, orderId),
  );
  if (!before) return;
  const order = await updatePaymentStatus(app, tx, before, funds);
  const settling = { app, tx, order, funds };
  for (const one of settlementCases[order.status])
    if (await one.when(settling)) {
      await one.act(settling);
      break;
    }
  if (isSold(order.status) && funds.is_mismatched && differs(settling)) await alertMismatch(settling);
  await refundOverpayment(settling);
  if (funds.has_refunds_due) await askForRefundAccount(app, tx, order, () => refundCancelledPayments(app, tx, orderId));
}

/** Whether a wrong payment still leaves something due or too much: later refunds and payments may have made it even. */
const differs = ({ order, funds }: Settling) => funds.in_other_currency || balanceDue(order, funds) !== 0;

/** Goods go on being shipped; a person must look at the payment. */
const alertMismatch = (settling: Settling) =>
  alertOf(settling, "mismatch", `The amount captured for order ${settling.order.number} differs from the amount due.`);

/** Alerts administrators once per event of a payment, or per `cause`, so that the next one is alerted again. */
const alertOf = (
  { app, tx, order: { id }, funds }: Settling,
  kind: string,
  message: string,
  cause = funds.latest_event,
) => app.events.emit(tx, "payment.alert_raised", { key: `${kind}:${id}:${cause}`, orderId: id, message });

/** Refunds a duplicate payment; about the excess of a single payment a person decides. */
async function refundOverpayment(settling: Settling) {
  const { app, tx, order, funds } = settling;
  const { id, number, status } = order;
  // Of an order that is not confirmed only a person can say how much of it is owed.
  const owed = isSold(status) ? amountOwed(order) : amountDue(order);
  if (availableFunds(order, funds) <= owed || funds.is_mismatched) return;
  const earlier = new Set((await listRefunds(tx, id)).map((refund) => refund.id));
  if (await askForRefundAccount(app, tx, order, () => refundDuplicatePayments(app, tx, id, owed))) {
    const cause = capturedFunds(order, funds) <= owed ? "authorized_twice" : "paid_twice";
    const to_send = (await listRefunds(tx, id)).some((refund) => !earlier.has(refund.id) && isToBeSent(refund));
    const now = await lockOrder(tx, id);
    if (now) await addTimelineEvent(app, tx, now, system, { type: "payment_returned", data: { cause, to_send } });
  } else if (isSold(status) && (await isRefundable(settling, availableFunds(order, funds) - owed)))
    await alertOf(settling, "overpayment", `Order ${number} was overpaid. Refund the difference.`);
}

/** Whether the providers can refund anything of an excess: rounding may leave less than they can move. */
async function isRefundable({ app, tx, order }: Settling, excess: number): Promise<boolean> {
  const providers = (await listPayments(tx, order.id)).map(({ provider }) => provider);
  return roundToPayable(app, providers, excess, order.currency) > 0;
}

const cardSpent = "gift_card_spent";
/** Whether an order is on hold only because its gift cards no longer pay their part. */
export const isWithoutCards = ({ hold_reason }: Pick<OrderHead, "hold_reason">) => hold_reason === cardSpent;

/** Releases an order on hold for an underpayment if what was paid is enough after units were cancelled. */
export async function releaseIfEnough(app: App, tx: Tx, order: OrderHead, funds: PaymentFunds) {
  if (await isEnough({ app, tx, order, funds })) await releaseSettled(app, tx, order, "items_cancelled");
}

async function isEnough(settling: Settling): Promise<boolean> {
  const { order, funds } = settling;
  const isShort = order.status === "on_hold" && isHeldFor(order, "amount_mismatch", cardSpent);
  return isShort && isSettled(order, funds) && (await hasCancelledUnits(settling));
}

/** Whether exactly what is owed is paid. False while a refund is pending: if it is declined, its units are owed again. */
function isSettled(order: OrderHead, funds: PaymentFunds): boolean {
  const isEven = balanceDue(order, funds) === 0 && funds.pending_refunds === 0;
  return isEven && !funds.in_other_currency && !funds.is_disputed;
}

const hasCancelledUnits = async ({ tx, order }: Settling) =>
  (await listLines(tx, order.id)).some(({ cancelled_qty }) => cancelled_qty > 0);

async function releaseSettled(
  app: App,
  tx: Tx,
  order: OrderHead,
  cause: "rest_paid" | "items_cancelled" | "overpayment_refunded",
) {
  const event = { type: "released", data: { cause } } as const;
  const released = await changeStatus(app, tx, order, "release", { actor: provider, confirms: true, event });
  await removeFromCart(app, tx, released);
  await addTimelineEvent(app, tx, released, provider, { type: "confirmed", data: {} });
}

const reason = "authorization_expired" as const;
const expired = { type: "held", data: { cause: reason } } as const;

/** Puts a confirmed order on hold, so that nothing is shipped until a person has looked at it. */
async function holdForExpiredAuthorization(settling: Settling) {
  const { app, tx, order } = settling;
  if (orderCan.fulfil(order)) await changeStatus(app, tx, order, "hold", { actor: provider, reason, event: expired });
  await alertExpired(settling);
}

/** An authorization of an order on hold expires: a hold by an administrator gets this reason, one by the shop keeps its own. */
async function expireAuthorizationOnHold(settling: Settling) {
  const { app, tx, order } = settling;
  if (order.hold_reason === null) {
    await updateHoldReason(tx, order.id, reason);
    const note = order.hold_note ?? undefined;
    await addTimelineEvent(app, tx, order, provider, {
      type: "held",
      data: { cause: reason, ...(note ? { note } : {}) },
    });
  }
  await alertExpired(settling);
}

/** Releases an order whose expired authorization was paid another way; a hold by an administrator stays. */
async function releasePaidAnotherWay(app: App, tx: Tx, order: OrderHead) {
  if (order.hold_note === null) {
    const event = { type: "released", data: { cause: "paid_another_way" } } as const;
    return completeIfDone(app, tx, await changeStatus(app, tx, order, "release", { actor: provider, event }));
  }
  await updateHoldReason(tx, order.id, null);
  await addTimelineEvent(app, tx, order, provider, { type: "paid", data: {} });
}

const alertExpired = (settling: Settling) =>
  alertOf(
    settling,
    "authorization_expired",
    `The payment authorization for order ${settling.order.number} expired and can't be captured.`,
    settling.funds.voided_payments,
  );
