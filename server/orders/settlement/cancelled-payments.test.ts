import { afterEach, beforeEach, expect, test } from "vitest";
import { listInconsistencies } from "#server/orders/orders.ts";
import { capturePayments, syncUnresolvedPayments } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getLevels } from "#server/stock/stock.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { selling } from "#server/testing/selling.ts";
import { blockRequests, shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, proxy, stripe, deliverWebhooks, intentOf, admin, act, byStripe, withManualCapture } =
  await shopWithStripe();
const { placed, bought, pay, look } = selling(shop);
const { app } = shop;
const realNow = app.now;

beforeEach(() => {
  fakeStripe.refundsAre = "succeeded";
  stripe.takeWebhooks();
});
afterEach(() => {
  app.now = realNow;
  proxy.before = undefined;
  proxy.after = undefined;
});

const see = async (id: string) => {
  const { status, paid, refunded } = await look({ ...admin }, id);
  return { status, retained: paid.amount - refunded.amount };
};
/** The inconsistencies, without those of other orders: some here end with money that only a person can refund. */
const offAt = async (id: string) =>
  (await listInconsistencies(app.db)).filter(({ order_id }) => order_id === null || order_id === id);
const alerts = async () => {
  const { body } = await shop.ask("GET /notifications?per_page=100", { token: admin.token });
  return body.data.filter(({ type }: { type: string }) => type === "payment_alert").length;
};

test("Payment: an order cancelled during a capture stays cancelled, and is refunded", async () => {
  const { id, buyer } = await withManualCapture(byStripe);
  const { reached, release, wait } = blockRequests("/capture");
  proxy.after = wait;
  const capturing = act(id, "capture");
  await reached;
  expect((await act(id, "cancel", {}, buyer)).body.data.status).toBe("cancelled");
  release();
  await capturing;
  await deliverWebhooks();
  expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
  expect(await offAt(id)).toEqual([]);
});

test("Payment: an authorization is voided as requested, though a pending capture was declined in between", async () => {
  const { id, buyer } = await withManualCapture(byStripe);
  const intent = fakeStripe.intent(intentOf(id));
  const { reached, release, wait } = blockRequests("/capture");
  proxy.before = wait;
  const capturing = act(id, "capture");
  await reached;
  await act(id, "cancel", {}, buyer);
  const capturable = intent.amount_capturable;
  // Stripe declines to capture more than was authorized.
  intent.amount_capturable = 0;
  release();
  await capturing;
  intent.amount_capturable = capturable;
  await app.jobs.drain();
  app.now = () => new Date(Date.now() + 5 * 60_000);
  await syncUnresolvedPayments(app);
  expect(intent.status).toBe("canceled");
  expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
  expect(await offAt(id)).toEqual([]);
});

test("Payment: an authorization to be voided is never captured, though its provider can't be reached yet", async () => {
  const { id, buyer } = await withManualCapture(byStripe);
  stripe.connection = "down";
  await act(id, "cancel", {}, buyer);
  await inTransaction(app.db, (tx) => capturePayments(app, tx, id));
  stripe.connection = "up";
  app.now = () => new Date(Date.now() + 5 * 60_000);
  await syncUnresolvedPayments(app);
  expect(fakeStripe.intent(intentOf(id)).status).toBe("canceled");
  expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
  expect(await offAt(id)).toEqual([]);
});

test("Payment: a cancelled order whose dispute is won stays cancelled, and is refunded", async () => {
  const { id, order } = await bought();
  const [payment] = (await look({ ...admin }, id)).payments;
  const amount = order.total.amount;
  await sendDemoWebhook(shop, payment.id, { kind: "chargeback", amount, charge: `dp_${id}` });
  await act(id, "cancel");
  await sendDemoWebhook(shop, payment.id, { kind: "chargeback_won", amount, charge: `dp_${id}` });
  expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
  expect(await offAt(id)).toEqual([]);
});

test.each(["refused", "sent back"])(
  "Payment: a cancelled order whose refund was %s and whose payment is disputed then is not reopened",
  async (how) => {
    const { id, buyer, variation, order } = await byStripe();
    fakeStripe.refundsAre = how === "refused" ? "refused" : "succeeded";
    await act(id, "cancel", {}, buyer);
    await deliverWebhooks();
    const refund = [...fakeStripe.refunds.values()].find(({ payment_intent }) => payment_intent === intentOf(id));
    if (refund) fakeStripe.endRefund(refund.id, "failed");
    await deliverWebhooks();
    const dispute = fakeStripe.dispute(intentOf(id), "needs_response");
    await deliverWebhooks();
    expect(await see(id)).toEqual({ status: "cancelled", retained: order.total.amount });
    expect((await look({ ...admin }, id)).payment_status).toBe("disputed");
    expect((await getLevels(app.db, [variation.id])).get(variation.id)).toMatchObject({ reserved: 0 });
    fakeStripe.dispute(intentOf(id), "lost", dispute);
    await deliverWebhooks();
    expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
    expect(await offAt(id)).toEqual([]);
  },
);

test("Payment: a disputed order that was cancelled stays so, whatever events follow", async () => {
  const { id, order } = await bought();
  const [payment] = (await look({ ...admin }, id)).payments;
  const amount = order.total.amount;
  await sendDemoWebhook(shop, payment.id, { kind: "chargeback", amount, charge: `dp_${id}` });
  await act(id, "cancel");
  await sendDemoWebhook(shop, payment.id, { kind: "fail", amount: 0, charge: "another try" });
  expect((await see(id)).status).toBe("cancelled");
  expect(await offAt(id)).toEqual([]);
});

test("Payment: a cancelled order whose refund is declined is not reopened; an administrator refunds it", async () => {
  const { id, buyer, order } = await byStripe();
  fakeStripe.refundsAre = "refused";
  await act(id, "cancel", {}, buyer);
  await app.jobs.drain();
  const amount = order.total.amount;
  expect(await see(id)).toEqual({ status: "cancelled", retained: amount });
  fakeStripe.refundsAre = "succeeded";
  expect((await act(id, "refunds", { amount, reason: "By hand" })).status).toBe(201);
  await deliverWebhooks();
  expect(await see(id)).toEqual({ status: "cancelled", retained: 0 });
});

test("Payment: a cancelled order whose refund the bank returned is not reopened", async () => {
  const { id, buyer, order } = await byStripe();
  await act(id, "cancel", {}, buyer);
  await deliverWebhooks();
  const refund = [...fakeStripe.refunds.values()].find(({ payment_intent }) => payment_intent === intentOf(id));
  fakeStripe.endRefund(refund?.id ?? "", "failed");
  await deliverWebhooks();
  expect(await see(id)).toEqual({ status: "cancelled", retained: order.total.amount });
});

test("Payment: the declined refund of a duplicate payment is tried once, and administrators are alerted", async () => {
  const { id, buyer, order } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id, { provider: "stripe" });
  fakeStripe.confirm(intentOf(id));
  await deliverWebhooks();
  fakeStripe.refundsAre = "refused";
  const [alertsBefore, asked] = [await alerts(), stripe.requests.length];
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: order.total.amount });
  const refunds = stripe.requests.slice(asked).filter((line) => line === "POST /v1/refunds");
  expect({ refunds: refunds.length, alerts: (await alerts()) - alertsBefore }).toEqual({ refunds: 1, alerts: 1 });
  expect(await see(id)).toEqual({ status: "confirmed", retained: 2 * order.total.amount });
  // By hand it is that payment which goes back, and the order is paid all the same.
  fakeStripe.refundsAre = "succeeded";
  expect((await act(id, "refunds", { amount: order.total.amount, reason: "Paid twice" })).status).toBe(201);
  await deliverWebhooks();
  expect(await see(id)).toEqual({ status: "confirmed", retained: order.total.amount });
});
