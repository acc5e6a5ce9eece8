import { afterEach, expect, test } from "vitest";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach } from "#server/testing/shop.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, deliverWebhooks, intentOf, admin, act, withManualCapture } = await shopWithStripe();
const { placed, pay, look, key } = selling(shop);
const { app, ask } = shop;
const realNow = app.now;
const bank_account = {
  account_holder: "Kiosk",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  bank_name: "B",
};
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account }));

checkFiguresAfterEach(shop);
afterEach(() => {
  app.now = realNow;
});

/** Who learns of something first: staff who act without knowing it, Stripe's webhook, or the shop that asks Stripe. */
const turns = [
  ["staff", "webhook", "poll"],
  ["staff", "poll", "webhook"],
  ["webhook", "staff", "poll"],
  ["poll", "staff", "webhook"],
] as const;

interface Sale {
  id: string;
  total: number;
  intent: string;
}
/** What the shop knows before, and what then happens at Stripe. */
interface Case {
  known: "begun" | "authorized" | "paid";
  isManual?: boolean;
  happens(intent: string): unknown;
}

const cases = {
  "is paid": { known: "begun", happens: (intent) => fakeStripe.confirm(intent) },
  "is declined": { known: "begun", happens: (intent) => fakeStripe.confirm(intent, "declined") },
  "is abandoned": { known: "begun", happens: (intent) => fakeStripe.cancel(intent) },
  "is authorized": { known: "begun", isManual: true, happens: (intent) => fakeStripe.confirm(intent) },
  "is captured": { known: "authorized", isManual: true, happens: (intent) => fakeStripe.capture(intent) },
  "is voided": { known: "authorized", isManual: true, happens: (intent) => fakeStripe.cancel(intent) },
} satisfies Record<string, Case>;

const staff = {
  cancel: ({ id }: Sale) => act(id, "cancel", {}),
  "record its transfer": ({ id, total }: Sale) =>
    ask(`POST /payments/${id}/received`, { token: admin.token, headers: key(), body: { amount: total } }),
  capture: ({ id }: Sale) => act(id, "capture"),
  refund: ({ id }: Sale) => act(id, "refunds", { amount: 100, reason: "Sorry" }),
};

/** Asks Stripe about all payments whose webhooks may have been lost. */
async function poll() {
  for (const minutes of [5, 7 * 60]) {
    app.now = () => new Date(Date.now() + minutes * 60_000);
    await syncUnresolvedPayments(app);
    await app.jobs.drain();
  }
  app.now = realNow;
}

/** A placed order whose customer chose a transfer first and then Stripe. */
async function begin({ known, isManual }: Case): Promise<Sale> {
  const start = async () => {
    const { id, buyer, order } = await placed();
    await pay(buyer, id, { provider: "bank" });
    await pay(buyer, id, { provider: "stripe" });
    return { id, total: order.total.amount as number, intent: intentOf(id) };
  };
  const sale = isManual ? await withManualCapture(start) : await start();
  if (known !== "begun") fakeStripe.confirm(sale.intent);
  await deliverWebhooks();
  return sale;
}

/** The end of an order whose payment changes at Stripe and which staff change, in this order. */
async function endOf(one: Case, action: keyof typeof staff, turn: (typeof turns)[number]) {
  const sale = await begin(one);
  one.happens(sale.intent);
  let answer = 0;
  const steps = {
    staff: async () => {
      answer = (await staff[action](sale)).status;
    },
    webhook: deliverWebhooks,
    poll,
  };
  for (const step of turn) await steps[step]();
  await poll();
  await deliverWebhooks();
  const { status, payment_status, paid, refunded, outstanding } = await look(admin as Buyer, sale.id);
  const { amount_received } = fakeStripe.intent(sale.intent);
  const refundedByStripe = fakeStripe.listRefunds(sale.intent).data.reduce((sum, { amount }) => sum + amount, 0);
  return {
    answer: answer < 300 ? "done" : "refused",
    status,
    payment_status,
    kept: paid.amount - refunded.amount,
    keptByStripe: amount_received - refundedByStripe,
    outstanding: outstanding.amount,
  };
}

const nothingKept = { kept: 0, keptByStripe: 0, outstanding: 0 };
const paid = { status: "confirmed", payment_status: "paid", kept: 1490, outstanding: 0 };
const captured = { ...paid, keptByStripe: 1490 };
const onHold = { status: "on_hold", payment_status: "voided", kept: 0, keptByStripe: 0, outstanding: 1490 };
const cancelled = { answer: "done", status: "cancelled", ...nothingKept };

/**
 * What comes of it when staff are first, and when they know it already. They differ only where staff who don't know it
 * are refused what they decided on another state: then it ends as without them, and they see the order as it is.
 */
const ends: [keyof typeof cases, keyof typeof staff, object, object?][] = [
  [
    "is paid",
    "cancel",
    { answer: "refused", ...paid, keptByStripe: 1490 },
    { ...cancelled, payment_status: "refunded" },
  ],
  ["is paid", "record its transfer", { answer: "done", ...paid, keptByStripe: 0 }],
  ["is declined", "cancel", { ...cancelled, payment_status: "unpaid" }],
  ["is declined", "record its transfer", { answer: "done", ...paid, keptByStripe: 0 }],
  ["is abandoned", "cancel", { ...cancelled, payment_status: "unpaid" }],
  ["is abandoned", "record its transfer", { answer: "done", ...paid, keptByStripe: 0 }],
  [
    "is authorized",
    "cancel",
    { answer: "refused", status: "confirmed", payment_status: "authorized", ...nothingKept },
    { ...cancelled, payment_status: "voided" },
  ],
  ["is authorized", "record its transfer", { answer: "done", ...paid, keptByStripe: 0 }],
  ["is captured", "cancel", { ...cancelled, payment_status: "refunded" }],
  ["is captured", "capture", { answer: "done", ...captured }, { answer: "refused", ...captured }],
  [
    "is captured",
    "refund",
    { answer: "refused", ...captured },
    { answer: "done", status: "confirmed", payment_status: "partially_refunded", kept: 1390, keptByStripe: 1390 },
  ],
  ["is voided", "cancel", { ...cancelled, payment_status: "voided" }],
  ["is voided", "capture", { answer: "refused", ...onHold }],
  ["is voided", "refund", { answer: "refused", ...onHold }],
];

test.each(ends)(
  "Stripe: a payment that %s, and staff who %s: the order ends the same, whoever comes first",
  {
    timeout: 240_000,
  },
  async (what, action, first, later = first) => {
    const results = [];
    for (const turn of turns) results.push(await endOf(cases[what], action, turn));
    expect(results).toMatchObject([first, first, later, later]);
  },
);
