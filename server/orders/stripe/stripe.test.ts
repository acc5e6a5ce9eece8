import { afterAll, beforeEach, expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { syncUnresolvedPayments } from "#server/payments/payments.ts";
import { readConfig } from "#server/platform/config.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
const shop = await openTestShop({ stripe: stripe.account, logLevel: "silent" });
const { placed, pay, look, key } = selling(shop);
const { app } = shop;
const realNow = app.now;
const admin = await shop.person("admin");
const { fakeStripe } = stripe;
const at = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};

afterAll(() => stripe.close());
beforeEach(() => {
  stripe.connection = "up";
  fakeStripe.refundsAre = "succeeded";
  stripe.takeWebhooks();
});
checkFiguresAfterEach(shop);

const send = ({ raw, signature }: { raw: string; signature: string }) =>
  shop.ask("POST /webhooks/payments/stripe", { headers: { "stripe-signature": signature }, body: JSON.parse(raw) });

async function deliverWebhooks() {
  for (const message of stripe.takeWebhooks()) expect((await send(message)).body).toEqual({ received: true });
  await app.jobs.drain();
}

const byStripe = async (buyer: Buyer, id: string) => (await pay(buyer, id, { provider: "stripe" })).body.data;
const payment = async ({ token }: Buyer, id: string) => (await shop.ask(`GET /payments/${id}`, { token })).body.data;
const intentOf = (orderId: string) => fakeStripe.intentOf(orderId).id;
const refund = (id: string, body: object, headers = key()) =>
  shop.ask(`POST /orders/${id}/refunds`, { token: admin.token, headers, body: { reason: "Scratched", ...body } });

async function paidByStripe() {
  const made = await placed();
  await byStripe(made.buyer, made.id);
  fakeStripe.confirm(intentOf(made.id));
  await deliverWebhooks();
  return { ...made, intent: intentOf(made.id) };
}

test("C11 Stripe: an order is paid by a PaymentIntent of its amount, and the signed webhook confirms it", async () => {
  const { buyer, id, order } = await placed();
  const begun = await byStripe(buyer, id);
  expect(begun).toMatchObject({ status: "requires_action", provider: "stripe" });
  const intent = fakeStripe.intent(intentOf(id));
  expect(begun.client).toEqual({ client_secret: intent.client_secret });
  expect(intent).toMatchObject({
    amount: order.total.amount,
    currency: "eur",
    metadata: { order_id: id, payment_id: begun.payment_id, order_number: String(order.number) },
  });
  fakeStripe.confirm(intent.id);
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await payment(buyer, id)).client).toEqual({});
});

test("C11 Stripe: the browser's confirmation is checked with Stripe, and has the same result as the webhook", async () => {
  const { buyer, id } = await placed();
  const { client } = await byStripe(buyer, id);
  const confirm = (token: string) => shop.ask(`POST /payments/${id}/confirm`, { token: buyer.token, body: { token } });
  expect((await confirm("pi_other_secret")).status).toBe(404);
  expect((await confirm(client.client_secret)).body.data.status).toBe("requires_action");
  fakeStripe.confirm(intentOf(id));
  expect((await confirm(client.client_secret)).body.data.status).toBe("captured");
  await deliverWebhooks();
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(paid.timeline).toHaveLength(2);
});

test("C11 Stripe: a webhook signed with another secret, or altered, is rejected", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id));
  const message = stripe.takeWebhooks().at(-1) ?? { raw: "{}", signature: "" };
  expect((await send({ ...message, raw: message.raw.replace('"livemode":false', '"livemode":true') })).body.code).toBe(
    "bad_input",
  );
  expect((await send({ ...message, signature: "t=1,v1=00" })).status).toBe(400);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  expect((await send(message)).status).toBe(200);
});

test("C11 Stripe: a declined card has a reason, and another card on the same PaymentIntent pays", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id), "declined");
  await deliverWebhooks();
  expect(await payment(buyer, id)).toMatchObject({ status: "failed", failure_message: "Your card was declined." });
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 Stripe: without a connection or response the attempt is pending, and a sync finds one PaymentIntent", async () => {
  for (const line of ["down", "lost", "failing"] as const) {
    app.now = realNow;
    const { buyer, id } = await placed();
    stripe.connection = line;
    expect((await byStripe(buyer, id)).status).toBe("created");
    stripe.connection = "up";
    at(3);
    await syncUnresolvedPayments(app);
    expect(await payment(buyer, id)).toMatchObject({ status: "requires_action" });
    const made = [...fakeStripe.intents.values()].filter(({ metadata }) => metadata.order_id === id);
    expect(made).toHaveLength(1);
    fakeStripe.confirm(intentOf(id));
    at(6);
    await syncUnresolvedPayments(app);
    expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  }
});

test("C11 Stripe: a payment whose response is lost at the end of an hour has one PaymentIntent in the next", async () => {
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  app.now = () => new Date(hour - 60_000);
  const { buyer, id } = await placed();
  stripe.connection = "lost";
  expect((await byStripe(buyer, id)).status).toBe("created");
  stripe.connection = "up";
  app.now = () => new Date(hour + 120_000);
  await syncUnresolvedPayments(app);
  expect([...fakeStripe.intents.values()].filter(({ metadata }) => metadata.order_id === id)).toHaveLength(1);
  app.now = realNow;
});

test("C11 Stripe: while a payment is processing the order gets more time; a failure then ends that", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id), "processing");
  await deliverWebhooks();
  expect((await payment(buyer, id)).status).toBe("processing");
  at(31);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  fakeStripe.confirm(intentOf(id), "fails late");
  await deliverWebhooks();
  expect((await payment(buyer, id)).status).toBe("failed");
  at(60);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
});

test("C11 Stripe: before an order expires its payment is synced, so that one just paid does not expire", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id));
  stripe.takeWebhooks();
  at(31);
  await expireOverdue(app);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 Stripe: the PaymentIntent of an ended order can't be paid", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  at(31);
  await expireOverdue(app);
  await app.jobs.drain();
  expect((await look(buyer, id)).status).toBe("expired");
  expect(fakeStripe.intent(intentOf(id)).status).toBe("canceled");
  expect(() => fakeStripe.confirm(intentOf(id))).toThrow("canceled");
});

test("C11 Stripe: an attempt replaced by another is cancelled at Stripe; if paid all the same, it is refunded", async () => {
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  const first = intentOf(id);
  fakeStripe.confirm(first);
  stripe.takeWebhooks();
  await pay(buyer, id);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  await app.jobs.drain();
  const paid = await look(buyer, id);
  expect(paid.payments.map((one: { status: string }) => one.status).sort()).toEqual(["captured", "refunded"]);
  expect(paid.timeline.at(-1).type).toBe("payment_returned");
  expect(paid.refunds).toMatchObject([{ status: "succeeded", reason: "The order was paid twice." }]);
  expect(() => fakeStripe.confirm(first)).toThrow("succeeded");
});

test("C11 Stripe: an authorized card payment is captured only when an administrator does so", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  const { buyer, id } = await placed();
  const capture = () => shop.ask(`POST /orders/${id}/capture`, { token: admin.token, headers: key() });
  expect((await capture()).body.code).toBe("order_state");
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "authorized" });
  expect((await capture()).body.data.status).toBe("captured");
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await capture()).body.code).toBe("order_state");
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
});

test("C11 Stripe: an authorization cancelled by Stripe can't be captured, and the order says so", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  const { buyer, id } = await placed();
  await byStripe(buyer, id);
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  fakeStripe.cancel(intentOf(id));
  const capture = await shop.ask(`POST /orders/${id}/capture`, { token: admin.token, headers: key() });
  // Staff must not read that it was captured.
  expect(capture.body.code).toBe("payment_refused");
  expect(await look(buyer, id)).toMatchObject({ payment_status: "voided" });
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
});

test("C11 Stripe: cancelling a paid order refunds it, also when Stripe can't be reached at first", async () => {
  const { buyer, id, intent } = await paidByStripe();
  stripe.connection = "lost";
  await shop.ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ status: "cancelled", payment_status: "paid" });
  stripe.connection = "up";
  at(3);
  await syncUnresolvedPayments(app);
  expect(await look(buyer, id)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect([...fakeStripe.refunds.values()].filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(1);
});

test("C11 Stripe: a pending refund counts once it succeeded, and a failed one no longer", async () => {
  const { buyer, id, intent } = await paidByStripe();
  fakeStripe.refundsAre = "pending";
  expect((await refund(id, { amount: 490 })).status).toBeLessThan(300);
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ payment_status: "paid", refunds: [{ status: "pending" }] });
  expect((await refund(id, { amount: 1001 })).body.code).toBe("refund_too_much");
  const made = [...fakeStripe.refunds.values()].find(({ payment_intent }) => payment_intent === intent);
  fakeStripe.endRefund(made?.id ?? "", "succeeded");
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({
    payment_status: "partially_refunded",
    refunds: [{ status: "succeeded" }],
  });
  fakeStripe.endRefund(made?.id ?? "", "failed");
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ payment_status: "paid", refunds: [{ status: "failed" }] });
});

test("C11 Payment: a refund the provider declines leaves the order unchanged, with an error", async () => {
  const { buyer, id } = await paidByStripe();
  const before = await look(buyer, id);
  fakeStripe.refundsAre = "refused";
  const refused = await refund(id, { amount: 490 });
  expect(refused).toMatchObject({ status: 409, body: { code: "payment_refused" } });
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({
    status: before.status,
    payment_status: "paid",
    refunded: { amount: 0 },
    timeline: before.timeline,
  });
  fakeStripe.refundsAre = "succeeded";
  expect((await refund(id, { amount: 490 })).status).toBeLessThan(300);
  expect(await look(buyer, id)).toMatchObject({ payment_status: "partially_refunded", refunded: { amount: 490 } });
});

test("C11 Payment: a dispute is opened, lost or won; an inquiry changes nothing", async () => {
  const { buyer, id, intent, variation } = await paidByStripe();
  fakeStripe.dispute(intent, "warning_needs_response");
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ payment_status: "paid" });
  const lost = fakeStripe.dispute(intent, "needs_response");
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "disputed" });
  const alerts = (await shop.ask("GET /notifications", { token: admin.token })).body.data;
  expect(alerts[0]).toMatchObject({ type: "payment_alert", link: `/dashboard/orders/${id}` });
  fakeStripe.dispute(intent, "lost", lost);
  await deliverWebhooks();
  expect(await look(buyer, id)).toMatchObject({ payment_status: "refunded" });
  expect(variation.id).toBeGreaterThan(0);
  const other = await paidByStripe();
  const won = fakeStripe.dispute(other.intent, "needs_response");
  fakeStripe.dispute(other.intent, "won", won);
  await deliverWebhooks();
  expect(await look(other.buyer, other.id)).toMatchObject({ payment_status: "paid" });
});

test("C11 Stripe: with an invalid key the payment has an error message, and the order can be paid another way", async () => {
  const wrong = await openTestShop({ stripe: { ...stripe.account, secretKey: "sk_wrong" }, logLevel: "silent" });
  const elsewhere = selling(wrong);
  const { buyer, id } = await elsewhere.placed();
  const refused = (await elsewhere.pay(buyer, id, { provider: "stripe" })).body.data;
  expect(refused).toMatchObject({
    status: "failed",
    failure_message: expect.stringContaining("Choose another payment method"),
  });
  await elsewhere.pay(buyer, id);
  expect((await elsewhere.look(buyer, id)).status).toBe("confirmed");
});

test("C11 Stripe: incomplete settings fail the start and name what is missing", () => {
  const half = { STRIPE_SECRET_KEY: "sk_1", STRIPE_PUBLISHABLE_KEY: "pk_1" };
  expect(() => readConfig(half, "/nowhere")).toThrow("Missing: STRIPE_WEBHOOK_SECRET");
  expect(readConfig({}, "/nowhere").stripe).toBeUndefined();
  expect(readConfig({ ...half, STRIPE_WEBHOOK_SECRET: "whsec_1" }, "/nowhere").stripe).toMatchObject({
    secretKey: "sk_1",
  });
});
