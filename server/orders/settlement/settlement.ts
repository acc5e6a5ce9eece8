import type { OrderStatus } from "#contract/orders/orders.ts";
import {
  amountDue,
  amountOwed,
  availableFunds,
  balanceDue,
  coversDue,
  wasCovered,
} from "#server/orders/ledger/balance.ts";
import { insertEntries } from "#server/orders/ledger/ledger.sql.ts";
import { listLines, lockOrder, type OrderHead } from "#server/orders/orders.sql.ts";
import { move } from "#server/orders/status/transitions.ts";
import {
  type PaymentFunds,
  type PaymentTransaction,
  paymentFunds,
  refundCancelledPayments,
} from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { alertMismatch, authorizationExpired, expiredWhileOnHold } from "./authorization-expired.ts";
import { completeIfDone } from "./completion.ts";
import { acceptLatePayment } from "./late-payments.ts";
import { type Settling, updateMoney } from "./money.ts";
import { provider, releaseReplaced, releaseSettled } from "./on-hold.ts";
import { returnOverpayment } from "./overpayment.ts";

interface Case {
  /** The case in words, as docs/decisions/0022-order-ledger.md lists it. */
  name: string;
  when(settling: Settling): boolean | Promise<boolean>;
  act(settling: Settling): Promise<unknown>;
}

const isSold = (status: OrderStatus) => ["confirmed", "processing", "completed", "closed_returned"].includes(status);
const isHeldFor = ({ hold_reason }: OrderHead, ...reasons: string[]) => reasons.includes(hold_reason ?? "");
const isFullyPaid = ({ order, funds }: Settling) => coversDue(order, funds) && !funds.is_mismatched;
const hasExpired = ({ order, funds }: Settling) =>
  funds.is_voided && availableFunds(order, funds) <= 0 && amountOwed(order) > 0;

const endedOrder: Case[] = [
  {
    name: "a payment arrives late",
    when: ({ order, funds }) => availableFunds(order, funds) > 0,
    // Units that were cancelled before are paid for as well: a person decides what goes back.
    act: async (settling) => acceptLatePayment(settling, isFullyPaid(settling) && !(await hasCancelledUnits(settling))),
  },
];
const soldOrder: Case[] = [
  {
    name: "the authorization expired",
    when: hasExpired,
    act: authorizationExpired,
  },
  {
    name: "nothing is missing: complete once all arrived",
    when: () => true,
    act: ({ app, tx, order }) => completeIfDone(app, tx, order),
  },
];

/** What is done when payments of an order changed: the first case of its status that holds. */
export const settlementCases: Record<OrderStatus, Case[]> = {
  pending_payment: [
    {
      name: "another amount or currency than asked for",
      when: ({ funds }) => funds.is_mismatched,
      act: ({ app, tx, order }) =>
        move(app, tx, order, "mismatch", { actor: provider, reason: "amount_mismatch", heldFrom: "confirmed" }),
    },
    {
      name: "paid or authorized in full",
      when: ({ order, funds }) => wasCovered(order, funds),
      act: ({ app, tx, order }) => move(app, tx, order, "confirm", { actor: provider }),
    },
  ],
  on_hold: [
    {
      name: "the rest was paid",
      when: (settling) => isHeldFor(settling.order, "amount_mismatch", cardSpent) && isFullyPaid(settling),
      act: ({ app, tx, order }) => releaseSettled(app, tx, order, "The rest of what was asked for was paid."),
    },
    {
      name: "with units cancelled what was paid is enough",
      when: isEnough,
      act: ({ app, tx, order }) => releaseSettled(app, tx, order, enough),
    },
    {
      name: "an expired authorization was paid another way",
      when: ({ order, funds }) =>
        isHeldFor(order, "promise_lapsed") &&
        availableFunds(order, funds) > 0 &&
        balanceDue(order, funds) <= 0 &&
        !funds.is_mismatched,
      act: ({ app, tx, order }) => releaseReplaced(app, tx, order),
    },
    {
      name: "the authorization expired",
      when: hasExpired,
      act: expiredWhileOnHold,
    },
  ],
  expired: endedOrder,
  cancelled: endedOrder,
  confirmed: soldOrder,
  processing: soldOrder,
  completed: soldOrder,
  closed_returned: [],
};

/** Writes what payments moved into the ledger of their order and acts on its balance. Doing it again changes nothing. */
export async function settle(app: App, tx: Tx, orderId: string, transactions: PaymentTransaction[] = []) {
  // The statements go out together; the funds are read once the order is locked.
  const [, before, funds] = await Promise.all([
    insertEntries(tx, orderId, transactions, { actor: provider, at: app.now() }),
    lockOrder(tx, orderId),
    paymentFunds(tx, orderId),
  ]);
  if (!before) return;
  const order = await updateMoney(app, tx, before, funds);
  const settling = { app, tx, order, funds };
  for (const one of settlementCases[order.status])
    if (await one.when(settling)) {
      await one.act(settling);
      break;
    }
  if (isSold(order.status) && funds.is_mismatched) await alertMismatch(app, tx, order);
  // Of an order that is not sold only a person can say how much of it is owed.
  const owed = isSold(order.status) ? amountOwed(order) : amountDue(order);
  if (availableFunds(order, funds) > owed && !funds.is_mismatched)
    await returnOverpayment(settling, { owed, isSold: isSold(order.status) });
  if (funds.has_refunds_due) await refundCancelledPayments(app, tx, orderId);
}

const cardSpent = "gift_card_spent";
/** Whether an order has its goods and is held only as its gift cards do not pay their share any more. */
export const isWithoutCards = ({ hold_reason }: Pick<OrderHead, "hold_reason">) => hold_reason === cardSpent;

/** Releases an order that is held as too little was paid, where with units of it cancelled that is enough now. */
export async function releaseIfEnough(app: App, tx: Tx, order: OrderHead, funds: PaymentFunds) {
  if (await isEnough({ app, tx, order, funds })) await releaseSettled(app, tx, order, enough);
}
const enough = "With units cancelled, what was paid is all that is owed.";

/** A refund on its way may be declined, and its units are wanted again then: until it is confirmed nothing is enough. */
async function isEnough(settling: Settling): Promise<boolean> {
  const { order, funds } = settling;
  const isShort = order.status === "on_hold" && isHeldFor(order, "amount_mismatch", cardSpent);
  const isEven = balanceDue(order, funds) === 0 && funds.pending_refunds === 0;
  const isClear = !funds.in_other_currency && !funds.is_disputed;
  return isShort && isEven && isClear && (await hasCancelledUnits(settling));
}

const hasCancelledUnits = async ({ tx, order }: Settling) =>
  (await listLines(tx, order.id)).some(({ cancelled_qty }) => cancelled_qty > 0);
