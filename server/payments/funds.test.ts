import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "#server/platform/database/database.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { findFunds, type PaymentFunds } from "./funds.sql.ts";

const shop = await openTestShop();
const { id: orderId } = await selling(shop).placed();

interface Payment {
  status: string;
  amount?: number;
  authorized?: number;
  captured?: number;
  refunded?: number;
  action?: "capture" | "cancel";
  isCancelled?: boolean;
  createdAt?: string;
  refunds?: { status: string; amount: number; key?: string }[];
  events?: { kind: string; amount: number; currency?: string; at?: string }[];
}

/** Runs a query on the only payments of the database, which are rolled back. */
async function withPayments<T>(payments: Payment[], query: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await shop.app.db.startTransaction().execute();
  try {
    await sql`delete from payments`.execute(tx);
    for (const payment of payments) await insertPayment(tx, payment);
    return await query(tx);
  } finally {
    await tx.rollback().execute();
  }
}

async function insertPayment(tx: Tx, payment: Payment) {
  const id = randomUUID();
  const { status, amount = 1000, authorized = 0, captured = 0, refunded = 0, isCancelled = false } = payment;
  await sql`
    insert into payments (id, order_id, order_number, provider, amount, currency, status, authorized_amount,
      captured_amount, refunded_amount, requested_action, cancelled_at, created_at)
    values (${id}, ${orderId}, 1, 'demo', ${amount}, 'EUR', ${status}, ${authorized}, ${captured}, ${refunded},
      ${payment.action ?? null}, ${isCancelled ? sql`now()` : null}, ${payment.createdAt ?? sql`now()`})`.execute(tx);
  for (const refund of payment.refunds ?? [])
    await sql`
      insert into refunds (id, order_id, payment_id, amount, currency, reason, status, idempotency_key)
      values (${randomUUID()}, ${orderId}, ${id}, ${refund.amount}, 'EUR', 'Test', ${refund.status},
        ${refund.key ?? randomUUID()})`.execute(tx);
  for (const { kind, amount, currency = "EUR", at } of payment.events ?? [])
    await sql`
      insert into payment_events (payment_id, provider, psp_reference, object_ref, kind, amount, currency,
        provider_event_at)
      values (${id}, 'demo', ${id}, ${randomUUID()}, ${kind}, ${amount}, ${currency},
        ${(at ?? sql`now()`) as string | RawBuilder<unknown>})`.execute(tx);
}

const nothing: Omit<PaymentFunds, "latest_event" | "voided_payments"> = {
  authorized: 0,
  capture_reduction: 0,
  pending_refunds: 0,
  cancelled_funds: 0,
  disputed_funds: 0,
  provider_refunds: 0,
  has_refunds_due: false,
  is_voided: false,
  is_disputed: false,
  is_processing: false,
  is_mismatched: false,
  in_other_currency: false,
  unanswered_since: null,
};
const paid: Payment = { status: "captured", authorized: 1000, captured: 1000 };
const partlyRefunded: Payment = { ...paid, status: "partially_refunded" };
const cancelled: Payment = { ...paid, isCancelled: true };
const failedAutomatically = { status: "failed", amount: 1000, key: "shop:cancelled" };
const since = "2026-05-01T10:00:00.000Z";

test.each<[string, Payment[], Partial<PaymentFunds>]>([
  ["no payment", [], {}],
  ["a captured payment", [paid], {}],
  ["an authorized payment", [{ status: "authorized", authorized: 1000 }], { authorized: 1000 }],
  [
    "an authorization that is being captured",
    [{ status: "authorized", authorized: 1000, action: "capture" }],
    { authorized: 1000 },
  ],
  ["an authorization that is being voided", [{ status: "authorized", authorized: 1000, action: "cancel" }], {}],
  [
    "refunds before the capture",
    [
      {
        status: "authorized",
        authorized: 1000,
        refunds: [
          { status: "pending", amount: 300 },
          { status: "cancelled", amount: 50 },
        ],
      },
    ],
    { authorized: 1000, capture_reduction: 300 },
  ],
  [
    "refunds after the capture",
    [
      {
        ...paid,
        refunds: [
          { status: "pending", amount: 300 },
          { status: "pending", amount: 100 },
          { status: "failed", amount: 50 },
        ],
      },
    ],
    { pending_refunds: 400 },
  ],
  ["a payment that is processing", [{ status: "processing" }], { is_processing: true }],
  ["a voided authorization", [{ status: "voided", authorized: 1000 }], { is_voided: true }],
  ["a voided payment that was never authorized", [{ status: "voided" }], {}],
  [
    "payments that their provider has not answered, and an older one that it has",
    [
      { status: "failed", createdAt: "2026-01-01T10:00:00Z" },
      { status: "created", createdAt: since },
    ],
    { unanswered_since: since },
  ],
])("Payment funds of %s", async (_what, payments, expected) => {
  const found = await withPayments(payments, (tx) => findFunds(tx, orderId));
  const unanswered_since = found.unanswered_since && new Date(found.unanswered_since).toISOString();
  expect({ ...found, unanswered_since }).toMatchObject({ ...nothing, ...expected });
});

test.each<[string, Payment[], Partial<PaymentFunds>]>([
  ["all of it", [cancelled], { cancelled_funds: 1000, has_refunds_due: true }],
  ["nothing after its refund", [{ ...cancelled, status: "refunded", refunded: 1000 }], {}],
  [
    "what is neither refunded nor being refunded",
    [
      {
        ...cancelled,
        status: "partially_refunded",
        refunded: 300,
        refunds: [
          { status: "succeeded", amount: 300 },
          { status: "pending", amount: 200 },
        ],
      },
    ],
    { cancelled_funds: 500, pending_refunds: 200, has_refunds_due: true },
  ],
  [
    "never less than nothing",
    [
      { ...cancelled, status: "partially_refunded", refunded: 900, refunds: [{ status: "pending", amount: 200 }] },
      { ...cancelled, amount: 50, captured: 50 },
    ],
    { cancelled_funds: 50, pending_refunds: 200, has_refunds_due: true, provider_refunds: 0 },
  ],
  [
    "all of it, not due again after an automatic refund failed",
    [{ ...cancelled, refunds: [failedAutomatically] }],
    { cancelled_funds: 1000 },
  ],
  [
    "all of it, due although an administrator's refund failed",
    [{ ...cancelled, refunds: [{ ...failedAutomatically, key: "admin" }] }],
    { cancelled_funds: 1000, has_refunds_due: true },
  ],
  [
    "the rest, due while an automatic refund of a part succeeded",
    [
      {
        ...cancelled,
        status: "partially_refunded",
        refunded: 400,
        refunds: [{ status: "succeeded", amount: 400, key: "shop:cancelled" }],
      },
    ],
    { cancelled_funds: 600, has_refunds_due: true },
  ],
  [
    "all of it, not due while it is disputed",
    [{ ...cancelled, status: "disputed" }],
    { cancelled_funds: 1000, disputed_funds: 1000, is_disputed: true },
  ],
  ["nothing of a payment that failed", [{ status: "failed", isCancelled: true }], {}],
])("Payment funds of a cancelled payment: %s", async (_what, payments, expected) => {
  expect(await withPayments(payments, (tx) => findFunds(tx, orderId))).toMatchObject({ ...nothing, ...expected });
});

test("Payment funds of a disputed payment are what is not refunded of it", async () => {
  const disputed: Payment = {
    ...paid,
    status: "disputed",
    refunded: 300,
    refunds: [{ status: "succeeded", amount: 300 }],
  };
  expect(await withPayments([disputed], (tx) => findFunds(tx, orderId))).toMatchObject({
    ...nothing,
    disputed_funds: 700,
    is_disputed: true,
  });
});

test.each<[string, Payment[], number]>([
  ["the shop", [{ ...partlyRefunded, refunded: 400, refunds: [{ status: "succeeded", amount: 400 }] }], 0],
  ["the provider", [{ ...partlyRefunded, refunded: 400 }], 400],
  [
    "both, with refunds that have not succeeded",
    [
      {
        ...partlyRefunded,
        refunded: 500,
        refunds: [
          { status: "succeeded", amount: 300 },
          { status: "failed", amount: 100 },
          { status: "pending", amount: 50 },
        ],
      },
    ],
    200,
  ],
  [
    "a dispute that was lost",
    [
      {
        ...partlyRefunded,
        refunded: 600,
        events: [
          { kind: "capture", amount: 1000 },
          { kind: "chargeback_lost", amount: 500 },
        ],
      },
      { ...paid, events: [{ kind: "chargeback_lost", amount: 70 }] },
    ],
    100,
  ],
  [
    "the shop, whose event is still to come",
    [
      { ...paid, refunds: [{ status: "succeeded", amount: 400 }] },
      { ...partlyRefunded, refunded: 90 },
    ],
    90,
  ],
  ["the provider, of a cancelled payment", [{ ...cancelled, status: "partially_refunded", refunded: 400 }], 0],
])("Refunds made at the provider are distinguished from those of %s", async (_what, payments, expected) => {
  const { provider_refunds } = await withPayments(payments, (tx) => findFunds(tx, orderId));
  expect(provider_refunds).toBe(expected);
});

test.each<[string, Payment, boolean]>([
  ["all of it captured", paid, false],
  ["less captured", { ...paid, captured: 999 }, true],
  ["more captured", { ...paid, captured: 1001 }, true],
  [
    "more captured, and a refund cancelled",
    { ...paid, captured: 1001, refunds: [{ status: "cancelled", amount: 300 }] },
    true,
  ],
  [
    "less captured by what was cancelled of it",
    { ...paid, captured: 700, refunds: [{ status: "cancelled", amount: 300 }] },
    false,
  ],
  ["less captured than that", { ...paid, captured: 699, refunds: [{ status: "cancelled", amount: 300 }] }, true],
  ["less captured, and other refunds", { ...paid, captured: 700, refunds: [{ status: "pending", amount: 300 }] }, true],
  ["less captured, all of it refunded", { ...paid, captured: 900, refunded: 900 }, false],
  ["less captured, and cancelled", { ...paid, captured: 900, isCancelled: true }, false],
  ["less authorized", { status: "authorized", authorized: 900 }, true],
  ["all of it authorized", { status: "authorized", authorized: 1000 }, false],
  ["less authorized, and being voided", { status: "authorized", authorized: 900, action: "cancel" }, false],
  ["less authorized, and voided", { status: "voided", authorized: 900 }, false],
])("A payment of 1000 is mismatched or not with %s", async (_what, payment, isMismatched) => {
  const { is_mismatched } = await withPayments([payment], (tx) => findFunds(tx, orderId));
  expect(is_mismatched).toBe(isMismatched);
});

test.each<Payment>([
  { ...paid, events: [{ kind: "capture", amount: 1000, currency: "USD" }] },
  { status: "authorized", authorized: 1000, events: [{ kind: "auth", amount: 1000, currency: "USD" }] },
])("A payment with an event in another currency is mismatched ($status)", async (payment) => {
  const inDollars = await withPayments([payment], (tx) => findFunds(tx, orderId));
  expect(inDollars).toMatchObject({ in_other_currency: true, is_mismatched: true });
  const inEuros = { ...payment, events: payment.events?.map((event) => ({ ...event, currency: "EUR" })) ?? [] };
  // An event of a failed payment makes no other one mismatched.
  const other: Payment = { ...payment, status: "failed", captured: 0, authorized: 0 };
  const both = await withPayments([inEuros, other], (tx) => findFunds(tx, orderId));
  expect(both).toMatchObject({ in_other_currency: true, is_mismatched: false });
});
