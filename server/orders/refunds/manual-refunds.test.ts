import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop({ logLevel: "silent" });
const { bought, placed, pay, look, shipAndDeliver, key, actAs, approveReturn, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token } = await openAdmin(shop);
const admin = { token } as Buyer;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const act = actAs({ token });
const unitOf = (items: { id: number }[]) => ({ order_item_id: items[0]?.id as number, quantity: 1 });

/** An order of two units, 24.90, paid by bank transfer. */
async function transferred() {
  const made = await placed({ quantity: 2 });
  await pay(made.buyer, made.id, { provider: "bank" });
  await ask(`POST /payments/${made.id}/received`, { token, headers: key(), body: { amount: 2490 } });
  return made;
}

async function returnUnit({ buyer, id, order }: Awaited<ReturnType<typeof placed>>) {
  const returnId = await approveReturn(id, buyer, admin, [unitOf(order.items)]);
  const body = { items: [{ ...unitOf(order.items), condition: "sellable" }] };
  const headers = key();
  for (const _ of [1, 2]) await ask(`POST /returns/${returnId}/receive`, { token, headers, body });
}

test("C11 Payment: administrators are alerted once to refund a cancelled order paid by bank transfer", async () => {
  const { buyer, id, order } = await transferred();
  const headers = key();
  for (const _ of [1, 2]) await ask(`POST /orders/${id}/cancel`, { token: buyer.token, headers, body: {} });
  expect(await look(buyer, id)).toMatchObject({ status: "cancelled", refunded: { amount: 2490 } });
  expect(await alertTitles(id, admin)).toEqual([
    `Refund €24.90 for order ${order.number} manually because it was paid by bank transfer.`,
  ]);
});

test("C11 Payment: each refund of a bank transfer has its own alert, a repeated request has none", async () => {
  const { id, order } = await transferred();
  const headers = key();
  const body = { amount: 490, reason: "Scratched" };
  const [first] = [await act(id, "refunds", body, headers), await act(id, "refunds", body, headers)];
  expect(first.status).toBe(201);
  await act(id, "lines/cancel", { items: [unitOf(order.items)] });
  expect((await alertTitles(id, admin)).toSorted()).toEqual([
    `Refund €10.00 for order ${order.number} manually because it was paid by bank transfer.`,
    `Refund €4.90 for order ${order.number} manually because it was paid by bank transfer.`,
  ]);
});

test("C11 Payment: administrators are alerted to refund a bank transfer that was a duplicate payment", async () => {
  const { id, buyer, order } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id, { provider: "bank" });
  await ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount: 1490 } });
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: 1490 });
  expect((await look(admin, id)).refunds).toMatchObject([{ reason: "The order was paid twice." }]);
  expect(await alertTitles(id, admin)).toEqual([
    `Refund €14.90 for order ${order.number} manually because it was paid by bank transfer.`,
  ]);
});

test("C11 Return: administrators are alerted to refund a unit returned from a cash on delivery order", async () => {
  const made = await bought({ provider: "cod", quantity: 2 });
  await shipAndDeliver(made.id, admin);
  await returnUnit(made);
  expect(await alertTitles(made.id, admin)).toEqual([
    `Refund €10.00 for order ${made.order.number} manually because it was paid by cash on delivery.`,
  ]);
});

test("C11 Payment: there is no alert for refunds a provider makes, nor for voided authorizations", async () => {
  const card = await bought({ quantity: 2 });
  await shipAndDeliver(card.id, admin);
  await returnUnit(card);
  const refund = { amount: 490, reason: "Scratched" };
  await act(card.id, "refunds", refund);
  const cash = await bought({ provider: "cod", quantity: 2 });
  await act(cash.id, "lines/cancel", { items: [unitOf(cash.order.items)] });
  await act(cash.id, "cancel");
  expect([...(await alertTitles(card.id, admin)), ...(await alertTitles(cash.id, admin))]).toEqual([]);
});

test("A6 a refund names its payment, so that the dashboard shows which are sent manually", async () => {
  const { id } = await transferred();
  await act(id, "refunds", { amount: 490, reason: "Scratched" });
  const { payments, refunds } = await look(admin, id);
  expect(refunds).toMatchObject([{ payment_id: payments[0].id }]);
});
