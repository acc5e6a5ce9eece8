import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { placed, bought, product, fill, order, pay, look, key, actAs, approveReturn, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token, card } = await openAdmin(shop);
const admin = { token } as Buyer;

checkFiguresAfterEach(shop);

const act = actAs({ token });
const deliverAll = async (id: string) => {
  await act(id, "fulfilments");
  for (const shipment of (await look(admin, id)).fulfilments)
    await ask(`POST /fulfilments/${shipment.id}/deliver`, { token });
};
const netPaid = async (id: string) => {
  const { paid, refunded } = await look(admin, id);
  return paid.amount - refunded.amount;
};

test("Payment: a duplicate payment after a full refund is refunded", async () => {
  const { id, buyer, order: made } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
  await pay(buyer, id);
  await deliverAll(id);
  await act(id, "refunds", { amount: made.total.amount, reason: "All of it" });
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: made.total.amount });
  expect(await netPaid(id)).toBe(0);
});

test("Payment: a duplicate payment is said to be sent by staff only if it is, whatever else they have to send", async () => {
  const account = {
    account_holder: "Kiosk",
    iban: "DE02 1203 0000 0000 2020 51",
    bic: "BYLADEM1001",
    bank_name: "Bank",
  };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  const { id, buyer, order: made } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, id, { provider: "bank" });
  const received = { token, headers: key(), body: { amount: made.total.amount } };
  expect((await ask(`POST /payments/${id}/received`, received)).status).toBeLessThan(300);
  expect((await act(id, "refunds", { amount: 500, reason: "Late" })).status).toBe(201);
  expect((await look(admin, id)).refunds).toMatchObject([{ provider: "bank", sent_at: null }]);
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: made.total.amount });
  const last = (await look(admin, id)).timeline.findLast(({ type }: { type: string }) => type === "payment_returned");
  expect(last.text).toBe("The order was paid twice. The second payment is being refunded.");
});

test.each(["demo", "cod"])(
  "Payment: a duplicate payment after a cancelled unit leaves no more than the order's balance (paid by %s before)",
  async (provider) => {
    const { id, buyer, order: made } = await placed({ quantity: 2 });
    const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
    await pay(buyer, id, { provider });
    const items = [{ order_item_id: made.items[0].id, quantity: 1 }];
    expect((await act(id, "lines/cancel", { items })).status).toBe(200);
    await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: made.total.amount });
    expect(await netPaid(id)).toBe(1490);
  },
);

test("Gift card: units of an order paid by gift card and an authorization are cancelled one by one", async () => {
  const buyer = await shop.person();
  const gift = await card(5000);
  for (const _ of [1, 2, 3]) await fill(buyer, (await product({ price: 3000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const { id, items } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "cod" });
  for (const item of items.slice(0, 2)) {
    const answer = await act(id, "lines/cancel", { items: [{ order_item_id: item.id, quantity: 1 }] });
    expect(answer.status).toBe(200);
  }
});

test("Return: one received after a full refund says that nothing was refunded for it", async () => {
  const { id, buyer, order: made } = await bought();
  await deliverAll(id);
  const item = { order_item_id: made.items[0].id, quantity: 1 };
  const returnId = await approveReturn(id, buyer, admin, [item]);
  await act(id, "refunds", { amount: made.total.amount, reason: "Sorry" });
  const body = { items: [{ ...item, condition: "sellable", restock: true }] };
  const got = await ask(`POST /returns/${returnId}/receive`, { token, body });
  expect(got).toMatchObject({ status: 200, body: { data: { status: "received" } } });
  expect(got.body.data.refund?.amount ?? 0).toBe(0);
});

test("Payment: an authorization that expires on a confirmed order alerts administrators, and nothing can be shipped", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  const { id } = await bought();
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  const [payment] = (await look(admin, id)).payments;
  await sendDemoWebhook(shop, payment.id, { kind: "void", amount: 0, charge: `void_${id}` });
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "authorization_expired" });
  expect(await act(id, "fulfilments")).toMatchObject({ status: 409 });
  expect(await alertTitles(id, admin)).toHaveLength(1);
  await act(id, "cancel");
});

test("Payment: a second authorization of an order that expires is alerted again", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  const { id, buyer } = await placed();
  const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  const second = (await pay(buyer, id, { provider: "demo" })).body.data;
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  const expire = async ({ payment_id }: { payment_id: string }) => {
    await sendDemoWebhook(shop, payment_id, { kind: "void", amount: 0, charge: `void_${payment_id}` });
    expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "authorization_expired" });
    return (await alertTitles(id, admin)).filter((title) => title.includes("The payment authorization"));
  };
  expect(await expire(second)).toHaveLength(1);
  await sendDemoWebhook(shop, first.payment_id, { kind: "auth", amount: 1490 });
  expect(await look(admin, id)).toMatchObject({ status: "confirmed" });
  expect(await expire(first)).toHaveLength(2);
  await act(id, "cancel");
});

test("Payment: an authorization that expires while its order is on hold alerts administrators, and the order says so", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  const { id, order: made } = await bought();
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  await act(id, "hold", { reason: "Waits for her color" });
  const [payment] = (await look(admin, id)).payments;
  const expiry = { kind: "void", amount: 0, charge: `void_${id}` };
  for (const _ of [1, 2]) await sendDemoWebhook(shop, payment.id, expiry);
  const held = await look(admin, id);
  expect(held).toMatchObject({ status: "on_hold", hold_reason: "authorization_expired", payment_status: "voided" });
  const holds = held.timeline.filter(({ text }: { text: string }) => text.includes("can't be captured"));
  expect(holds).toMatchObject([{ type: "held", text: expect.stringContaining("Waits for her color") }]);
  const authorization = `The payment authorization for order ${made.number}`;
  expect(await alertTitles(id, admin)).toEqual([expect.stringContaining(authorization)]);
  expect((await act(id, "release")).body.data.status).toBe("confirmed");
  await act(id, "cancel");
});

test("Payment: an authorization that expires while its order waits for stock alerts administrators", async () => {
  const { id, buyer, variation } = await placed({ stock: 1 });
  const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
  await act(id, "cancel");
  const rival = await shop.person();
  await fill(rival, variation.id);
  const instead = (await order(rival)).body.data.id;
  await sendDemoWebhook(shop, payment_id, { kind: "auth", amount: 1490 });
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  await sendDemoWebhook(shop, payment_id, { kind: "void", amount: 0, charge: `void_${id}` });
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  expect((await alertTitles(id, admin)).join()).toContain("can't be captured");
  await act(instead, "cancel");
  expect((await act(id, "release")).body.data.status).toBe("confirmed");
  await act(id, "cancel");
});

test.each([
  [1490, "USD"],
  [9999, "EUR"],
  [100, "EUR"],
])(
  "Payment: an authorization of %i %s for 14.90 EUR does not confirm the order but puts it on hold",
  async (amount, currency) => {
    const { buyer, id } = await placed();
    const { payment_id } = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
    await sendDemoWebhook(shop, payment_id, { kind: "auth", amount, currency });
    app.now = () => new Date(Date.now() + 3000 * 60_000);
    await expireOverdue(app);
    expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
    await act(id, "cancel");
  },
);

test.each([
  ["lost", "You lost a payment dispute"],
  ["won", "You won a payment dispute"],
])("Payment: administrators are alerted once when a dispute is opened and once when it is %s", async (end, says) => {
  const { id, order: made } = await bought();
  const [payment] = (await look(admin, id)).payments;
  const amount = made.total.amount;
  const dispute = { amount, charge: `dispute_${id}` };
  await sendDemoWebhook(shop, payment.id, { ...dispute, kind: "chargeback" });
  for (const _ of [1, 2]) await sendDemoWebhook(shop, payment.id, { ...dispute, kind: `chargeback_${end}` });
  expect(await alertTitles(id, admin)).toEqual([says, "A customer disputed a payment"]);
});

test.each([
  [1490, "USD"],
  [2000, "EUR"],
])(
  "Payment: after a capture of %i %s for 14.90 EUR and one of the right amount nothing is refunded automatically",
  async (amount, currency) => {
    const { buyer, id } = await placed();
    const first = (await pay(buyer, id, { provider: "demo", outcome: "decline" })).body.data;
    const second = (await pay(buyer, id, { provider: "demo", outcome: "confirm" })).body.data;
    await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount, currency });
    await sendDemoWebhook(shop, second.payment_id, { kind: "capture", amount: 1490 });
    expect(await look(admin, id)).toMatchObject({
      status: "on_hold",
      hold_reason: "amount_mismatch",
      paid: { amount: amount + 1490 },
      refunds: [],
    });
    await act(id, "cancel");
    expect(await look(admin, id)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
    expect(await netPaid(id)).toBe(0);
  },
);
