import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { signDemoWebhook } from "#server/payments/payments.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { getLevels } from "#server/stock/stock.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { placed, product, fill, order, pay, look, key } = selling(shop);
const { app, ask } = shop;
const { token, coupon, card } = await openAdmin(shop);
const admin = { token } as Buyer;
const realNow = app.now;

checkFiguresAfterEach(shop);

const act = (id: string, what: string, body: object = {}, as: { token: string } = admin) =>
  ask(`POST /orders/${id}/${what}`, { token: as.token, headers: key(), body });
const texts = async (as: Buyer, id: string) =>
  (await look(as, id)).timeline.map((event: { text: string }) => event.text).join(" ");

/** A webhook of the demo provider: the payment was captured after all. */
async function paidLate(reference: string, amount = 1490) {
  const at = new Date().toISOString();
  const message = { id: `evt_${randomUUID()}`, reference, charge: `${reference}_charge`, kind: "capture" as const, at };
  const whole = { ...message, amount, currency: "EUR" };
  const { signature } = signDemoWebhook(app, whole);
  await ask("POST /webhooks/payments/demo", { headers: { "x-signature": signature }, body: whole });
  await app.jobs.drain();
}

/** An order whose card was declined once; `reference` is that attempt. */
async function declined(what: { stock?: number; quantity?: number } = {}) {
  const made = await placed(what);
  const { payment_id } = (await pay(made.buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  return { ...made, reference: `demo_${payment_id}` };
}

async function runOut() {
  app.now = () => new Date(Date.now() + 31 * 60_000);
  await expireOverdue(app);
}

/** Another customer buys the last unit. */
async function buyTheLast(variationId: number) {
  const rival = await shop.person();
  await fill(rival, variationId);
  return { rival, id: (await order(rival)).body.data.id as string };
}

/** Number of invoices and credit notes of an order, and their balance. */
async function documentTotals(id: string) {
  const { data } = (await ask(`GET /orders/${id}/documents`, { token })).body;
  const of = (kind: string) => data.filter((one: { kind: string }) => one.kind === kind);
  const sum = (kind: string) =>
    of(kind).reduce((all: number, one: { total: { amount: number } }) => all + one.total.amount, 0);
  return {
    invoices: of("invoice").length,
    credits: of("credit_note").length,
    left: sum("invoice") - sum("credit_note"),
  };
}

test("C11 Payment: an order paid without stock is refunded if the setting says so, and both sides are notified", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { refund_without_stock: true }));
  const { buyer, id, variation, reference } = await declined({ stock: 1 });
  await runOut();
  await buyTheLast(variation.id);
  await paidLate(reference);
  expect(await look(buyer, id)).toMatchObject({
    status: "expired",
    payment_status: "refunded",
    paid: { amount: 1490 },
    refunded: { amount: 1490 },
    refunds: [{ status: "succeeded", reason: "Its items were sold out." }],
  });
  expect(await texts(buyer, id)).toContain("We're refunding your payment in full.");
  const [alert] = (await ask("GET /notifications", { token })).body.data;
  expect(alert.title).toContain("some of its items are sold out. The payment is being refunded.");
  expect(await documentTotals(id)).toEqual({ invoices: 0, credits: 0, left: 0 });
  await paidLate(reference);
  expect((await look(buyer, id)).refunds).toHaveLength(1);
  await inTransaction(app.db, (tx) => updateSettings(tx, { refund_without_stock: false }));
});

test("C11 Payment: an order paid without stock otherwise waits, and releasing it confirms and invoices it", async () => {
  const { buyer, id, variation, reference } = await declined({ stock: 1 });
  await runOut();
  const { rival, id: other } = await buyTheLast(variation.id);
  await paidLate(reference);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  expect(await texts(buyer, id)).toContain("Your money is safe");
  expect(await documentTotals(id)).toEqual({ invoices: 0, credits: 0, left: 0 });
  await act(other, "cancel", {}, rival);
  expect((await act(id, "release")).body.data.status).toBe("confirmed");
  expect(await documentTotals(id)).toEqual({ invoices: 1, credits: 0, left: 1490 });
  await act(id, "cancel");
  expect(await documentTotals(id)).toEqual({ invoices: 1, credits: 1, left: 0 });
});

test("Order: one on hold without stock is refunded without documents when cancelled", async () => {
  const { buyer, id, variation, reference } = await declined({ stock: 1 });
  await runOut();
  await buyTheLast(variation.id);
  await paidLate(reference);
  await act(id, "cancel");
  expect(await look(buyer, id)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect(await documentTotals(id)).toEqual({ invoices: 0, credits: 0, left: 0 });
});

test("Order: one reopened after its invoice and credit note has a second invoice and a second credit note", async () => {
  const { buyer, id, reference } = await declined();
  await pay(buyer, id, { provider: "cod" });
  await act(id, "cancel", {}, buyer);
  expect(await documentTotals(id)).toEqual({ invoices: 1, credits: 1, left: 0 });
  await paidLate(reference);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await documentTotals(id)).toEqual({ invoices: 2, credits: 1, left: 1490 });
  await act(id, "cancel");
  expect(await documentTotals(id)).toEqual({ invoices: 2, credits: 2, left: 0 });
  const credits = (await ask(`GET /orders/${id}/documents`, { token })).body.data;
  expect(new Set(credits.map((one: { number: string }) => one.number)).size).toBe(4);
});

test("Order: one reopened after some units were cancelled waits for an administrator to check its payments", async () => {
  const { buyer, id, order: made, reference } = await declined({ quantity: 2 });
  await pay(buyer, id, { provider: "cod" });
  await act(id, "lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  await act(id, "cancel", {}, buyer);
  await paidLate(reference, 2490);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch_late" });
  await act(id, "refunds", { amount: 1000, reason: "One was cancelled" });
  expect((await act(id, "release")).body.data).toMatchObject({ status: "confirmed", refunded: { amount: 1000 } });
  expect(await documentTotals(id)).toMatchObject({ invoices: 2, left: 1490 });
});

test("Order: its overpayment is refunded without a credit note, and it is released and invoiced once all of it is", async () => {
  const { buyer, id, reference } = await declined();
  await paidLate(reference, 2000);
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "amount_mismatch" });
  await act(id, "refunds", { amount: 100, reason: "Too much" });
  expect(await documentTotals(id)).toEqual({ invoices: 0, credits: 0, left: 0 });
  expect((await look(admin, id)).status).toBe("on_hold");
  await act(id, "refunds", { amount: 410, reason: "Too much" });
  expect(await look(admin, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await documentTotals(id)).toEqual({ invoices: 1, credits: 0, left: 1490 });
  await act(id, "refunds", { amount: 90, reason: "Scratched" });
  expect(await documentTotals(id)).toEqual({ invoices: 1, credits: 1, left: 1400 });
  expect((await look(buyer, id)).paid.amount).toBe(2000);
});

/** A cart of two variations with a coupon and a gift card, ordered. */
async function orderWithDiscounts(change: object = {}) {
  const buyer = await shop.person();
  const [variation, offer, gift] = [await product({ price: 2000 }), await coupon(change), await card(500)];
  await fill(buyer, variation.id, 2);
  await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
  await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  return { buyer, variation, offer, gift, id: (await order(buyer)).body.data.id as string };
}
const cartOf = async (buyer: Buyer) => (await ask("GET /cart", { token: buyer.token })).body;

test("Order: an expired one returns items, coupon and gift card to the cart, and Order again does not double them", async () => {
  const { buyer, variation, offer, gift, id } = await orderWithDiscounts({ max_uses: 1 });
  await runOut();
  const back = {
    items: [{ variation_id: variation.id, quantity: 2 }],
    coupon: { code: offer.code, state: "applied" },
    gift_cards: [{ id: gift.id, amount: { amount: 500 } }],
    totals: { discount: { amount: 400 } },
  };
  expect(await cartOf(buyer)).toMatchObject(back);
  expect((await act(id, "reorder", {}, buyer)).body).toMatchObject(back);
  expect((await act(id, "reorder", {}, buyer)).body).toMatchObject(back);
  const again = (await order(buyer)).body.data;
  expect(again).toMatchObject({ coupon_code: offer.code, totals: { gift_cards: { amount: 500 } } });
});

test("Order: Order again restores the items of an emptied cart and the coupon while valid, and replaces no other coupon", async () => {
  const { buyer, variation, offer, id } = await orderWithDiscounts();
  await act(id, "cancel", {}, buyer);
  for (const { id: line } of (await cartOf(buyer)).items) await ask(`DELETE /cart/${line}`, { token: buyer.token });
  await ask("DELETE /cart/coupon", { token: buyer.token });
  expect((await act(id, "reorder", {}, buyer)).body).toMatchObject({
    items: [{ variation_id: variation.id, quantity: 2 }],
    coupon: { code: offer.code, state: "applied" },
  });
  const other = await coupon({ value: 500 });
  await ask("PUT /cart/coupon", { ...buyer, body: { code: other.code } });
  expect((await act(id, "reorder", {}, buyer)).body.coupon.code).toBe(other.code);
  await ask("DELETE /cart/coupon", { token: buyer.token });
  const { version } = (await ask(`GET /coupons/${offer.id}`, { token })).body.data;
  await ask(`DELETE /coupons/${offer.id}?version=${version}`, { token });
  expect((await act(id, "reorder", {}, buyer)).body.coupon).toBeNull();
});

test("Order: one that is reopened removes its items from the cart they returned to, and leaves the others", async () => {
  const { buyer, id, variation, reference } = await declined({ quantity: 2 });
  await fill(buyer, variation.id);
  await runOut();
  app.now = realNow;
  expect(await cartOf(buyer)).toMatchObject({ quantity: 3 });
  await paidLate(reference, 2490);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await cartOf(buyer)).toMatchObject({ items: [{ variation_id: variation.id, quantity: 1 }] });
  await act(id, "cancel");
  expect(await cartOf(buyer)).toMatchObject({ quantity: 1 });
});

test("Order: one on hold without stock removes its items from the cart when released", async () => {
  const { buyer, id, variation, reference } = await declined({ stock: 1 });
  await runOut();
  const { id: other, rival } = await buyTheLast(variation.id);
  await paidLate(reference);
  expect(await cartOf(buyer)).toMatchObject({ items: [{ variation_id: variation.id }] });
  await act(other, "cancel", {}, rival);
  expect((await act(id, "release")).body.data.status).toBe("confirmed");
  expect((await cartOf(buyer)).items).toEqual([]);
});

test("Order: an invoiced one paid again without its gift card has a second invoice when released", async () => {
  const buyer = await shop.person();
  const [variation, gift] = [await product({ price: 2000 }), await card(500)];
  await fill(buyer, variation.id);
  await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  const made = (await order(buyer)).body.data;
  const { payment_id } = (await pay(buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  await pay(buyer, made.id, { provider: "cod" });
  await act(made.id, "cancel", {}, buyer);
  const rival = await shop.person();
  await fill(rival, (await product({ price: 3000 })).id);
  await ask("PUT /cart/gift-card", { ...rival, body: { code: gift.code } });
  await order(rival);
  await paidLate(`demo_${payment_id}`, made.totals.total.amount - 500);
  expect(await look(admin, made.id)).toMatchObject({ status: "on_hold", hold_reason: "gift_card_spent" });
  expect(await documentTotals(made.id)).toEqual({ invoices: 1, credits: 1, left: 0 });
  expect((await act(made.id, "release")).body.data).toMatchObject({ status: "confirmed" });
  expect(await documentTotals(made.id)).toEqual({ invoices: 2, credits: 1, left: made.totals.total.amount });
});

test("Payment: an order paid late gets its units though its customer holds them at another checkout", async () => {
  const set = (minutes: number) =>
    inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: minutes }));
  await set(10);
  const { buyer, id, variation, reference } = await declined({ stock: 1 });
  await runOut();
  const held = await ask("PUT /cart/hold", { token: buyer.token });
  expect(held.body.data).toMatchObject({ held_until: expect.any(String), cart: { quantity: 1 } });
  await paidLate(reference);
  await set(0);
  expect(await look(buyer, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await getLevels(app.db, [variation.id])).get(variation.id)).toMatchObject({ reserved: 1, available: 0 });
  expect((await ask("GET /cart", { token: buyer.token })).body.quantity).toBe(0);
});

test("Payment: an order paid late leaves the other units of its customer's checkout hold, with the same expiry", async () => {
  const set = (minutes: number) =>
    inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: minutes }));
  await set(10);
  const { buyer, variation, reference } = await declined({ stock: 4 });
  await runOut();
  const lamp = await product({ stock: 1 });
  await fill(buyer, lamp.id);
  await fill(buyer, variation.id, 2);
  const { held_until } = (await ask("PUT /cart/hold", { token: buyer.token })).body.data;
  await paidLate(reference);
  await set(0);
  const reserved = async (id: number) => (await getLevels(app.db, [id])).get(id)?.reserved;
  expect([await reserved(lamp.id), await reserved(variation.id)]).toEqual([1, 3]);
  const { rows } = await sql<{ cart_id: string; expires_at: string }>`
    select cart_id, expires_at from stock_holds order by began_at desc limit 1`.execute(app.db);
  const cartId = (await cartOf(buyer)).id;
  expect(rows).toEqual([{ cart_id: cartId, expires_at: new Date(held_until).toISOString() }]);
  const rival = await shop.person();
  expect((await fill(rival, lamp.id)).body.code).toBe("out_of_stock");
  expect((await order(buyer)).status).toBe(201);
});
