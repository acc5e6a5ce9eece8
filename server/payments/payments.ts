import { v7 as uuid } from "uuid";
import type { DemoOutcome, Payment, PaymentProvider } from "#contract/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import type { Charge, GatewayEvent, Underway } from "./gateway.ts";
import { gatewayOf } from "./gateways.ts";
import { enter } from "./ledger.ts";
import { standingOf } from "./machine.ts";
import type { PaymentRow, PaymentSums } from "./payments.sql.ts";
import * as rows from "./payments.sql.ts";
import { expectLateApproval } from "./webhooks.ts";

declare module "#server/platform/happenings.ts" {
  interface Happenings {
    /** Before payments of an order are touched: whoever answers for the order locks it first. */
    "payments.changing": { orderId: string };
    /** What was paid, promised or given back for an order may be different now. */
    "payments.changed": { orderId: string };
  }
}

export { reconcile, signedByDemo } from "./webhooks.ts";
export type { PaymentRow, PaymentSums };

/**
 * Starts to pay an order of `amount` minor units and answers how the attempt stands. An attempt that waits for the
 * customer gives way to it; throws `payment_in_progress` while another is being worked on.
 */
export async function beginPayment(
  house: House,
  tx: Tx,
  order: {
    orderId: string;
    amount: number;
    currency: string;
    provider: PaymentProvider;
    outcome?: DemoOutcome | undefined;
  },
): Promise<PaymentRow> {
  const gateway = gatewayOf(house, order.provider);
  const [id, at] = [uuid(), house.now()];
  const earlier = await rows.lockPayments(tx, order.orderId);
  if (earlier.some((payment) => payment.status === "processing" || payment.status === "authorized"))
    throw new Refusal("payment_in_progress");
  await giveUpWaiting(house, tx, earlier);
  const attempt = {
    paymentId: id,
    amount: order.amount,
    currency: order.currency,
    outcome: order.outcome ?? "approve",
  };
  const charge = await gateway.begin(attempt, at);
  const payment = await keep(tx, { id, at, order, charge });
  if (charge.kind === "processing" && order.provider === "demo") await expectLateApproval(house, tx, payment);
  if (charge.kind === "settled") await house.happenings.announce(tx, "payments.changed", { orderId: order.orderId });
  return payment;
}

async function keep(
  tx: Tx,
  {
    id,
    at,
    order,
    charge,
  }: {
    id: string;
    at: Date;
    order: { orderId: string; amount: number; currency: string; provider: PaymentProvider };
    charge: Charge;
  },
): Promise<PaymentRow> {
  const events = charge.kind === "settled" ? charge.events : [];
  const ledger = events.map((event) => ({
    ...event,
    object_ref: event.objectRef,
    provider_event_at: event.at.toISOString(),
  }));
  const status = charge.kind === "action" ? "requires_action" : charge.kind === "processing" ? "processing" : "created";
  const payment = await rows.insertPayment(
    tx,
    {
      id,
      order_id: order.orderId,
      provider: order.provider,
      psp_reference: charge.reference,
      amount: order.amount,
      currency: order.currency,
      status,
      client_token: charge.kind === "action" ? charge.token : null,
      created_at: at.toISOString(),
      failure: events.find((event) => event.failure)?.failure,
    },
    standingOf(status, ledger),
  );
  const provider = order.provider;
  await rows.insertEvents(
    tx,
    events.map((event) => ({ ...event, paymentId: id, provider, reference: charge.reference })),
  );
  return payment;
}

/** Attempts the customer has not answered are closed; if one is paid all the same, it counts as a late success. */
async function giveUpWaiting(house: House, tx: Tx, payments: PaymentRow[]) {
  for (const payment of payments)
    if (payment.status === "requires_action" || payment.status === "created")
      await rows.writeStanding(tx, payment.id, { ...sumsOf(payment), status: "expired" }, undefined, house.now());
}

/** The customer's second step, with the token only he was given. A repeat answers how the payment stands. */
export async function confirmPayment(
  house: House,
  tx: Tx,
  orderId: string,
  { token, approve }: { token: string; approve: boolean },
): Promise<PaymentRow> {
  const payments = await rows.lockPayments(tx, orderId);
  const payment = found(payments.find((one) => one.client_token === token));
  if (payment.status === "requires_action") {
    const events = await gatewayOf(house, payment.provider).confirm(underway(house, payment), approve);
    await enter(house, tx, [{ payment, events }]);
  } else if (payment.status === "expired") throw new Refusal("order_expired");
  return (await latestPayment(tx, orderId)) as PaymentRow;
}

/** Gives every payment of an order up: promises are let go, money taken goes back. Doing it again changes nothing. */
export async function endPayments(house: House, tx: Tx, orderId: string) {
  await giveBack(house, tx, await rows.lockPayments(tx, orderId));
}

/** Keeps one payment that covers an order and gives every further one back: nobody pays twice. True if there was one. */
export async function keepOnePayment(house: House, tx: Tx, orderId: string): Promise<boolean> {
  const payments = await rows.lockPayments(tx, orderId);
  const standing = (payment: PaymentRow) => payment.captured_amount > payment.refunded_amount;
  const kept = payments.find(standing) ?? payments.find((payment) => payment.status === "authorized");
  const extra = payments.filter((one) => one !== kept && (standing(one) || one.status === "authorized"));
  await giveBack(house, tx, extra);
  return extra.length > 0;
}

async function giveBack(house: House, tx: Tx, payments: PaymentRow[]) {
  const entries: { payment: PaymentRow; events: GatewayEvent[] }[] = [];
  for (const payment of payments) {
    const gateway = gatewayOf(house, payment.provider);
    const left = payment.captured_amount - payment.refunded_amount;
    if (payment.status === "disputed") continue;
    if (left > 0) entries.push({ payment, events: await gateway.refund(underway(house, payment), left) });
    else if (payment.status === "authorized")
      entries.push({ payment, events: await gateway.cancel(underway(house, payment)) });
    else if (["created", "requires_action", "processing"].includes(payment.status))
      await rows.writeStanding(tx, payment.id, { ...sumsOf(payment), status: "expired" }, undefined, house.now());
  }
  await enter(house, tx, entries);
}

/** Takes money that was only promised (cash, once it has been delivered). */
export async function collectPayments(house: House, tx: Tx, orderId: string) {
  const promised = (await rows.lockPayments(tx, orderId)).filter((payment) => payment.status === "authorized");
  const entries = promised.map(async (payment) => ({
    payment,
    events: await gatewayOf(house, payment.provider).capture(underway(house, payment)),
  }));
  await enter(house, tx, await Promise.all(entries));
}

/** What all attempts to pay an order come to. */
export const paymentSums = (tx: Db | Tx, orderId: string): Promise<PaymentSums> => rows.sumPayments(tx, orderId);

/** The last attempt to pay an order. */
export const latestPayment = async (db: Db | Tx, orderId: string): Promise<PaymentRow | undefined> =>
  (await rows.listPayments(db, orderId)).at(-1);

/** All attempts to pay an order, oldest first. */
export const paymentsOf = (db: Db | Tx, orderId: string): Promise<PaymentRow[]> => rows.listPayments(db, orderId);

/** Money that came in less money that went back, by day (`YYYY-MM-DD`) of the shop's time zone, both days included. */
export async function netByDay(db: Db, { from, to, timezone }: { from: string; to: string; timezone: string }) {
  return new Map((await rows.listNetByDay(db, from, to, timezone)).map(({ day, net }) => [day, net]));
}

/** What the payments of each order come to, and payments whose sums are not those of their events (none, if all is well). */
export async function provePayments(db: Db | Tx) {
  return { totals: await rows.listTotals(db), crooked: await rows.listCrooked(db) };
}

/** A payment as its customer may see it. The token of the second step is shown only while it is asked for. */
export function shownPayment(payment: PaymentRow): Payment {
  const waits = payment.status === "requires_action" && payment.client_token !== null;
  return {
    payment_id: payment.id,
    order_id: payment.order_id,
    provider: payment.provider,
    status: payment.status,
    amount: { amount: payment.amount, currency: payment.currency },
    failure_message: payment.failure_message,
    client: waits ? { token: payment.client_token ?? "" } : {},
    redirect_url: null,
    created_at: payment.created_at,
  };
}

const sumsOf = (payment: PaymentRow) => ({
  authorized: payment.authorized_amount,
  captured: payment.captured_amount,
  refunded: payment.refunded_amount,
});

const underway = (house: House, { psp_reference, amount, currency }: PaymentRow): Underway => ({
  reference: psp_reference,
  amount,
  currency,
  at: house.now(),
});
