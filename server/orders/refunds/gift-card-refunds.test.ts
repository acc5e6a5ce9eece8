import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { ask } = shop;
const { product, fill, order, pay, look, actAs, shipAndDeliver, returnUnits } = selling(shop);
const { token, card } = await openAdmin(shop);
const admin = { id: 0, email: "", token };
const balanceOf = async (id: number) =>
  (await ask("GET /gift-cards?per_page=100", { token })).body.data.find((one: { id: number }) => one.id === id)?.balance
    .amount;
const act = actAs({ token });

checkFiguresAfterEach(shop);

/** An order of two units at 10.00, `gift` of it paid by gift card, the rest by the demo card. */
async function bought(gift: number, { arrived = false } = {}) {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id, 2);
  const used = await card(gift);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: used.code } });
  const made = (await order(buyer)).body.data;
  const id = made.id as string;
  if (made.totals.due.amount > 0) await pay(buyer, id);
  if (arrived) await shipAndDeliver(id, admin);
  const left = await balanceOf(used.id);
  return { buyer, used, id, line: made.items[0].id as number, total: made.total.amount as number, left };
}

test("C11 Gift card: an order paid by gift card alone is refunded once when cancelled, and nothing remains to refund", async () => {
  const { id, used, left } = await bought(5000);
  expect(await look(admin, id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect((await look(admin, id)).actions).toContain("refund");
  expect((await act(id, "cancel")).body.data).toMatchObject({ status: "cancelled", payment_status: "refunded" });
  expect((await look(admin, id)).actions).not.toContain("refund");
  expect(await balanceOf(used.id)).toBe(5000);
  expect(left).toBeLessThan(5000);
  expect((await act(id, "refunds", { amount: 1, reason: "Again" })).body.code).toBe("order_state");
  expect((await act(id, "cancel")).body.code).toBe("order_state");
  expect(await balanceOf(used.id)).toBe(5000);
});

test("C11 Gift card: returns of an order paid by gift card alone are refunded to the gift card, and it ends as refunded", async () => {
  const { buyer, id, line, used, total, left } = await bought(5000, { arrived: true });
  const refundUnits = (quantity: number) =>
    returnUnits(id, buyer, admin, [{ order_item_id: line, quantity }], { condition: "damaged" });
  expect((await refundUnits(1)).body.data.refund.amount).toBe(1000);
  expect(await balanceOf(used.id)).toBe(left + 1000);
  expect(await look(admin, id)).toMatchObject({ payment_status: "partially_refunded" });
  await act(id, "refunds", { amount: total - 1000, reason: "All of it" });
  expect(await balanceOf(used.id)).toBe(5000);
  expect(await look(admin, id)).toMatchObject({ status: "closed_returned", payment_status: "refunded" });
  expect((await look(admin, id)).actions).not.toContain("refund");
});

test("C11 Gift card: of an order paid by both, money is refunded first and the gift card last", async () => {
  const { id, used, total } = await bought(500, { arrived: true });
  const byCard = total - 500;
  expect((await act(id, "refunds", { amount: byCard, reason: "Most" })).status).toBe(201);
  expect(await balanceOf(used.id)).toBe(0);
  expect(await look(admin, id)).toMatchObject({ status: "completed", payment_status: "partially_refunded" });
  expect((await look(admin, id)).refundable).toEqual({ amount: 500, currency: "EUR" });
  expect((await act(id, "refunds", { amount: 501, reason: "Too much" })).body.code).toBe("refund_too_much");
  expect((await act(id, "refunds", { amount: 500, reason: "The rest" })).status).toBe(201);
  expect(await balanceOf(used.id)).toBe(500);
  expect(await look(admin, id)).toMatchObject({ payment_status: "refunded", refundable: { amount: 0 } });
});

test("C11 Gift card: an order whose other part is unpaid is not refunded when it is cancelled", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id, 2);
  const used = await card(500);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: used.code } });
  const { id } = (await order(buyer)).body.data;
  expect((await act(id, "cancel")).body.data).toMatchObject({ status: "cancelled", payment_status: "unpaid" });
  expect(await balanceOf(used.id)).toBe(500);
});
