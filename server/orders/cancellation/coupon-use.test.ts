import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { releaseAdjustments } from "#server/orders/settlement/coupon-and-gift-cards.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expireOverdue } from "./cancellation.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { app, ask } = shop;
const { product, fill, order, pay, look, key } = selling(shop);
const { token, coupon, card } = await openAdmin(shop);
const admin = { token } as Buyer;

const comesBack = (coupon_back_on_cancel: boolean) =>
  inTransaction(app.db, (tx) => updateSettings(tx, { coupon_back_on_cancel }));
afterEach(async () => {
  await comesBack(true);
  expect(await listInconsistencies(app.db)).toEqual([]);
});

const usesOf = async (id: number) => (await ask(`GET /coupons/${id}`, { token })).body.data.used;
const cancel = (id: string, as: Buyer = admin) =>
  ask(`POST /orders/${id}/cancel`, { token: as.token, headers: key(), body: {} });
const says = async (as: Buyer, id: string) =>
  (await look(as, id)).timeline.filter(({ type }: { type: string }) => type === "coupon_retained");

/** An order of two units with a coupon that can be used once; `first` is a card payment that was declined. */
async function couponed() {
  const buyer = await shop.person();
  const [variation, offer] = [await product({ price: 2000 }), await coupon({ max_uses: 1, max_per_user: 1 })];
  await fill(buyer, variation.id, 2);
  await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
  const made = (await order(buyer)).body.data;
  const first = (await pay(buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  const paidLate = () => sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: made.totals.total.amount });
  return { buyer, variation, offer, paidLate, id: made.id as string, items: made.items as { id: number }[] };
}

test("Coupon: cancelling a confirmed order releases its coupon use, unless the setting says it stays used", async () => {
  const [free, spent] = [await couponed(), await couponed()];
  for (const { buyer, id } of [free, spent]) await pay(buyer, id);
  await cancel(free.id, free.buyer);
  await comesBack(false);
  await cancel(spent.id, spent.buyer);
  expect(await usesOf(free.offer.id)).toBe(0);
  expect(await usesOf(spent.offer.id)).toBe(1);
  expect(await says(free.buyer, free.id)).toEqual([]);
  expect(await says(spent.buyer, spent.id)).toMatchObject([
    { text: "The coupon used for this order remains redeemed." },
  ]);
  await fill(spent.buyer, spent.variation.id);
  const again = await ask("PUT /cart/coupon", { ...spent.buyer, body: { code: spent.offer.code } });
  expect(again.body.code).toBe("coupon_used_up");
});

test("Coupon: an order that was never confirmed always releases its coupon use, cancelled or expired", async () => {
  await comesBack(false);
  const [cancelled, late] = [await couponed(), await couponed()];
  await cancel(cancelled.id, cancelled.buyer);
  await sql`update orders set expires_at = now() - interval '1 minute' where id = ${late.id}`.execute(app.db);
  await expireOverdue(app);
  for (const { buyer, id, offer } of [cancelled, late]) {
    expect(await usesOf(offer.id)).toBe(0);
    expect(await says(buyer, id)).toEqual([]);
  }
});

test("Coupon: cancelled unit by unit or concurrently, its use stays counted once, also when released again", async () => {
  await comesBack(false);
  const [units, twice] = [await couponed(), await couponed()];
  for (const { buyer, id } of [units, twice]) await pay(buyer, id, { provider: "cod" });
  const items = [{ order_item_id: units.items[0]?.id, quantity: 2 }];
  await ask(`POST /orders/${units.id}/lines/cancel`, { token, headers: key(), body: { items } });
  await Promise.all([cancel(twice.id), cancel(twice.id, twice.buyer), cancel(twice.id)]);
  await comesBack(true);
  for (const { buyer, id, offer } of [units, twice]) {
    expect((await look(buyer, id)).status).toBe("cancelled");
    await inTransaction(app.db, async (tx) => releaseAdjustments(app, tx, assertFound(await lockOrder(tx, id))));
    expect(await usesOf(offer.id)).toBe(1);
    expect(await says(buyer, id)).toHaveLength(1);
  }
});

test.each([
  ["used", false, 1],
  ["given back", true, 0],
])(
  "Coupon: %s by an order that is reopened it is used once; another cancellation follows the setting of that time",
  async (_, back, used) => {
    await comesBack(back);
    const { buyer, offer, paidLate, id } = await couponed();
    await pay(buyer, id, { provider: "cod" });
    await cancel(id, buyer);
    expect(await usesOf(offer.id)).toBe(used);
    await paidLate();
    expect(await look(admin, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
    expect(await usesOf(offer.id)).toBe(1);
    await comesBack(!back);
    await cancel(id);
    expect(await usesOf(offer.id)).toBe(1 - used);
  },
);

test("Coupon: an order paid late without stock has its coupon still used after its cancellation", async () => {
  await comesBack(false);
  const { buyer, variation, offer, paidLate, id } = await couponed();
  await pay(buyer, id, { provider: "cod" });
  await cancel(id, buyer);
  const rival = await shop.person();
  await fill(rival, variation.id, 9);
  await order(rival);
  await paidLate();
  expect(await look(admin, id)).toMatchObject({ status: "on_hold", hold_reason: "paid_no_stock" });
  await cancel(id);
  expect(await look(admin, id)).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect(await usesOf(offer.id)).toBe(1);
  expect(await says(buyer, id)).toHaveLength(1);
});

test("Coupon: an order paid in full by gift card and coupon is confirmed; cancelled, its coupon can stay used", async () => {
  await comesBack(false);
  const buyer = await shop.person();
  const [offer, gift] = [await coupon(), await card(5000)];
  await fill(buyer, (await product({ price: 2000 })).id);
  await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
  await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  const { id } = (await order(buyer)).body.data;
  await cancel(id, buyer);
  expect(await usesOf(offer.id)).toBe(1);
  const cards = (await ask("GET /gift-cards?per_page=100", { token })).body.data;
  expect(cards.find((one: { id: number }) => one.id === gift.id).balance.amount).toBe(5000);
});
