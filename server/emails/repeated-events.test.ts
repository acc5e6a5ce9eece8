import { sql } from "kysely";
import { expect, test } from "vitest";
import { signDemoWebhook } from "#server/payments/payments.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { app, ask } = shop;
const { placed, bought, product, fill, order, pay, look, actAs } = selling(shop);
const { token, card } = await openAdmin(shop);
const admin = { id: 0, email: "", token };

const act = actAs({ token });
/** A payment webhook of a provider. */
async function hook(reference: string, kind: string, amount: number, charge: string) {
  const id = `evt_${crypto.randomUUID()}`;
  const message = { id, reference, charge, kind, amount, currency: "EUR", at: new Date().toISOString() };
  const { signature } = signDemoWebhook(app, message as Parameters<typeof signDemoWebhook>[1]);
  await ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: message });
  await app.jobs.drain();
}
const emailsOf = async (id: string) =>
  (
    await sql<{ template: string; facts: object }>`
      select template, facts from email_outbox where facts ->> 'order_id' = ${id} order by created_at, id`.execute(
      app.db,
    )
  ).rows;
const templates = async (id: string) => (await emailsOf(id)).map(({ template }) => template);
const bell = async (id: string) =>
  (
    await sql<{ type: string }>`
      select type from notifications where link = ${`/account/orders/${id}`} order by created_at, id`.execute(app.db)
  ).rows.map(({ type }) => type);

test("C11 an order reopened after its cancellation has an email each time", async () => {
  const { id, buyer, order: made } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id, { provider: "cod" });
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  const reference = `demo_${first.payment_id}`;
  await hook(reference, "capture", made.totals.total.amount, `${reference}_charge`);
  expect((await look(admin, id)).status).toBe("confirmed");
  expect(await templates(id)).toEqual(["order_confirmed", "order_cancelled", "order_confirmed"]);
  expect(await bell(id)).toEqual(["order_confirmed", "order_cancelled", "order_confirmed"]);
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect((await templates(id)).filter((one) => one === "order_cancelled")).toHaveLength(2);
});

test("C11 a refund repeated after it failed has another email; a repeated event has none", async () => {
  const { id } = await bought();
  const [payment] = (await look(admin, id)).payments;
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  const { rows } = await sql<{ reference: string }>`
    select psp_reference as reference from refunds where order_id = ${id}::uuid`.execute(app.db);
  const sent = rows[0]?.reference ?? "";
  const reference = `demo_${payment.id}`;
  await hook(reference, "refund", 490, sent);
  expect((await templates(id)).filter((one) => one === "order_refunded")).toHaveLength(1);
  await hook(reference, "refund_fail", 490, sent);
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  expect((await templates(id)).filter((one) => one === "order_refunded")).toHaveLength(2);
});

test("C11 a refund to a gift card alone has its own email", async () => {
  const buyer = await shop.person();
  const gift = await card(50_000);
  await fill(buyer, (await product({ price: 3000 })).id, 2);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const { id } = (await order(buyer)).body.data;
  await act(id, "refunds", { amount: 1000, reason: "Scratched" });
  expect((await emailsOf(id)).filter(({ template }) => template === "order_refunded")).toEqual([
    { template: "order_refunded", facts: { order_id: id, amount: 1000, on_cards: 1 } },
  ]);
  expect(await bell(id)).toContain("order_refunded");
});

test("C11 a chargeback has no refund email", async () => {
  const { id, order: made } = await bought();
  const [payment] = (await look(admin, id)).payments;
  for (const kind of ["chargeback", "chargeback_lost"])
    await hook(`demo_${payment.id}`, kind, made.totals.total.amount, `dp_${id}`);
  expect((await look(admin, id)).payment_status).toBe("refunded");
  expect(await templates(id)).not.toContain("order_refunded");
  expect(await bell(id)).not.toContain("order_refunded");
});

test("C11 a payment that comes after its order expired and its stock was sold has one email: the order is on hold", async () => {
  const { id, buyer, variation, order: made } = await placed({ stock: 1 });
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await act(id, "cancel");
  const rival = await shop.person();
  await fill(rival, variation.id);
  const instead = (await order(rival)).body.data.id;
  const reference = `demo_${payment_id}`;
  for (const _ of [1, 2]) await hook(reference, "capture", made.totals.total.amount, `${reference}_charge`);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  expect((await templates(id)).filter((one) => one === "order_on_hold")).toHaveLength(1);
  await act(instead, "cancel");
});
