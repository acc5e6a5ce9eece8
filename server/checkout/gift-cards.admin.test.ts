import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { product, fill, order } = selling(shop);
const { token, card } = await openAdmin(shop);

test("A7 gift cards are listed by status, last characters and recipient, and exported as filtered", async () => {
  const recipients = async (query: string) =>
    (await ask(`GET /gift-cards?${query}`, { token })).body.data.map((one: { recipient: string }) => one.recipient);
  const disabled = await card(500, { recipient: "Dora Disabled" });
  await ask(`PATCH /gift-cards/${disabled.id}`, { token, body: { is_active: false, version: disabled.version } });
  await card(600, { recipient: "Enno Expired", expires_at: "2020-01-01T00:00:00.000Z" });
  const active = await card(1999, { recipient: "=HYPERLINK(1)", note: "Birthday" });
  expect(await recipients("status=disabled")).toEqual(["Dora Disabled"]);
  expect(await recipients("status=expired")).toEqual(["Enno Expired"]);
  expect(await recipients("status=active")).toEqual(["=HYPERLINK(1)"]);
  expect(await recipients("status=used_up")).toEqual([]);
  expect(await recipients(`name=${active.last4.toLowerCase()}`)).toContain("=HYPERLINK(1)");
  expect(await recipients("name=dora")).toEqual(["Dora Disabled"]);
  const file = await ask("GET /gift-cards/export?status=active", { token });
  const lines = (file.body as string).trim().split("\n");
  expect(lines[0]).toBe("last4,status,initial,balance,currency,recipient,note,expires_at,created_at");
  expect(lines[1]).toContain(`${active.last4},active,19.99,19.99,EUR,'=HYPERLINK(1),Birthday,`);
  expect(lines).toHaveLength(2);
});

test("A7 an expired gift card without balance is shown as expired, not as used up", async () => {
  const { id } = await card(700);
  const statusOf = async () => (await ask(`GET /gift-cards/${id}`, { token })).body.data.status;
  await sql`update gift_cards set balance_amount = 0 where id = ${id}`.execute(shop.app.db);
  expect(await statusOf()).toBe("used_up");
  await sql`update gift_cards set expires_at = now() - interval '1 second' where id = ${id}`.execute(shop.app.db);
  expect(await statusOf()).toBe("expired");
  const listed = async (status: string) =>
    (await ask(`GET /gift-cards?status=${status}`, { token })).body.data.map((one: { id: number }) => one.id);
  expect([await listed("expired"), await listed("used_up")]).toEqual([expect.arrayContaining([id]), []]);
});

test("A7 a gift card's history shows what was issued, spent and returned, newest first", async () => {
  const buyer = await shop.person();
  const gift = await card(5000);
  await fill(buyer, (await product({ price: 2000 })).id);
  await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const { id } = (await order(buyer)).body.data;
  await ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  const { body } = await ask(`GET /gift-cards/${gift.id}/entries`, { token });
  expect(body.data).toMatchObject([
    { kind: "return", change: { amount: 2490 }, balance: { amount: 5000 }, order_id: id },
    { kind: "spend", change: { amount: -2490, currency: "EUR" }, balance: { amount: 2510 }, order_id: id },
    { kind: "issue", change: { amount: 5000 }, balance: { amount: 5000 }, order_id: null },
  ]);
  expect((await ask(`GET /gift-cards/${gift.id}`, { token })).body.data).toMatchObject({
    status: "active",
    balance: { amount: 5000 },
  });
  expect((await ask("GET /gift-cards/999999", { token })).status).toBe(404);
  expect((await ask("GET /gift-cards/999999/entries", { token })).status).toBe(404);
});
