import { afterEach, expect, test } from "vitest";
import { redeemCoupon } from "#server/coupons/coupons.ts";
import { spendGiftCards } from "#server/gift-cards/gift-cards.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, order, pay } = selling(shop);
const { token, coupon, card } = await openAdmin(shop);
const realNow = app.now;
afterEach(() => {
  app.now = realNow;
});

test("Coupon: at the very instant it ends it no longer counts, and a moment before it does", async () => {
  const ends = new Date(Math.ceil(Date.now() / 1000) * 1000 + 600_000);
  const { code, id } = await coupon({ ends_at: ends.toISOString() });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id);
  await ask("PUT /cart/coupon", { token: buyer.token, body: { code } });
  const state = async () => {
    const cart = (await ask("GET /cart", { token: buyer.token })).body;
    const listed = (await ask(`GET /coupons/${id}`, { token })).body.data;
    return [cart.coupon?.state, listed.status];
  };
  app.now = () => new Date(ends.getTime() - 1);
  expect(await state()).toEqual(["applied", "active"]);
  app.now = () => ends;
  expect(await state()).toEqual(["expired", "expired"]);
  const placed = await order(buyer);
  expect(placed.body.data?.totals?.discount.amount ?? 0).toBe(0);
});

test("Gift card: an expired one without balance is shown as expired", async () => {
  const { id, code } = await card(1000, { expires_at: new Date(Date.now() + 86_400_000).toISOString() });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code } });
  await pay(buyer, (await order(buyer)).body.data.id);
  app.now = () => new Date(Date.now() + 2 * 86_400_000);
  const { data } = (await ask(`GET /gift-cards/${id}`, { token })).body;
  expect(data).toMatchObject({ status: "expired" });
});

test("Coupon and gift card: at the very instant they end neither pays, in the cart, at checkout and in the database", async () => {
  const ends = new Date(Math.ceil(Date.now() / 1000) * 1000 + 600_000);
  const before = new Date(ends.getTime() - 1);
  const used = await coupon({ ends_at: ends.toISOString() });
  const gift = await card(1000, { expires_at: ends.toISOString() });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const inCart = async () => (await ask("GET /cart", { token: buyer.token })).body.totals.gift_cards.amount;
  app.now = () => before;
  expect(await inCart()).toBe(1000);
  app.now = () => ends;
  expect(await inCart()).toBe(0);
  const again = await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  expect(again.body.code).toBe("gift_card_empty");
  const { id: orderId, totals } = (await order(buyer)).body.data;
  expect(totals.gift_cards.amount).toBe(0);
  /** Whether coupon and gift card can be taken then; what was taken is rolled back. */
  const canTake = async (now: Date) => {
    let taken: boolean[] = [];
    const attempt = inTransaction(app.db, async (tx) => {
      const redemption = { couponId: used.id, userId: buyer.id, orderId };
      taken = [
        await redeemCoupon(tx, redemption, now),
        await spendGiftCards(tx, orderId, [{ id: gift.id, amount: 100 }], now),
      ];
      throw new Error("rolled back");
    });
    await expect(attempt).rejects.toThrow("rolled back");
    return taken;
  };
  expect(await canTake(before)).toEqual([true, true]);
  expect(await canTake(ends)).toEqual([false, false]);
});
