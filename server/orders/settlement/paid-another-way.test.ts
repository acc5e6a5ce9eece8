import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { product, fill, order, bought, placed, pay, look, shipAndDeliver, key, actAs, returnUnits } = selling(shop);
const { app, ask } = shop;
const { token, card } = await openAdmin(shop);
const admin = { token } as Buyer;
const account = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "BYLADEM1001", bank_name: "Bank" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const act = actAs({ token });
const see = (id: string) => look(admin, id);
const recordTransfer = (id: string, amount: number, headers = key()) =>
  ask(`POST /payments/${id}/received`, { token, headers, body: { amount } });

/** Two units at 10.00 and 4.90 for delivery; what a gift card does not pay is authorized by card. */
async function authorized({ gift = 0 } = {}) {
  const buyer = await shop.person();
  await fill(buyer, (await product()).id, 2);
  if (gift > 0) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await card(gift)).code } });
  const { id, items } = (await order(buyer)).body.data;
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  await pay(buyer, id);
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  return { id: id as string, buyer, unit: { order_item_id: items[0].id, quantity: 1 } };
}

async function expireAuthorization(id: string) {
  const [payment] = (await see(id)).payments;
  await sendDemoWebhook(shop, payment.id, { kind: "void", amount: 0, charge: `void_${id}` });
  expect(await see(id)).toMatchObject({
    status: "on_hold",
    hold_reason: "authorization_expired",
    payment_status: "voided",
  });
}

async function withExpiredAuthorization() {
  const made = await authorized();
  await expireAuthorization(made.id);
  return made;
}

test("C11 Payment: an order whose authorization expired continues once a bank transfer pays it", async () => {
  const { id, buyer, unit } = await withExpiredAuthorization();
  const held = await see(id);
  expect(held).toMatchObject({ outstanding: { amount: 2490 } });
  expect(held.actions).toContain("receive_transfer");
  expect(await look(buyer, id)).toMatchObject({ outstanding: { amount: 2490 } });
  expect((await recordTransfer(id, 2490)).body.data).toMatchObject({
    provider: "bank",
    status: "captured",
    amount: { amount: 2490 },
  });
  const paid = await see(id);
  expect(paid).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    outstanding: { amount: 0 },
    hold_reason: null,
  });
  expect(paid.actions).not.toContain("receive_transfer");
  expect((await recordTransfer(id, 1)).body.code).toBe("order_state");
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({ status: "completed", payment_status: "paid" });
  const back = await returnUnits(id, buyer, admin, [unit]);
  expect(back.body.data).toMatchObject({ status: "refunded", refund: { amount: 1000 } });
  expect(await see(id)).toMatchObject({ payment_status: "partially_refunded", refunded: { amount: 1000 } });
});

test("C11 Payment: an order released after its authorization expired is complete once its bank transfer arrives", async () => {
  const { id } = await withExpiredAuthorization();
  await act(id, "release");
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({ status: "processing", payment_status: "voided" });
  await recordTransfer(id, 2490);
  expect(await see(id)).toMatchObject({ status: "completed", payment_status: "paid" });
});

test("C11 Payment: a bank transfer in parts pays for an expired authorization once all of it has arrived", async () => {
  const { id } = await withExpiredAuthorization();
  await recordTransfer(id, 2000);
  const part = await see(id);
  expect(part).toMatchObject({ status: "on_hold", payment_status: "partially_paid", outstanding: { amount: 490 } });
  expect(part.actions).toContain("receive_transfer");
  await recordTransfer(id, 490);
  expect(await see(id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await see(id)).payments).toHaveLength(2);
});

test("C11 Payment: with an expired authorization only units that are not cancelled are outstanding", async () => {
  const { id, unit } = await authorized();
  await act(id, "lines/cancel", { items: [unit] });
  await expireAuthorization(id);
  expect(await see(id)).toMatchObject({ outstanding: { amount: 1490 } });
  await recordTransfer(id, 1490);
  expect(await see(id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({ status: "completed" });
});

test("C11 Payment: what was refunded before an authorization expired is not outstanding when the order is paid another way", async () => {
  const { id } = await authorized({ gift: 1000 });
  await act(id, "refunds", { amount: 500, reason: "Scratched" });
  await expireAuthorization(id);
  expect(await see(id)).toMatchObject({ outstanding: { amount: 990 } });
  await recordTransfer(id, 990);
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({ status: "completed", payment_status: "paid" });
});

test("C11 Payment: an order put on hold by hand stays so when it is paid another way after its authorization expired", async () => {
  const { id } = await authorized();
  await act(id, "hold", { reason: "Waits for her color" });
  await expireAuthorization(id);
  await recordTransfer(id, 2490);
  expect(await see(id)).toMatchObject({
    status: "on_hold",
    payment_status: "paid",
    hold_reason: "Waits for her color",
  });
  expect((await act(id, "release")).body.data.status).toBe("confirmed");
});

test("C11 Payment: a bank transfer recorded twice concurrently is one payment, and a repeated request has the same response", async () => {
  const { id } = await withExpiredAuthorization();
  const answers = await Promise.all([recordTransfer(id, 2490), recordTransfer(id, 2490)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await see(id)).toMatchObject({ status: "confirmed", paid: { amount: 2490 } });
  const other = await withExpiredAuthorization();
  const headers = key();
  const [first, again] = [await recordTransfer(other.id, 2490, headers), await recordTransfer(other.id, 2490, headers)];
  expect(again.body).toEqual(first.body);
});

test("C11 Payment: a lost dispute of a completed order is outstanding, and can be paid by bank transfer", async () => {
  const { id } = await bought({ quantity: 2 });
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({
    status: "completed",
    outstanding: { amount: 0 },
  });
  const [payment] = (await see(id)).payments;
  for (const kind of ["chargeback", "chargeback_lost"])
    await sendDemoWebhook(shop, payment.id, { kind, amount: 1000, charge: `dispute_${id}` });
  const disputed = await see(id);
  expect(disputed).toMatchObject({ status: "completed", outstanding: { amount: 1000 } });
  expect(disputed.actions).toContain("receive_transfer");
  await recordTransfer(id, 1000);
  expect(await see(id)).toMatchObject({ status: "completed", payment_status: "paid", outstanding: { amount: 0 } });
});

test("C11 Payment: no bank transfer is recorded for an order that has nothing outstanding or can't be paid by one", async () => {
  const paid = await bought();
  expect((await see(paid.id)).actions).not.toContain("receive_transfer");
  expect((await recordTransfer(paid.id, 1490)).status).toBe(404);
  const cash = await bought({ provider: "cod" });
  expect((await recordTransfer(cash.id, 1490)).status).toBe(404);
  const refunded = await bought();
  await act(refunded.id, "refunds", { amount: 500, reason: "Scratched" });
  expect((await see(refunded.id)).actions).not.toContain("receive_transfer");
  expect((await recordTransfer(refunded.id, 500)).status).toBe(404);
  const open = await placed();
  await pay(open.buyer, open.id, { provider: "demo", outcome: "decline" });
  expect((await recordTransfer(open.id, 1490)).status).toBe(404);
  await act(open.id, "cancel");
  expect((await recordTransfer(open.id, 1490)).status).toBe(404);
});

test("C11 Payment: a bank transfer that arrives after a change to cash on delivery can be recorded, and nothing is collected", async () => {
  const { id, buyer, order: made } = await placed();
  await pay(buyer, id, { provider: "bank" });
  expect((await pay(buyer, id, { provider: "cod" })).body.data.status).toBe("authorized");
  const waiting = await see(id);
  expect(waiting).toMatchObject({ status: "confirmed", payment_status: "authorized" });
  expect(waiting.actions).toContain("receive_transfer");
  expect((await look(buyer, id)).actions).not.toContain("receive_transfer");
  await recordTransfer(id, made.total.amount);
  const paid = await see(id);
  expect(paid).toMatchObject({ status: "confirmed", payment_status: "paid", paid: made.total });
  expect(paid.payments.map(({ status }: { status: string }) => status)).toEqual(["captured", "voided"]);
  expect(paid.timeline.at(-1)).toMatchObject({
    type: "payment_returned",
    text: "Paid another way. The other authorization is voided.",
  });
  for (const action of ["receive_transfer", "capture"]) expect(paid.actions).not.toContain(action);
  expect((await shipAndDeliver(id, admin)).body.data).toMatchObject({
    status: "completed",
    paid: made.total,
    refunded: { amount: 0 },
  });
});

test("C11 Payment: a bank transfer that arrives after the order was paid another way is recorded and to be refunded", async () => {
  const cash = await placed();
  await pay(cash.buyer, cash.id, { provider: "bank" });
  await pay(cash.buyer, cash.id, { provider: "cod" });
  await shipAndDeliver(cash.id, admin);
  const byCard = await placed();
  await pay(byCard.buyer, byCard.id, { provider: "bank" });
  await pay(byCard.buyer, byCard.id);
  for (const { id, order: made } of [cash, byCard]) {
    const paid = await see(id);
    expect(paid.actions).not.toContain("receive_transfer");
    expect(paid.actions).toContain("receive_another_transfer");
    const body = { amount: made.total.amount, another: true };
    expect((await ask(`POST /payments/${id}/received`, { token, headers: key(), body })).status).toBe(200);
    expect(await see(id)).toMatchObject({
      status: paid.status,
      payment_status: "paid",
      refunds: [{ provider: "bank", amount: made.total, status: "succeeded", sent_at: null }],
      refunds_to_send: made.total,
      outstanding: { amount: 0 },
    });
  }
});
