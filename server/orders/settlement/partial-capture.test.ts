import { afterAll, beforeEach, expect, test } from "vitest";
import { signDemoWebhook, syncUnresolvedPayments } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { placed, product, fill, order, pay, look, shipAndDeliver, actAs, returnUnits, alertTitles } = selling(shop);
const { app } = shop;
const { fakeStripe } = stripe;
const realNow = app.now;
const admin = await shop.person("admin");
const { card } = await openAdmin(shop);
await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));

afterAll(() => stripe.close());
beforeEach(() => {
  stripe.connection = "up";
  stripe.requests.length = 0;
  stripe.takeWebhooks();
});
checkFiguresAfterEach(shop);

const act = actAs(admin);
const intentOf = (orderId: string) => fakeStripe.intentOf(orderId);

/** Delivers all pending webhooks of Stripe. */
async function deliverWebhooks() {
  for (const { raw, signature } of stripe.takeWebhooks())
    await shop.ask("POST /webhooks/payments/stripe", {
      headers: { "stripe-signature": signature },
      body: JSON.parse(raw),
    });
  await app.jobs.drain();
}

/** A webhook of the demo provider: it captured `amount` minor units. */
async function sendCapture(
  { token }: Buyer,
  id: string,
  { event = "taken", part = "", amount }: { event?: string; part?: string; amount: number },
) {
  const { payment_id } = (await shop.ask(`GET /payments/${id}`, { token })).body.data;
  const reference = `demo_${payment_id}`;
  const what = { id: event + id, reference, charge: `${reference}_charge${part}`, kind: "capture" as const };
  const message = { ...what, amount, currency: "EUR", at: new Date().toISOString() };
  const { signature } = signDemoWebhook(app, message);
  await shop.ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
  await app.jobs.drain();
}

/** Three units at 10.00 and 4.90 for delivery, authorized by card; one unit is cancelled since. */
async function authorized(provider: "demo" | "stripe") {
  const made = await placed({ quantity: 3 });
  await pay(made.buyer, made.id, { provider });
  if (provider === "stripe") {
    fakeStripe.confirm(intentOf(made.id).id);
    await deliverWebhooks();
  }
  expect(await look(made.buyer, made.id)).toMatchObject({ status: "confirmed", payment_status: "authorized" });
  const items = [{ order_item_id: made.order.items[0].id, quantity: 1 }];
  expect((await act(made.id, "lines/cancel", { items })).body.data).toMatchObject({ payment_status: "authorized" });
  return made;
}

const asTaken = {
  payment_status: "paid",
  paid: { amount: 2490 },
  refunded: { amount: 0 },
  refundable: { amount: 2490 },
  refunds: [{ status: "cancelled", amount: { amount: 1000 } }],
};

const asReturned = {
  payment_status: "partially_refunded",
  paid: { amount: 3490 },
  refunded: { amount: 1000 },
  refundable: { amount: 2490 },
  refunds: [{ status: "succeeded", amount: { amount: 1000 } }],
};

/** Ships and delivers the order: it is completed, and nothing is outstanding. */
async function completes(id: string, buyer: Buyer, payment_status = "paid") {
  await shipAndDeliver(id, admin);
  expect(await look(buyer, id)).toMatchObject({ status: "completed", payment_status });
}

test("C11 Payment: of an authorized card payment what is outstanding is captured, and the rest is voided", async () => {
  const { buyer, id } = await authorized("demo");
  expect((await act(id, "capture")).body.data.status).toBe("captured");
  expect(await look(buyer, id)).toMatchObject(asTaken);
  expect((await act(id, "refunds", { amount: 2491, reason: "Scratched" })).body.code).toBe("refund_too_much");
  await completes(id, buyer);
  const back = await act(id, "refunds", { amount: 2490, reason: "All of it" });
  expect(back.body.data).toMatchObject({ status: "closed_returned", payment_status: "refunded" });
});

test("C11 Payment: an authorization with nothing outstanding is captured and refunded, and the gift card's part stays paid", async () => {
  const buyer = await shop.person();
  const gift = await card(2500);
  await fill(buyer, (await product()).id, 3);
  await shop.ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  const { id, items } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "demo" });
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  await act(id, "capture");
  expect(await look(buyer, id)).toMatchObject({
    payment_status: "partially_refunded",
    paid: { amount: 990 },
    refunded: { amount: 990 },
    refundable: { amount: 2490 },
  });
});

test("C11 Stripe: after a line was cancelled less is captured than authorized, with webhooks twice or in any order", async () => {
  const { buyer, id } = await authorized("stripe");
  expect((await act(id, "capture")).body.data.status).toBe("captured");
  await deliverWebhooks();
  await deliverWebhooks();
  expect(intentOf(id)).toMatchObject({ amount: 3490, amount_received: 2490, amount_capturable: 0 });
  expect(await look(buyer, id)).toMatchObject(asTaken);
  expect([...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id).id)).toEqual(
    [],
  );
  await completes(id, buyer);
});

test("C11 Payment: when all of a reduced authorization is captured, the overpayment is refunded once", async () => {
  const { buyer, id } = await authorized("demo");
  for (const event of ["first", "again"]) await sendCapture(buyer, id, { event, amount: 3490 });
  expect(await look(buyer, id)).toMatchObject(asReturned);
  await completes(id, buyer, "partially_refunded");
});

test("C11 Payment: when the provider captures more than is outstanding, but not all, the overpayment is refunded once", async () => {
  const { buyer, id } = await authorized("demo");
  for (const event of ["first", "again"]) await sendCapture(buyer, id, { event, amount: 3000 });
  expect(await look(buyer, id)).toMatchObject({
    payment_status: "partially_refunded",
    paid: { amount: 3000 },
    refunded: { amount: 510 },
    refundable: { amount: 2490 },
    refunds: [
      { status: "succeeded", amount: { amount: 510 } },
      { status: "cancelled", amount: { amount: 490 } },
    ],
  });
  await completes(id, buyer, "partially_refunded");
});

test("C11 Payment: an order underpaid by a cent is not complete after a unit is returned and refunded in full", async () => {
  const { buyer, id, order } = await placed({ quantity: 3 });
  await pay(buyer, id);
  await sendCapture(buyer, id, { amount: 3489 });
  await shipAndDeliver(id, admin);
  expect(await look(buyer, id)).toMatchObject({ status: "processing", payment_status: "partially_paid" });
  const units = [{ order_item_id: order.items[0].id as number, quantity: 1 }];
  await returnUnits(id, buyer, admin, units, { restock: true, refund: 1000 });
  expect(await look(buyer, id)).toMatchObject({
    status: "processing",
    payment_status: "partially_paid",
    refunded: { amount: 1000 },
  });
  const { body: notifications } = await shop.ask("GET /notifications", { token: admin.token });
  const says = (notifications.data as { title: string; body: string }[]).filter(({ title, body }) =>
    `${title} ${body}`.includes(`order ${order.number} differs from the amount due`),
  );
  expect(says).toHaveLength(1);
});

test("C11 Stripe: when all of a reduced authorization is captured in Stripe's dashboard the overpayment is refunded once", async () => {
  const { buyer, id } = await authorized("stripe");
  fakeStripe.capture(intentOf(id).id);
  await deliverWebhooks();
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject(asReturned);
  const back = [...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id).id);
  expect(back.map(({ amount }) => amount)).toEqual([1000]);
});

test("C11 Stripe: a partial capture whose response is lost is recorded by the webhook or a retry, once", async () => {
  for (const source of ["webhook", "retrieved"]) {
    const { buyer, id } = await authorized("stripe");
    stripe.takeWebhooks();
    stripe.connection = "lost";
    await act(id, "capture");
    expect(await look(buyer, id)).toMatchObject({ payment_status: "authorized" });
    stripe.connection = "up";
    if (source === "webhook") await deliverWebhooks();
    app.now = () => new Date(Date.now() + 3 * 60_000);
    await syncUnresolvedPayments(app);
    await deliverWebhooks();
    expect(await look(buyer, id)).toMatchObject(asTaken);
    expect([...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intentOf(id).id)).toEqual(
      [],
    );
    app.now = realNow;
  }
});

test("C11 Stripe: units cancelled after the capture are refunded", async () => {
  const { buyer, id, order } = await authorized("stripe");
  await act(id, "capture");
  const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
  expect((await act(id, "lines/cancel", { items })).body.data).toMatchObject({
    payment_status: "partially_refunded",
    refunded: { amount: 1000 },
    refundable: { amount: 1490 },
  });
  await deliverWebhooks();
  expect((await look(buyer, id)).refunds.map((one: { status: string }) => one.status)).toEqual([
    "cancelled",
    "succeeded",
  ]);
});

test("a refund takes what is only authorized before gift cards, and says what is back on them", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id, 2);
  const used = await card(2000);
  await shop.ask("PUT /cart/gift-card", { token: buyer.token, body: { code: used.code } });
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  expect((await look(admin, id)).payments[0]).toMatchObject({ captured: { amount: 0 }, refundable: { amount: 490 } });
  await act(id, "refunds", { amount: 100, reason: "Sorry" });
  const first = await look(buyer, id);
  expect([first.gift_cards_refunded.amount, first.payments[0].refundable.amount]).toEqual([0, 390]);
  expect(first.timeline.at(-1).text).toBe("You'll be charged less.");
  await act(id, "refunds", { amount: 1000, reason: "Broken" });
  const after = await look(buyer, id);
  expect(after.gift_cards_refunded.amount).toBe(1000 - 390);
  expect(after.timeline.at(-1).text).toBe("You'll be charged less. €6.10 goes back to your gift card.");
});

test("C11 Payment: each capture of a wrong amount on a confirmed order is alerted", async () => {
  const { buyer, id } = await placed({ quantity: 3 });
  await pay(buyer, id);
  const differing = async () =>
    (await alertTitles(id, admin)).filter((title) => title.includes("differs from the amount due")).length;
  await sendCapture(buyer, id, { amount: 1000 });
  expect(await differing()).toBe(1);
  await sendCapture(buyer, id, { event: "again", part: "_2", amount: 1200 });
  expect(await differing()).toBe(2);
});
