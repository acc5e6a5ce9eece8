import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { signDemoWebhook, syncUnresolvedPayments } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getLevels } from "#server/stock/stock.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop, waitForLocks } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { placed, bought, pay, look, fill, order } = selling(shop);
const { app } = shop;
const unitsOf = async (id: number) => (await getLevels(app.db, [id])).get(id);
const later = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};
const latest = async ({ token }: Buyer, id: string) => (await shop.ask(`GET /payments/${id}`, { token })).body.data;

checkFiguresAfterEach(shop);

/** Sends a webhook of the demo provider about a payment. */
function sendWebhook(paymentId: string, change: object = {}) {
  const message = {
    id: `evt_${randomUUID()}`,
    reference: `demo_${paymentId}`,
    charge: `demo_${paymentId}_charge`,
    kind: "capture" as const,
    amount: 1490,
    currency: "EUR",
    at: new Date().toISOString(),
    ...change,
  };
  const { signature } = signDemoWebhook(app, message);
  return shop.ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
}

test("C11 an approved card pays immediately and confirms the order once", async () => {
  const { buyer, id } = await placed();
  expect((await pay(buyer, id)).body.data).toMatchObject({
    status: "captured",
    order_id: id,
    amount: { amount: 1490 },
  });
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid", expires_at: null });
  expect(paid.timeline.map((event: { type: string }) => event.type)).toEqual(["placed", "confirmed"]);
  expect((await pay(buyer, id)).body.code).toBe("already_paid");
});

test("C11 a declined card is an error and leaves the order payable another way", async () => {
  const { buyer, id } = await placed();
  const declined = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  expect(declined).toMatchObject({
    status: "failed",
    failure_message: "Your card was declined. Choose another payment method.",
  });
  expect(await look(buyer, id)).toMatchObject({ status: "pending_payment", payment_status: "unpaid" });
  await pay(buyer, id);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("Payment: confirming an earlier attempt after another one paid says that the order is paid", async () => {
  const { buyer, id } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await pay(buyer, id);
  const body = { token: first.client.token, approve: true };
  const answer = await shop.ask(`POST /payments/${id}/confirm`, { token: buyer.token, body });
  expect([answer.status, answer.body.code]).toEqual([409, "already_paid"]);
});

test("C11 a payment that requires action waits for it, and only its own token confirms it", async () => {
  const { buyer, id } = await placed();
  const asked = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  expect(asked.status).toBe("requires_action");
  const confirm = (body: object) => shop.ask(`POST /payments/${id}/confirm`, { token: buyer.token, body });
  expect((await confirm({ token: "another" })).status).toBe(404);
  expect((await confirm({ token: asked.client.token })).body.data).toMatchObject({ status: "captured", client: {} });
  expect((await confirm({ token: asked.client.token })).body.data.status).toBe("captured");
  expect((await look(buyer, id)).status).toBe("confirmed");
});

test("C11 a rejected confirmation fails the attempt; another attempt cancels a waiting one", async () => {
  const { buyer, id } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  const second = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  const confirm = (token: string) =>
    shop.ask(`POST /payments/${id}/confirm`, { token: buyer.token, body: { token, approve: false } });
  expect((await confirm(first.client.token)).body.code).toBe("order_expired");
  expect((await confirm(second.client.token)).body.data.status).toBe("failed");
  expect((await look(buyer, id)).payments.map((payment: { status: string }) => payment.status)).toEqual([
    "expired",
    "failed",
  ]);
});

test("C11 a late payment is processing until the provider's signed webhook confirms the order", async () => {
  const { buyer, id } = await placed();
  // The provider's message is due in ten minutes, however slow this machine is.
  later(10);
  expect((await pay(buyer, id, { provider: "demo", outcome: "late" })).body.data.status).toBe("processing");
  expect((await pay(buyer, id)).body.code).toBe("payment_in_progress");
  await app.jobs.drain();
  expect((await look(buyer, id)).status).toBe("pending_payment");
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 cash on delivery confirms the order with an authorization", async () => {
  const { buyer, id } = await bought({ provider: "cod" });
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "authorized" });
  expect((await pay(buyer, id)).body.code).toBe("already_paid");
});

test("C11 Payment: a webhook received twice, or before the response, is processed once", async () => {
  const { buyer, id } = await placed();
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  for (const event of ["evt_1", "evt_1", "evt_2"])
    expect((await sendWebhook(payment_id, { id: event + id })).body).toEqual({ received: true });
  await app.jobs.drain();
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid", paid: { amount: 1490 } });
  expect(paid.timeline).toHaveLength(2);
});

test("C11 Payment: after a webhook the customer's own confirmation changes nothing", async () => {
  const { buyer, id } = await placed();
  const { payment_id, client } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await sendWebhook(payment_id);
  await app.jobs.drain();
  const order = await look(buyer, id);
  for (const approve of [true, false]) {
    const back = await shop.ask(`POST /payments/${id}/confirm`, { ...buyer, body: { token: client.token, approve } });
    expect([back.status, back.body.data.status]).toEqual([200, "captured"]);
  }
  expect(await look(buyer, id)).toEqual(order);
  expect(order).toMatchObject({ status: "confirmed", payment_status: "paid", paid: { amount: 1490 }, refunds: [] });
});

test("C11 Payment: a webhook that is unsigned, malformed or of an unknown provider is rejected", async () => {
  const send = (provider: string, signature: string, body: object) =>
    shop.ask(`POST /webhooks/payments/${provider}`, { headers: { "x-signature": signature }, body });
  expect((await send("demo", "0".repeat(64), { id: "1" })).body.code).toBe("bad_input");
  expect((await send("demo", "", {})).status).toBe(400);
  expect((await send("toString", "", {})).body.code).toBe("payment_provider_unknown");
});

test("C11 Payment: a webhook about an unknown payment is stored and retried", async () => {
  const unknown = randomUUID();
  await sendWebhook(unknown);
  await app.jobs.drain();
  const { rows } = await sql<{ attempts: number; processed_at: string | null; last_error: string }>`
    select attempts, processed_at, last_error from webhook_inbox where payload ->> 'reference' = ${`demo_${unknown}`}`.execute(
    app.db,
  );
  expect(rows).toMatchObject([{ attempts: 1, processed_at: null, last_error: expect.stringContaining("no payment") }]);
});

test("C11 Payment: another amount or currency than requested puts the order on hold and never confirms it", async () => {
  for (const change of [{ amount: 1000 }, { currency: "USD" }]) {
    const { buyer, id } = await placed();
    const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
    await sendWebhook(payment_id, change);
    await app.jobs.drain();
    const admin = await shop.person("admin");
    expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
    expect(await look(buyer, id)).toMatchObject({ status: "on_hold", hold_reason: null });
  }
});

test("C11 Payment: a duplicate payment is refunded, with a note on the order", async () => {
  const { buyer, id } = await placed();
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id);
  await sendWebhook(payment_id, { at: new Date(Date.now() + 1000).toISOString() });
  await app.jobs.drain();
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(paid.payments.map((one: { status: string }) => one.status).sort()).toEqual(["captured", "refunded"]);
  expect(paid).toMatchObject({ paid: { amount: 2980 }, refunded: { amount: 1490 }, refundable: { amount: 1490 } });
  expect(paid.timeline.at(-1).type).toBe("payment_returned");
});

test("C11 Payment: a late payment confirms an expired order if its units are still available", async () => {
  const { buyer, id, variation } = await placed({ stock: 1 });
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  later(31);
  await expireOverdue(app);
  expect(await look(buyer, id)).toMatchObject({ status: "expired", actions: ["reorder"] });
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 0 });
  expect((await pay(buyer, id)).body.code).toBe("order_expired");
  await sendWebhook(payment_id);
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await unitsOf(variation.id)).toMatchObject({ reserved: 1 });
});

test("C11 Payment: a late payment without stock puts the order on hold as paid_no_stock until there is some", async () => {
  const { buyer, id, variation } = await placed({ stock: 1 });
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  later(31);
  await expireOverdue(app);
  const other = await shop.person();
  await fill(other, variation.id);
  const rival = (await order(other)).body.data;
  await sendWebhook(payment_id);
  await app.jobs.drain();
  const admin = await shop.person("admin");
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  const release = () => shop.ask(`POST /orders/${id}/release`, { token: admin.token, body: {} });
  expect((await release()).body).toMatchObject({
    code: "out_of_stock",
    short: [{ variation_id: variation.id, available: 0 }],
  });
  await shop.ask(`POST /orders/${rival.id}/cancel`, { token: other.token, body: {} });
  expect((await release()).body.data).toMatchObject({ status: "confirmed", hold_reason: null });
  expect(await look(buyer, id)).toMatchObject({ payment_status: "paid" });
});

test("Order: an expired unpaid order releases its stock and restores the cart; one being paid gets more time", async () => {
  const [idle, busy] = [await placed({ quantity: 2 }), await placed()];
  await pay(busy.buyer, busy.id, { provider: "demo", outcome: "late" });
  later(31);
  await expireOverdue(app);
  expect((await look(idle.buyer, idle.id)).status).toBe("expired");
  expect((await shop.ask("GET /cart", { token: idle.buyer.token })).body.items).toMatchObject([
    { variation_id: idle.variation.id, quantity: 2 },
  ]);
  expect(await unitsOf(idle.variation.id)).toMatchObject({ reserved: 0 });
  expect((await look(busy.buyer, busy.id)).status).toBe("pending_payment");
  await syncUnresolvedPayments(app);
  expect((await look(busy.buyer, busy.id)).status).toBe("confirmed");
});

test("Order: one that expires within the minute is expired on time by its own job", async () => {
  const { buyer, id } = await placed();
  later(29.5);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  later(31);
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
  await app.jobs.drain();
  expect((await look(buyer, id)).status).toBe("expired");
});

test("C11 Payment: a chargeback marks the order as disputed, alerts administrators and moves no stock", async () => {
  const { token } = await shop.person("admin");
  const { buyer, id, variation } = await bought();
  const { payment_id } = await latest(buyer, id);
  await sendWebhook(payment_id, { kind: "chargeback", charge: `dispute_${id}` });
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "disputed" });
  expect(await unitsOf(variation.id)).toMatchObject({ on_hand: 10, reserved: 1 });
  const alerts = (await shop.ask("GET /notifications", { token })).body.data;
  expect(alerts).toContainEqual(
    expect.objectContaining({ type: "payment_alert", title: expect.stringContaining("disputed a payment") }),
  );
});

test("P5 nobody pays, confirms or sees the payments of another's order", async () => {
  const { id } = await placed();
  const other = await shop.person();
  expect((await pay(other, id)).status).toBe(404);
  expect((await shop.ask(`GET /payments/${id}`, { token: other.token })).status).toBe(404);
  expect((await shop.ask(`POST /payments/${id}/confirm`, { token: other.token, body: { token: "x" } })).status).toBe(
    404,
  );
});

test("C11 Payment: a webhook locks its order before its payment, as all code does", async () => {
  const { buyer, id } = await bought();
  const { payment_id } = await latest(buyer, id);
  const { done } = await inTransaction(app.db, async (tx) => {
    await lockOrder(tx, id);
    const jobDone = sendWebhook(payment_id, { kind: "chargeback", charge: `dispute_${id}` }).then(() =>
      app.jobs.drain(),
    );
    await waitForLocks(app.db, 1);
    await sql`select from payments where id = ${payment_id}::uuid for update nowait`.execute(tx);
    return { done: jobDone };
  });
  await done;
  expect((await look(buyer, id)).payment_status).toBe("disputed");
});
