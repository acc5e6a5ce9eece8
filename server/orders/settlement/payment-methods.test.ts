import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { creditOrder } from "#server/orders/ledger/credits.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { createRefund, signDemoWebhook } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop({ logLevel: "silent" });
const { placed, bought, pay, look, key } = selling(shop);
const { app } = shop;
const admin = await shop.person("admin");
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

/** Minutes after which three banking days are over, holidays between them included. */
const afterBankingDays = 10 * 24 * 60;
const later = (minutes: number) => {
  app.now = () => new Date(Date.now() + minutes * 60_000);
};
const byTransfer = async (buyer: Buyer, id: string) => (await pay(buyer, id, { provider: "bank" })).body.data;
const arrived = (id: string, amount: number, headers = key()) =>
  shop.ask(`POST /payments/${id}/received`, { token: admin.token, headers, body: { amount } });
const refund = (id: string, amount: number, headers = key()) =>
  shop.ask(`POST /orders/${id}/refunds`, { token: admin.token, headers, body: { amount, reason: "Scratched" } });
const methods = async ({ token }: Buyer, id: string, at = shop) =>
  (await at.ask(`GET /payments/${id}/methods`, { token })).body.data.map(
    (method: { provider: string }) => method.provider,
  );

test("C11 Payment: only the configured payment methods are offered and accepted", async () => {
  const { buyer, id } = await placed();
  expect(await methods(buyer, id)).toEqual(["demo", "bank", "cod"]);
  expect((await pay(buyer, id, { provider: "stripe" })).body.code).toBe("payment_provider_unknown");
  const stranger = await shop.person();
  expect((await shop.ask(`GET /payments/${id}/methods`, { token: stranger.token })).status).toBe(404);
  const real = await openTestShop({ demo: false, logLevel: "silent" });
  await inTransaction(real.app.db, (tx) => updateSettings(tx, { requires_legal_details: false }));
  const selling2 = selling(real);
  const made = await selling2.placed();
  expect(await methods(made.buyer, made.id, real)).toEqual(["cod"]);
  expect((await selling2.pay(made.buyer, made.id)).body.code).toBe("payment_provider_unknown");
  await inTransaction(real.app.db, (tx) => updateSettings(tx, { cash_on_delivery: false, demo: true }));
  expect(await methods(made.buyer, made.id, real)).toEqual(["demo"]);
});

test("C11 Payment: a bank transfer has instructions, reserves the order for three days, and pays it once it arrived", async () => {
  const { buyer, id, order } = await placed();
  const begun = await byTransfer(buyer, id);
  expect(begun).toMatchObject({ status: "requires_action", client: { ...account, reference: String(order.number) } });
  later(60);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("pending_payment");
  expect(
    (await shop.ask(`POST /payments/${id}/received`, { token: buyer.token, headers: key(), body: { amount: 1 } }))
      .status,
  ).toBe(403);
  expect((await arrived(id, order.total.amount)).body.data.status).toBe("captured");
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await arrived(id, order.total.amount)).body.code).toBe("order_state");
});

test("C11 Payment: administrators can record a bank transfer or capture an authorization only while there is one", async () => {
  const actions = async (id: string) => (await look(admin, id)).actions as string[];
  const waiting = await placed();
  expect(await actions(waiting.id)).not.toContain("receive_transfer");
  await byTransfer(waiting.buyer, waiting.id);
  expect(await actions(waiting.id)).toContain("receive_transfer");
  expect((await look(waiting.buyer, waiting.id)).actions).not.toContain("receive_transfer");
  await arrived(waiting.id, waiting.order.total.amount);
  expect(await actions(waiting.id)).not.toContain("receive_transfer");
  const onDelivery = await bought({ provider: "cod" });
  expect(await actions(onDelivery.id)).toContain("capture");
  await shop.ask(`POST /orders/${onDelivery.id}/capture`, { token: admin.token, headers: key() });
  expect(await actions(onDelivery.id)).not.toContain("capture");
});

test("C11 Payment: without a bank transfer the order expires after three banking days; a later one reopens it", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  later(afterBankingDays);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
  await arrived(id, order.total.amount);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 Payment: amount or currency differs → on hold, never confirmed", async () => {
  const { buyer, id, order } = await placed();
  expect((await arrived(id, 100)).status).toBe(404);
  await byTransfer(buyer, id);
  await arrived(id, order.total.amount - 1);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  expect((await look(buyer, id)).timeline.map((event: { type: string }) => event.type)).not.toContain("confirmed");
  const [alert] = (await shop.ask("GET /notifications", { token: admin.token })).body.data;
  expect(alert).toMatchObject({ type: "payment_alert", link: `/dashboard/orders/${id}` });
  expect(alert.title).toContain("The amount paid differs from the amount due");
});

test("C11 Payment: a bank transfer in parts puts the order on hold until the rest arrives, and then pays it", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  await arrived(id, order.total.amount - 500);
  const waiting = await look(admin, id);
  expect(waiting).toMatchObject({ status: "on_hold", payment_status: "partially_paid" });
  expect(waiting.actions).toContain("receive_transfer");
  await arrived(id, 200);
  expect((await look(admin, id)).status).toBe("on_hold");
  expect((await arrived(id, 300)).body.data.status).toBe("captured");
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid", paid: order.total });
  expect(paid.timeline.at(-1)).toMatchObject({ type: "confirmed", text: "Order confirmed." });
  expect((await look(admin, id)).actions).not.toContain("receive_transfer");
  expect((await arrived(id, 1)).body.code).toBe("order_state");
});

test("Payment: a second transfer for a paid order is recorded as another one, and is a refund to send", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  await arrived(id, order.total.amount);
  // Not the first one, recorded twice.
  expect((await arrived(id, 390)).body.code).toBe("order_state");
  expect((await look(admin, id)).actions).toContain("receive_another_transfer");
  const body = { amount: 390, another: true };
  const recorded = await shop.ask(`POST /payments/${id}/received`, { token: admin.token, headers: key(), body });
  expect(recorded.body.data).toMatchObject({ provider: "bank", amount: { amount: 390 } });
  const paid = await look(admin, id);
  expect(paid).toMatchObject({
    status: "confirmed",
    payments: [{ captured: order.total }, { captured: { amount: 390 } }],
    refunds: [
      { amount: { amount: 390 }, payment_id: recorded.body.data.payment_id, status: "succeeded", sent_at: null },
    ],
    outstanding: { amount: 0 },
  });
  expect(paid.paid.amount - paid.refunded.amount).toBe(order.total.amount);
});

test("Payment: of two people who record the same transfer, one is told that the order has changed", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  const half = Math.floor(order.total.amount / 2);
  const record = (version: number, body: object) =>
    shop.ask(`POST /payments/${id}/received`, { token: admin.token, headers: key(), body: { version, ...body } });
  const bothRecord = async (body: object) => {
    const { version } = await look(admin, id);
    return [await record(version, body), await record(version, body)];
  };
  const stale = { status: 409, body: { code: "stale", order: { id } } };
  expect(await bothRecord({ amount: half })).toMatchObject([{ status: 200 }, stale]);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", paid: { amount: half } });
  expect(await bothRecord({ amount: order.total.amount - half })).toMatchObject([{ status: 200 }, stale]);
  expect(await bothRecord({ amount: 390, another: true })).toMatchObject([{ status: 200 }, stale]);
  expect((await look(admin, id)).refunds).toHaveLength(1);
  const unseen = await shop.ask(`POST /payments/${id}/received`, {
    token: admin.token,
    headers: key(),
    body: { amount: 390, another: true, version: undefined },
  });
  expect(unseen.status).toBe(400);
});

test("C11 Payment: the rest of a bank transfer can be recorded also on an order that was released without it", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  await arrived(id, order.total.amount - 500);
  await shop.ask(`POST /orders/${id}/release`, { token: admin.token, headers: key(), body: {} });
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "partially_paid" });
  await arrived(id, 500);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});

test("C11 Payment: choosing bank transfer again does not extend the reservation", async () => {
  const { buyer, id } = await placed({ stock: 1 });
  const until = async () => Date.parse((await look(buyer, id)).expires_at);
  await byTransfer(buyer, id);
  const first = await until();
  later(2 * 24 * 60);
  await pay(buyer, id, { provider: "demo", outcome: "decline" });
  await byTransfer(buyer, id);
  expect((await until()) - first).toBeLessThan(60_000);
  later(afterBankingDays);
  expect((await pay(buyer, id, { provider: "bank" })).body.code).toBe("order_expired");
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
});

test("C11 Payment: customer pays twice by two methods → the second payment is refunded and logged", async () => {
  const { buyer, id, order } = await placed();
  await byTransfer(buyer, id);
  await pay(buyer, id);
  await arrived(id, order.total.amount);
  const paid = await look(buyer, id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(paid.refunds).toMatchObject([{ reason: "The order was paid twice.", status: "succeeded" }]);
  expect(paid.timeline.at(-1).type).toBe("payment_returned");
});

test("C11 Payment: refund more than captured, twice, concurrently → never above the captured amount", async () => {
  const { buyer, id, order } = await bought();
  const total = order.total.amount;
  expect((await refund(id, total + 1)).body.code).toBe("refund_too_much");
  const headers = key();
  const [first, again] = [await refund(id, 100, headers), await refund(id, 100, headers)];
  expect(again.body).toEqual(first.body);
  expect((await refund(id, 200, headers)).body.code).toBe("idempotency_mismatch");
  expect(await look(buyer, id)).toMatchObject({ payment_status: "partially_refunded", refunded: { amount: 100 } });
  const rivals = await Promise.all(Array.from({ length: 8 }, () => refund(id, 600)));
  // Of those that were decided on the same order one is made.
  const made = rivals.filter(({ status }) => status < 300).length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThanOrEqual(Math.floor((total - 100) / 600));
  const left = total - 100 - 600 * made;
  expect((await refund(id, left)).status).toBeLessThan(300);
  expect((await refund(id, 1)).status).toBe(409);
  expect(await look(buyer, id)).toMatchObject({ payment_status: "refunded", refunded: { amount: total } });
});

test("C11 Payment: refunds before delivery reduce the cash on delivery to collect", async () => {
  const { buyer, id, order } = await bought({ provider: "cod", price: 2000 });
  await inTransaction(app.db, async (tx) => {
    const wish = { orderId: id, amount: 500, reason: "One less", requestedBy: admin.id, key: `less ${id}` };
    const credited = assertFound(await lockOrder(tx, id));
    await creditOrder(app, tx, credited, { ...wish, actor: { type: "admin", id: admin.id } });
    expect(await createRefund(app, tx, wish)).toMatchObject([{ status: "pending" }]);
    expect(await createRefund(app, tx, wish)).toMatchObject([{ status: "pending" }]);
    await expect(createRefund(app, tx, { ...wish, key: "more", amount: order.total.amount })).rejects.toThrow(
      "more than",
    );
  });
  expect(await look(buyer, id)).toMatchObject({ payment_status: "authorized" });
  await shop.ask(`POST /orders/${id}/capture`, { token: admin.token, headers: key() });
  expect(await look(buyer, id)).toMatchObject({
    payment_status: "paid",
    paid: { amount: order.total.amount - 500 },
    refunded: { amount: 0 },
    refunds: [{ status: "cancelled" }],
  });
});

test("C11 Payment: voiding an authorization drops the refunds that would have reduced it", async () => {
  const { buyer, id } = await bought({ provider: "cod", price: 2000 });
  await inTransaction(app.db, async (tx) => {
    await createRefund(app, tx, { orderId: id, amount: 500, reason: "One less", requestedBy: null, key: "less" });
  });
  await shop.ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect(await look(buyer, id)).toMatchObject({
    status: "cancelled",
    payment_status: "voided",
    refunds: [{ status: "cancelled" }],
  });
});

/** Sends a webhook of the demo provider about a payment. */
async function sendWebhook(reference: string, change: object) {
  const at = new Date().toISOString();
  const message = { id: `evt_${randomUUID()}`, reference, charge: `${reference}_charge`, kind: "capture" as const, at };
  const whole = { ...message, amount: 1490, currency: "EUR", ...change };
  const { signature } = signDemoWebhook(app, whole);
  await shop.ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: whole });
}

/** Runs the jobs that are due after a while. */
async function again() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
  await app.jobs.drain();
}

/** How long the queue retries a message: it waits e^n seconds after attempt n, at most e^10. */
async function hoursOfTries(reference: string) {
  const { rows } = await sql<{ hours: number }>`
    select sum(exp(least(n, 10)))::float8 / 3600 as hours
    from webhook_inbox w
    join graphile_worker._private_jobs j on j.payload ->> 'eventId' = w.event_id
    cross join lateral generate_series(1, j.max_attempts - 1) n
    where w.payload ->> 'reference' = ${reference}`.execute(app.db);
  return rows[0]?.hours;
}

test("C11 Payment: a webhook before our commit is retried until its payment exists", async () => {
  const { buyer, id } = await placed();
  const [early, unknown] = ["demo_early", `demo_${randomUUID()}`];
  await sendWebhook(early, {});
  await sendWebhook(unknown, {});
  await again();
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await sql`update payments set psp_reference = ${early} where id = ${payment_id}::uuid`.execute(app.db);
  await again();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await hoursOfTries(unknown)).toBeGreaterThanOrEqual(24);
  for (let tries = 3; tries <= 14; tries++) await again();
  const [alert] = (await shop.ask("GET /notifications", { token: admin.token })).body.data;
  expect(alert).toMatchObject({ type: "payment_alert", title: expect.stringContaining("doesn't match any payment") });
  const { rows } = await sql<{ attempts: number }>`
    select attempts from webhook_inbox where payload ->> 'reference' = ${unknown} and processed_at is null`.execute(
    app.db,
  );
  expect(rows).toEqual([{ attempts: 14 }]);
});

test("C11 Payment: failure event after success → no change; success after failure → paid", async () => {
  const { buyer, id, order } = await placed();
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await sendWebhook(`demo_${payment_id}`, { amount: order.total.amount });
  await sendWebhook(`demo_${payment_id}`, { kind: "fail", amount: 0, charge: "another try" });
  await app.jobs.drain();
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
});
