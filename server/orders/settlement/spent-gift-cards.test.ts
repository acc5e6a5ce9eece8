import { expect, test } from "vitest";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop({ logLevel: "silent" });
const { product, fill, order, pay, look, key, actAs, alertTitles } = selling(shop);
const { app, ask } = shop;
const { token, card, coupon } = await openAdmin(shop);
const admin = { token } as Buyer;
const realNow = app.now;
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));

checkFiguresAfterEach(shop);

const act = actAs({ token });
const see = (id: string) => look(admin, id);
const arrived = (id: string, amount: number) =>
  ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount } });
const balanceOf = async (id: number) =>
  (await ask("GET /gift-cards?per_page=100", { token })).body.data.find((one: { id: number }) => one.id === id)?.balance
    .amount;
const use = (buyer: Buyer, code: string) => ask("PUT /cart/gift-card", { token: buyer.token, body: { code } });
const change = async ({ id, last4 }: { id: number; last4: string }, what: object) => {
  const { data } = (await ask(`GET /gift-cards?name=${last4}`, { token })).body;
  const { version } = data.find((one: { id: number }) => one.id === id);
  return ask(`PATCH /gift-cards/${id}`, { token, body: { ...what, version } });
};
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const later = (count: number) => {
  app.now = () => hours(count);
};

interface Ordered {
  price: number;
  gift: number;
  /** Balance of the gift card. */
  change?: object;
  /** Value of the coupon. */
  code?: string;
}

/** An order of one unit; what the gift card does not pay waits for a bank transfer. */
async function onCard({ price, gift, change = {}, code }: Ordered) {
  const buyer = await shop.person();
  const used = await card(gift, change);
  const variation = await product({ price });
  await fill(buyer, variation.id);
  if (code) await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  await use(buyer, used.code);
  const { id, totals } = (await order(buyer)).body.data;
  if (totals.due.amount > 0) await pay(buyer, id, { provider: "bank" });
  return {
    buyer,
    used,
    variation,
    id: id as string,
    due: totals.due.amount as number,
    total: totals.total.amount as number,
  };
}
/** The order expires. */
async function expires(id: string) {
  later(24 * 30);
  await expireOverdue(app);
  app.now = realNow;
  expect(await see(id)).toMatchObject({ status: "expired" });
}

test("Gift card: administrators are alerted once about a refund to an expired one; extended, it can be used again", async () => {
  const { buyer, used, id, total } = await onCard({ price: 2000, gift: 5000, change: { expires_at: hours(2) } });
  later(3);
  await act(id, "cancel");
  expect(await balanceOf(used.id)).toBe(5000);
  const [alert, ...more] = await alertTitles(id, admin);
  expect(alert).toContain(`gift card •••• ${used.last4}, which has expired. Extend it`);
  expect(more).toEqual([]);
  expect((await use(buyer, used.code)).body.code).toBe("gift_card_empty");
  const extended = await change(used, { expires_at: hours(100).toISOString() });
  expect(extended.body.data).toMatchObject({ is_active: true, balance: { amount: 5000 } });
  await fill(buyer, (await product({ price: 2000 })).id);
  await use(buyer, used.code);
  expect((await order(buyer)).body.data).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await balanceOf(used.id)).toBe(5000 - total);
});

test("Gift card: administrators are alerted once about refunds to a deactivated one", async () => {
  const { buyer, used, id } = await onCard({ price: 2000, gift: 5000 });
  expect((await change(used, { is_active: false })).body.data).toMatchObject({ is_active: false, expires_at: null });
  for (const reason of ["Scratched", "Late"])
    expect((await act(id, "refunds", { amount: 100, reason })).status).toBe(201);
  const [alert, ...more] = await alertTitles(id, admin);
  expect(alert).toContain(`gift card •••• ${used.last4}, which is deactivated. Activate it`);
  expect(more).toEqual([]);
  await change(used, { is_active: true });
  await fill(buyer, (await product()).id);
  expect((await use(buyer, used.code)).status).toBe(200);
});

test("Gift card: there is no alert about a refund to a usable one, and only its expiry and activation can be edited", async () => {
  const { used, id } = await onCard({ price: 2000, gift: 5000, change: { expires_at: hours(2) } });
  await act(id, "cancel");
  expect(await alertTitles(id, admin)).toEqual([]);
  expect((await change(used, { expires_at: null })).body.data).toMatchObject({ expires_at: null, is_active: true });
  expect((await change(used, { expires_at: "soon" })).status).toBe(400);
  const stale = await ask(`PATCH /gift-cards/${used.id}`, { token, body: { expires_at: null, version: 1 } });
  expect(stale.body).toMatchObject({ code: "stale", current: { id: used.id } });
});

test("Gift card: an order paid late by bank transfer still charges its card, though it has expired since", async () => {
  const { used, id, due } = await onCard({ price: 2000, gift: 1000, change: { expires_at: hours(24 * 31) } });
  await expires(id);
  expect(await balanceOf(used.id)).toBe(1000);
  later(24 * 32);
  await arrived(id, due);
  expect(await see(id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await balanceOf(used.id)).toBe(0);
});

test("Gift card: a deactivated one pays nothing of an order paid late", async () => {
  const { used, id, due } = await onCard({ price: 2000, gift: 1000 });
  await expires(id);
  await change(used, { is_active: false });
  await arrived(id, due);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "gift_card_spent" });
  expect(await balanceOf(used.id)).toBe(1000);
});

/** Half of an order was paid by a card and half by a transfer that came late: by then the card's half is spent elsewhere. */
async function halfSpent() {
  const offer = await coupon({ kind: "fixed", value: 490, max_uses: 1 });
  const made = await onCard({ price: 10_490, gift: 5000, code: offer.code });
  expect([made.total, made.due]).toEqual([10_000, 5000]);
  await expires(made.id);
  expect([await usesOf(offer.id), await balanceOf(made.used.id)]).toEqual([0, 5000]);
  const elsewhere = await shop.person();
  await fill(elsewhere, (await product({ price: 9000 })).id);
  await use(elsewhere, made.used.code);
  const other = (await order(elsewhere)).body.data.id as string;
  await arrived(made.id, 5000);
  return { ...made, offer, other };
}
const usesOf = async (id: number) => (await ask(`GET /coupons/${id}`, { token })).body.data.used;
const toPay = async (buyer: Buyer, id: string) =>
  (await ask(`GET /payments/${id}`, { token: buyer.token })).body.data.client;

test("Gift card: what a card spent elsewhere no longer pays is outstanding, and once recorded the order is paid in full", async () => {
  const { buyer, id, offer } = await halfSpent();
  const held = await see(id);
  expect(held).toMatchObject({
    status: "on_hold",
    hold_reason: "gift_card_spent",
    payment_status: "partially_paid",
    outstanding: { amount: 5000 },
    totals: { gift_cards: { amount: 0 }, due: { amount: 10_000 } },
  });
  expect(held.actions).toContain("receive_transfer");
  expect(await usesOf(offer.id)).toBe(1);
  expect(await toPay(buyer, id)).toMatchObject({ iban: account.iban });
  await arrived(id, 2000);
  expect(await see(id)).toMatchObject({ status: "on_hold", outstanding: { amount: 3000 } });
  expect((await arrived(id, 3000)).status).toBe(200);
  expect(await see(id)).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    outstanding: { amount: 0 },
    refundable: { amount: 10_000 },
  });
  expect(await usesOf(offer.id)).toBe(1);
  expect(await toPay(buyer, id)).toEqual({});
  expect((await ask("GET /cart", { token: buyer.token })).body.quantity).toBe(0);
  // Each refund goes back by one of its two payments.
  for (const reason of ["Half of it", "All of it"]) await act(id, "refunds", { amount: 5000, reason });
  expect(await see(id)).toMatchObject({ payment_status: "refunded", refundable: { amount: 0 } });
});

test("Gift card: for an order released without its card the card's part stays outstanding until it is paid", async () => {
  const { id, offer } = await halfSpent();
  expect((await act(id, "release")).body.data).toMatchObject({ status: "confirmed", outstanding: { amount: 5000 } });
  expect((await see(id)).actions).toContain("receive_transfer");
  await arrived(id, 5000);
  expect(await see(id)).toMatchObject({ payment_status: "paid", refundable: { amount: 10_000 } });
  expect(await usesOf(offer.id)).toBe(1);
});

test("Gift card: an order is released with its card once its balance is restored, charging no more than is outstanding", async () => {
  const [all, part] = [await halfSpent(), await halfSpent()];
  await arrived(part.id, 2000);
  for (const { id, other } of [all, part]) {
    await act(other, "cancel");
    await act(id, "release");
  }
  expect(await see(all.id)).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    outstanding: { amount: 0 },
    totals: { gift_cards: { amount: 5000 } },
  });
  expect(await balanceOf(all.used.id)).toBe(0);
  expect(await see(part.id)).toMatchObject({ payment_status: "partially_paid", outstanding: { amount: 3000 } });
  expect(await balanceOf(part.used.id)).toBe(5000);
});

test("Gift card: cancelling an order on hold without its card refunds the payment and releases the coupon, once", async () => {
  const { id, used, offer } = await halfSpent();
  await act(id, "cancel");
  expect(await see(id)).toMatchObject({ status: "cancelled", payment_status: "refunded", refunded: { amount: 5000 } });
  expect([await usesOf(offer.id), await balanceOf(used.id)]).toEqual([0, 0]);
});

test("Gift card: an order on hold without its card continues once units worth the card's part are cancelled", async () => {
  const buyer = await shop.person();
  for (const _ of [1, 2]) await fill(buyer, (await product({ price: 5000 })).id);
  const used = await card(5000);
  await use(buyer, used.code);
  const { id, items, totals } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await expires(id);
  await change(used, { is_active: false });
  await arrived(id, totals.due.amount);
  expect(await see(id)).toMatchObject({ status: "on_hold", outstanding: { amount: 5000 } });
  await act(id, "lines/cancel", { items: [{ order_item_id: items[0].id, quantity: 1 }] });
  expect(await see(id)).toMatchObject({ status: "confirmed", payment_status: "paid", refunded: { amount: 0 } });
});
