import type { PaymentProvider } from "#contract/payments.ts";
import type { EventKind, GatewayEvent } from "#server/payments/gateways/gateway.ts";
import { dropUntaken, markReturned, markSent } from "#server/payments/refunds/refunds.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { totalsAndStatus } from "./payment-status.ts";
import { insertEvents, listEvents, type PaymentRow, updateTotalsAndStatus } from "./payments.sql.ts";
import { type PaymentTransaction, transactionsOf } from "./transactions.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** What was paid, promised or given back for an order may be different now. */
    "payment.changed": { orderId: string; transactions: PaymentTransaction[] };
    /** The customer is to do something now before a payment can be worked on, such as transfer money. */
    "payment.requested": { orderId: string; paymentId: string; provider: PaymentProvider };
    /**
     * A provider said no to a refund: what was decided together with it, under this key, is to be undone, unless it
     * `isPart` of what went back. `amount` in minor units.
     */
    "payment.refund_failed": { orderId: string; key: string; isPart: boolean; amount: number };
    /** Money was sent back by us, in minor units: `cause` is the provider's id of it, `key` our wish, if it was one. */
    "payment.refunded": { orderId: string; cause: string; key: string | null; amount: number };
    /** Something about money that somebody must look at; told once for each `key`. */
    "payment.alert_raised": { key: string; orderId: string | null; says: string };
  }
}

/** What a provider told about a payment. */
export interface ReportedEvents {
  payment: PaymentRow;
  events: GatewayEvent[];
}

/**
 * Enters what providers told about payments of one order and works their standing out anew. The payments must be
 * locked. Whoever listens is told once, when all is written.
 */
export async function recordEvents(app: App, tx: Tx, told: ReportedEvents[]) {
  const entries = told.filter(({ events }) => events.length > 0);
  const [first] = entries;
  if (!first) return;
  const events = entries.flatMap(({ payment, events }) => events.map((event) => ({ ...event, payment })));
  const fresh = await insertEvents(
    tx,
    events.map(({ payment: { id, provider, psp_reference }, ...event }) => ({
      ...event,
      paymentId: id,
      provider,
      reference: psp_reference ?? "",
    })),
  );
  const keys = await enterRefunds(app, tx, first.payment, events);
  if (fresh.length === 0) return;
  const ledger = Map.groupBy(
    await listEvents(
      tx,
      entries.map(({ payment }) => payment.id),
    ),
    (entry) => entry.payment_id,
  );
  const isFresh = new Set(fresh.map(({ id }) => id));
  const transactions: PaymentTransaction[] = [];
  for (const { payment, events } of entries) {
    const failure = events.find((event) => event.failure)?.failure;
    const known = ledger.get(payment.id) ?? [];
    const state = totalsAndStatus(payment.status, known);
    const before = totalsAndStatus(
      payment.status,
      known.filter(({ id }) => !isFresh.has(id)),
    );
    transactions.push(...transactionsOf(payment.id, { before, after: state, fresh }));
    await updateTotalsAndStatus(tx, payment.id, state, failure, app.now());
    // What was to be less of a promise was never taken, so nothing of it goes back.
    const isOver = state.captured > 0 || state.status === "voided";
    const untaken = payment.amount - state.captured;
    if (isOver && untaken > 0) await dropUntaken(tx, payment.id, untaken, app.now());
  }
  await alertDisputes(app, tx, first.payment.order_id, fresh);
  await tellSentBack(app, tx, first.payment.order_id, { events, fresh, keys });
  await app.events.emit(tx, "payment.changed", { orderId: first.payment.order_id, transactions });
}

/** Brings our own refunds in line with what was told of them. Answers our wishes by the provider's id of each. */
async function enterRefunds(app: App, tx: Tx, { order_id, order_number }: PaymentRow, events: GatewayEvent[]) {
  const sent = events.flatMap(({ kind, refundId, objectRef }) =>
    kind === "refund" && refundId ? [{ refundId, reference: objectRef }] : [],
  );
  const keys = new Map((await markSent(tx, sent, app.now())).map(({ reference, key }) => [reference, key]));
  const back = events.filter(({ kind }) => kind === "refund_fail").map(({ objectRef }) => objectRef);
  for (const { id } of await markReturned(tx, back, app.now())) {
    const says = `A refund of order ${order_number} came back from the bank`;
    await app.events.emit(tx, "payment.alert_raised", { key: `refund_back:${id}`, orderId: order_id, says });
  }
  return keys;
}

/** Tells of each refund once. What came back at once, or was taken by a bank, was not sent by us. */
async function tellSentBack(
  app: App,
  tx: Tx,
  orderId: string,
  { events, fresh, keys }: { events: GatewayEvent[]; fresh: Fresh[]; keys: Map<string, string> },
) {
  const back = new Set(events.filter(({ kind }) => kind === "refund_fail").map(({ objectRef }) => objectRef));
  for (const { object_ref: cause, kind } of fresh) {
    if (kind !== "refund" || back.has(cause)) continue;
    const amount = events.find((event) => event.kind === "refund" && event.objectRef === cause)?.amount ?? 0;
    // A provider may report a refund of a payment of which nothing was left.
    if (amount === 0) continue;
    const key = keys.get(cause) ?? null;
    await app.events.emit(tx, "payment.refunded", { orderId, cause, key, amount });
  }
}

interface Fresh {
  object_ref: string;
  kind: EventKind;
}

const disputeWords: Partial<Record<EventKind, string>> = {
  chargeback: "A customer's bank took back what was paid",
  chargeback_won: "A disputed payment was won",
  chargeback_lost: "A disputed payment was lost",
};

async function alertDisputes(app: App, tx: Tx, orderId: string, fresh: Fresh[]) {
  for (const { object_ref, kind } of fresh) {
    const says = disputeWords[kind];
    if (says) await app.events.emit(tx, "payment.alert_raised", { key: `${kind}:${object_ref}`, orderId, says });
  }
}
