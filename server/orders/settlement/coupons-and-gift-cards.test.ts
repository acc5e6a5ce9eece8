import { sql } from "kysely";
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { getLevels } from "#server/stock/stock.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";
import { releaseAdjustments, takeAdjustmentsAgain } from "./coupon-and-gift-cards.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay, look } = selling(shop);
const { token, coupon, card } = await openAdmin(shop);
const usesOf = async (id: number) => (await ask(`GET /coupons/${id}`, { token })).body.data.used;
const balanceOf = async (id: number) => {
  const { body } = await ask("GET /gift-cards?per_page=100", { token });
  return body.data.find((one: { id: number }) => one.id === id)?.balance.amount;
};

checkFiguresAfterEach(shop);

/** An order of one unit at 20.00 with a coupon for 10% that can be used once, and a gift card of 10.00. */
async function buyWithCouponAndGiftCard() {
  const buyer = await shop.person();
  const [offer, gift] = [await coupon({ max_uses: 1, max_per_user: 1 }), await card(1000)];
  const buy = async () => {
    await fill(buyer, (await product({ price: 2000 })).id);
    await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
    await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
    return (await order(buyer)).body.data.id as string;
  };
  return { buyer, offer, gift, buy, id: await buy() };
}

test("Coupon: cancelling an order releases its use exactly once", async () => {
  const { buyer, offer, gift, buy, id } = await buyWithCouponAndGiftCard();
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 1000]);
  await Promise.all(
    [1, 2, 3].map(() =>
      inTransaction(app.db, async (tx) => {
        await releaseAdjustments(app, tx, assertFound(await lockOrder(tx, id)));
      }),
    ),
  );
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 1000]);
  await buy();
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
});

test("Coupon: cancelled twice and expired concurrently, an order releases its use and refunds its gift card once", async () => {
  const { buyer, offer, gift, id } = await buyWithCouponAndGiftCard();
  const other = await buyWithCouponAndGiftCard();
  await sql`update orders set expires_at = now() - interval '1 minute' where id = ${id}`.execute(app.db);
  const cancel = () => ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  const [first, second] = await Promise.all([cancel(), cancel(), expireOverdue(app), expireOverdue(app)]);
  expect([first.status, second.status].filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(["expired", "cancelled"]).toContain((await look(buyer, id)).status);
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 1000]);
  const { rows } = await sql<{ released: boolean }>`
    select released_at is not null as released from coupon_redemptions where order_id = ${id}::uuid`.execute(app.db);
  expect(rows).toEqual([{ released: true }]);
  expect([await usesOf(other.offer.id), await balanceOf(other.gift.id)]).toEqual([1, 0]);
});

test("Gift card: an expired order refunds its gift card and releases its coupon", async () => {
  const { buyer, offer, gift, id } = await buyWithCouponAndGiftCard();
  await sql`update orders set expires_at = now() - interval '1 minute' where id = ${id}`.execute(app.db);
  await expireOverdue(app);
  expect((await look(buyer, id)).status).toBe("expired");
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 1000]);
});

test("Gift card: cancelling a paid order refunds the payment and the gift card", async () => {
  const { buyer, gift, id } = await buyWithCouponAndGiftCard();
  await pay(buyer, id);
  expect((await look(buyer, id)).status).toBe("confirmed");
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect((await look(buyer, id)).status).toBe("cancelled");
  expect(await balanceOf(gift.id)).toBe(1000);
});

test("Payment: a reopened order charges its gift card and uses its coupon again, if they are still valid", async () => {
  const { buyer, offer, gift, buy, id } = await buyWithCouponAndGiftCard();
  const again = (orderId: string) =>
    inTransaction(app.db, async (tx) =>
      takeAdjustmentsAgain(app, tx, assertFound(await lockOrder(tx, orderId)), { isCharged: true }),
    );
  expect(await again(id)).toBe(true);
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect(await again(id)).toBe(true);
  expect(await again(id)).toBe(true);
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
  await inTransaction(app.db, async (tx) => releaseAdjustments(app, tx, assertFound(await lockOrder(tx, id))));
  await buy();
  expect(await again(id)).toBe(false);
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
});

test("Gift card: of two on an order paid late, neither is charged when one has been spent meanwhile", async () => {
  const buyer = await shop.person();
  const [spent, unused] = [await card(1000), await card(1000)];
  await fill(buyer, (await product({ price: 5000 })).id);
  for (const { code } of [unused, spent]) await ask("PUT /cart/gift-card", { ...buyer, body: { code } });
  const made = (await order(buyer)).body.data;
  const first = (await pay(buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  await ask(`POST /orders/${made.id}/cancel`, { token: buyer.token, body: {} });
  const other = await shop.person();
  await fill(other, (await product({ price: 900 })).id);
  await ask("PUT /cart/gift-card", { ...other, body: { code: spent.code } });
  await order(other);
  const due = made.totals.total.amount - 2000;
  await sendDemoWebhook(shop, first.payment_id, { kind: "capture", amount: due });
  expect((await look({ token, id: 0, email: "" }, made.id)).hold_reason).toBe("gift_card_spent");
  expect(await balanceOf(unused.id)).toBe(1000);
});

/** An order of the last unit, paid after its time when somebody else had bought it; and the order of that other. */
async function heldWithoutStock() {
  const [buyer, rival] = [await shop.person(), await shop.person()];
  const [variation, offer, gift] = [
    await product({ price: 2000, stock: 1 }),
    await coupon({ max_uses: 1 }),
    await card(1000),
  ];
  await fill(buyer, variation.id);
  await ask("PUT /cart/coupon", { ...buyer, body: { code: offer.code } });
  await ask("PUT /cart/gift-card", { ...buyer, body: { code: gift.code } });
  const made = (await order(buyer)).body.data;
  const { payment_id } = (await pay(buyer, made.id, { provider: "demo", outcome: "decline" })).body.data;
  await sql`update orders set expires_at = now() - interval '1 minute' where id = ${made.id}`.execute(app.db);
  await expireOverdue(app);
  await fill(rival, variation.id);
  const other = (await order(rival)).body.data.id as string;
  await sendDemoWebhook(shop, payment_id, { kind: "capture", amount: made.totals.total.amount - 1000 });
  await ask(`POST /orders/${other}/cancel`, { token: rival.token, body: {} });
  const release = () => ask(`POST /orders/${made.id}/release`, { token, body: {} });
  return { variation, offer, gift, release };
}

test("Gift card: an order on hold without stock charges its gift card and uses its coupon again when released", async () => {
  const { offer, gift, release } = await heldWithoutStock();
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 1000]);
  expect((await release()).body.data).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([1, 0]);
});

test("Gift card: an order on hold without stock is not released, and takes nothing, once its gift card is spent", async () => {
  const { variation, offer, gift, release } = await heldWithoutStock();
  const other = await shop.person();
  await fill(other, (await product({ price: 500 })).id);
  await ask("PUT /cart/gift-card", { ...other, body: { code: gift.code } });
  await order(other);
  expect(await release()).toMatchObject({ status: 409, body: { code: "gift_card_empty" } });
  expect(api["POST /orders/:id/release"].problems).toContain("gift_card_empty");
  expect([await usesOf(offer.id), await balanceOf(gift.id)]).toEqual([0, 10]);
  expect((await getLevels(app.db, [variation.id])).get(variation.id)).toMatchObject({ on_hand: 1, reserved: 0 });
});
