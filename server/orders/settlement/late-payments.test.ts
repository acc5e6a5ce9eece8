import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { signDemoWebhook } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, stripe, deliverWebhooks, intentOf, admin, act } = await shopWithStripe();
const { placed, fill, order, pay, look, alertTitles } = selling(shop);
const { app, ask } = shop;
const realNow = app.now;

const goesBack = (refund_without_stock: boolean) =>
  inTransaction(app.db, (tx) => updateSettings(tx, { refund_without_stock }));
beforeAll(() => goesBack(true));
beforeEach(() => {
  fakeStripe.refundsAre = "succeeded";
  stripe.connection = "up";
  stripe.takeWebhooks();
});
afterEach(async () => {
  app.now = realNow;
  await app.jobs.drain();
  expect(await listInconsistencies(app.db)).toEqual([]);
});
afterAll(() => goesBack(false));

const see = (id: string) => look({ ...admin }, id);
const lettersAbout = async (id: string) =>
  (
    await sql<{ template: string }>`
      select template from email_outbox where facts ->> 'order_id' = ${id} order by created_at, id`.execute(app.db)
  ).rows.map(({ template }) => template);
const notesOf = async (as: Buyer, id: string, type: string) =>
  (await look(as, id)).timeline.filter((event: { type: string }) => event.type === type);

/** An order of the last unit that expires or is cancelled, after which another customer buys the unit. */
async function endedAndSold(by: "expired" | "cancelled") {
  const made = await placed({ stock: 1 });
  const { payment_id } = (await pay(made.buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  if (by === "cancelled") await act(made.id, "cancel", {}, made.buyer);
  else {
    app.now = () => new Date(Date.now() + 31 * 60_000);
    await expireOverdue(app);
    app.now = realNow;
  }
  const rival = await shop.person();
  await fill(rival, made.variation.id);
  expect((await order(rival)).status).toBe(201);
  expect((await look(made.buyer, made.id)).status).toBe(by);
  return { ...made, reference: `demo_${payment_id}` as string };
}

/** The demo provider reports a payment five times: the same event twice, and other events of that charge. */
async function sendFiveTimes(reference: string) {
  const [once, ...more] = Array.from({ length: 4 }, () => `evt_${randomUUID()}`);
  const at = new Date().toISOString();
  await Promise.all(
    [once, once, ...more].map((id) => {
      const capture = { id: id ?? "", reference, charge: `${reference}_charge`, kind: "capture" as const, at };
      const body = { ...capture, amount: 1490, currency: "EUR" };
      const { signature } = signDemoWebhook(app, body);
      return ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body });
    }),
  );
  await app.jobs.drain();
}

test.each(["expired", "cancelled"] as const)(
  "Payment: five late payment events of an order that was %s and whose stock is sold make one refund and one notification each",
  async (by) => {
    const { buyer, id, reference } = await endedAndSold(by);
    await sendFiveTimes(reference);
    expect(await look(buyer, id)).toMatchObject({
      status: by,
      payment_status: "refunded",
      paid: { amount: 1490 },
      refunded: { amount: 1490 },
      refunds: [{ status: "succeeded", reason: "Its items were sold out." }],
    });
    expect(await notesOf(buyer, id, "payment_returned")).toHaveLength(1);
    expect((await lettersAbout(id)).filter((one) => one === "order_refunded")).toHaveLength(1);
    expect(await alertTitles(id, admin)).toEqual([expect.stringContaining("The payment is being refunded.")]);
  },
);

test("Payment: five late payment events put the order on hold once without a refund, where the shop decides manually", async () => {
  await goesBack(false);
  const { buyer, id, reference } = await endedAndSold("expired");
  await sendFiveTimes(reference);
  await goesBack(true);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock", refunds: [] });
  expect(await notesOf(buyer, id, "waiting_for_stock")).toHaveLength(1);
  expect(await alertTitles(id, admin)).toHaveLength(1);
  await act(id, "cancel");
});

/** An order paid by Stripe at the last moment; the webhook arrives after the items have sold out. */
async function unheardOf({ quantity = 1 } = {}) {
  const made = await placed({ stock: quantity, quantity });
  await pay(made.buyer, made.id, { provider: "stripe" });
  fakeStripe.confirm(intentOf(made.id));
  stripe.connection = "down";
  app.now = () => new Date(Date.now() + 91 * 60_000);
  await expireOverdue(app);
  app.now = realNow;
  stripe.connection = "up";
  const rival = await shop.person();
  await fill(rival, made.variation.id, quantity);
  const instead = await order(rival);
  expect(instead.status).toBe(201);
  expect((await look(made.buyer, made.id)).status).toBe("expired");
  return { ...made, instead: instead.body.data.id as string };
}

const sentBackBy = (id: string) =>
  [...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id));

test("Payment: a late payment by Stripe is refunded once, and the order's final status stays", async () => {
  const { buyer, id } = await unheardOf();
  await deliverWebhooks();
  await deliverWebhooks();
  expect(sentBackBy(id)).toMatchObject([{ amount: 1490, status: "succeeded" }]);
  expect(await look(buyer, id)).toMatchObject({ status: "expired", payment_status: "refunded" });
});

test("Payment: with its late payment's refund declined the order waits for an administrator, and nothing is retried", async () => {
  const { buyer, id } = await unheardOf();
  fakeStripe.refundsAre = "refused";
  await deliverWebhooks();
  expect(await see(id)).toMatchObject({
    status: "on_hold",
    hold_reason: "paid_no_stock",
    payment_status: "paid",
    refunds: [{ status: "failed" }],
  });
  expect(await notesOf(buyer, id, "waiting_for_stock")).toHaveLength(1);
  expect((await alertTitles(id, admin)).length).toBeGreaterThan(1);
  fakeStripe.refundsAre = "succeeded";
  await act(id, "cancel");
  await deliverWebhooks();
  expect(sentBackBy(id)).toMatchObject([{ amount: 1490, status: "succeeded" }]);
});

test("Payment: after a declined refund an order waiting for stock reserves none, and all of it once released", async () => {
  await goesBack(false);
  const { id, variation, order: made, instead } = await unheardOf({ quantity: 3 });
  await deliverWebhooks();
  await goesBack(true);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  await act(instead, "cancel");
  const held = async () => (await getLevels(app.db, [variation.id])).get(variation.id)?.reserved;
  fakeStripe.refundsAre = "refused";
  await act(id, "lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 2 }] });
  expect(await see(id)).toMatchObject({ items: [{ cancelled_qty: 0 }] });
  expect(await held()).toBe(0);
  expect((await act(id, "release")).status).toBe(200);
  expect(await held()).toBe(3);
  expect((await act(id, "fulfilments")).status).toBe(201);
});
