import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/transaction.ts";
import { changeSettings } from "#server/shop/shop.ts";
import { desk } from "#server/testing/desk.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expireOverdue } from "./ending.ts";
import { proveBooks } from "./orders.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop({ logLevel: "silent" });
const { product, fill, order, pay, look, key } = selling(shop);
const { house, ask } = shop;
const { token, card } = await desk(shop);
const admin = { token } as Buyer;
const realNow = house.now;
await inTransaction(house.db, (tx) => changeSettings(tx, { bank_account: account }));

afterEach(async () => {
  house.now = realNow;
  expect(await proveBooks(house.db)).toEqual([]);
});

const act = (id: string, what: string, body: object = {}) =>
  ask(`POST /orders/${id}/${what}`, { token, headers: key(), body });
const see = (id: string) => look(admin, id);
const arrived = (id: string, amount: number) =>
  ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount } });
const alertsAbout = async (id: string): Promise<string[]> =>
  (await ask("GET /notifications?per_page=100", { token })).body.data.flatMap(
    ({ type, link, title }: Record<"type" | "link" | "title", string>) =>
      type === "payment_alert" && link.endsWith(id) ? [title] : [],
  );
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
  house.now = () => hours(count);
};

/** An order of one cup on a gift card; what the card does not pay of it waits for a transfer. */
async function onCard({ price, gift, change = {} }: { price: number; gift: number; change?: object }) {
  const buyer = await shop.person();
  const used = await card(gift, change);
  await fill(buyer, (await product({ price })).id);
  await use(buyer, used.code);
  const { id, totals } = (await order(buyer)).body.data;
  if (totals.due.amount > 0) await pay(buyer, id, { provider: "bank" });
  return { buyer, used, id: id as string, due: totals.due.amount as number, total: totals.total.amount as number };
}
/** Its time to be paid runs out. */
async function expires(id: string) {
  later(24 * 30);
  await expireOverdue(house);
  expect(await see(id)).toMatchObject({ status: "expired" });
}

test("Gift card: of money that goes back on one that has run out an administrator is told once; extended it pays again", async () => {
  const { buyer, used, id, total } = await onCard({ price: 2000, gift: 5000, change: { expires_at: hours(2) } });
  later(3);
  await act(id, "cancel");
  expect(await balanceOf(used.id)).toBe(5000);
  const [alert, ...more] = await alertsAbout(id);
  expect(alert).toContain(`gift card •••• ${used.last4}, which has run out. Give it a later end`);
  expect(more).toEqual([]);
  expect((await use(buyer, used.code)).body.code).toBe("gift_card_empty");
  const extended = await change(used, { expires_at: hours(100).toISOString() });
  expect(extended.body.data).toMatchObject({ is_active: true, balance: { amount: 5000 } });
  await fill(buyer, (await product({ price: 2000 })).id);
  await use(buyer, used.code);
  expect((await order(buyer)).body.data).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await balanceOf(used.id)).toBe(5000 - total);
});

test("Gift card: of shares that go back on one that was switched off an administrator is told once", async () => {
  const { buyer, used, id } = await onCard({ price: 2000, gift: 5000 });
  expect((await change(used, { is_active: false })).body.data).toMatchObject({ is_active: false, expires_at: null });
  for (const reason of ["Scratched", "Late"])
    expect((await act(id, "refunds", { amount: 100, reason })).status).toBe(201);
  const [alert, ...more] = await alertsAbout(id);
  expect(alert).toContain(`gift card •••• ${used.last4}, which is switched off. Switch it on`);
  expect(more).toEqual([]);
  await change(used, { is_active: true });
  await fill(buyer, (await product()).id);
  expect((await use(buyer, used.code)).status).toBe(200);
});

test("Gift card: nobody is told of money that goes back on one that can be spent, and only its end or its switch changes", async () => {
  const { used, id } = await onCard({ price: 2000, gift: 5000, change: { expires_at: hours(2) } });
  await act(id, "cancel");
  expect(await alertsAbout(id)).toEqual([]);
  expect((await change(used, { expires_at: null })).body.data).toMatchObject({ expires_at: null, is_active: true });
  expect((await change(used, { expires_at: "soon" })).status).toBe(400);
  const stale = await ask(`PATCH /gift-cards/${used.id}`, { token, body: { expires_at: null, version: 1 } });
  expect(stale.body).toMatchObject({ code: "stale", current: { id: used.id } });
});

test("Gift card: an order whose transfer comes late has its card's money though the card has run out since", async () => {
  const { used, id, due } = await onCard({ price: 2000, gift: 1000, change: { expires_at: hours(24 * 31) } });
  await expires(id);
  expect(await balanceOf(used.id)).toBe(1000);
  later(24 * 32);
  await arrived(id, due);
  expect(await see(id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
  expect(await balanceOf(used.id)).toBe(0);
});

test("Gift card: one that was switched off pays nothing of an order that is paid late", async () => {
  const { used, id, due } = await onCard({ price: 2000, gift: 1000 });
  await expires(id);
  await change(used, { is_active: false });
  await arrived(id, due);
  expect(await see(id)).toMatchObject({ status: "on_hold", hold_reason: "gift_card_spent" });
  expect(await balanceOf(used.id)).toBe(1000);
});
