import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Finding } from "#contract/ledger.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { proveByNight } from "./ledger.ts";

const shop = await openTestShop();
const { house } = shop;
const { bought } = selling(shop);
const admin = await shop.person("admin");
const report = async () => (await shop.ask("GET /ledger", { token: admin.token })).body.data;
const mend = (id: string) => shop.ask(`POST /ledger/${encodeURIComponent(id)}/mend`, { token: admin.token });
const plant = (text: string) => house.database.pool.query(text);

afterEach(async () => expect((await report()).findings).toEqual([]));

test("C11 the proof says how much it proved, and that all balances", async () => {
  await bought();
  const { books, findings, took_ms, proven_at } = await report();
  expect(findings).toEqual([]);
  expect(took_ms).toBeGreaterThanOrEqual(0);
  expect(Date.now() - Date.parse(proven_at)).toBeLessThan(60_000);
  const orders = books.find((book: { book: string }) => book.book === "orders");
  expect(orders.proven).toEqual([
    { what: "orders", count: expect.any(Number) },
    { what: "lines", count: expect.any(Number) },
  ]);
  expect(orders.proven[0].count).toBeGreaterThan(0);
});

/** What is changed behind the shop's back, and what the ledger must say of it. */
const defects: Record<string, (id: string, cup: number, total: number) => [string, Partial<Finding>]> = {
  "what an order says was paid": (id, _, total) => [
    `update orders set paid_amount = 1 where id = '${id}'`,
    { id: `order_paid:${id}`, book: "orders", expected: total, found: 1, unit: "money" },
  ],
  "the number of items of an order": (id) => [
    `update orders set quantity = 7 where id = '${id}'`,
    { id: `quantity:${id}`, book: "orders", expected: 1, found: 7, unit: "count" },
  ],
  "units held": (_, cup) => [
    `update stock_levels set reserved = 4 where variation_id = ${cup}`,
    { id: `reserved:${cup}`, book: "stock", expected: 1, found: 4, name: "Cup" },
  ],
  "units on the shelf": (_, cup) => [
    `update stock_levels set on_hand = 12 where variation_id = ${cup}`,
    { id: `on_hand:${cup}`, book: "stock", expected: 10, found: 12 },
  ],
  "a movement that is gone": (_, cup) => [
    `delete from stock_movements where variation_id = ${cup} and reason = 'reserve'`,
    { id: `moved:${cup}`, book: "stock", expected: 1, found: 0 },
  ],
};

test.each(Object.entries(defects))(
  "C11 %s is found when it is off, and mended from the rows below it",
  async (_, defect) => {
    const { id, cup, order } = await bought();
    const [planted, wanted] = defect(id, cup.id, order.total.amount);
    await plant(planted);
    const { findings } = await report();
    const finding = findings.find((one: Finding) => one.id === wanted.id);
    expect(finding).toMatchObject({ ...wanted, mend: expect.any(String), says: expect.any(String) });
    if (finding.book === "orders") expect(finding).toMatchObject({ name: `Order ${order.number}`, order_id: id });
    else expect(finding.product_id).toBe(cup.productId);
    const mended = await mend(finding.id);
    expect(mended.status).toBe(200);
    expect(mended.body.data.mends[0]).toMatchObject({ name: finding.name, mended: finding.mend });
    expect((await mend(finding.id)).status).toBe(404);
  },
);

test("C11 a payment that does not say what its provider told is worked out anew, and its order with it", async () => {
  const { id, order } = await bought();
  const total = order.total.amount;
  await plant(`update payments set captured_amount = 0 where order_id = '${id}'`);
  await plant(`update orders set paid_amount = 0 where id = '${id}'`);
  const { findings } = await report();
  expect(findings).toMatchObject([{ book: "payments", check: "captured", expected: total, found: 0, order_id: id }]);
  expect((await mend(findings[0].id)).body.data.findings).toEqual([]);
  const { rows } = await sql`select paid_amount from orders where id = ${id}::uuid`.execute(house.db);
  expect(rows).toEqual([{ paid_amount: total }]);
});

test("C11 what only a person can put right has no mend", async () => {
  const { id } = await bought();
  await plant(
    `update orders set subtotal_amount = subtotal_amount + 1, total_amount = total_amount + 1 where id = '${id}'`,
  );
  const { findings } = await report();
  expect(findings).toMatchObject([{ id: `subtotal:${id}`, mend: null }]);
  expect((await mend(`subtotal:${id}`)).body.code).toBe("mend_by_hand");
  await plant(
    `update orders set subtotal_amount = subtotal_amount - 1, total_amount = total_amount - 1 where id = '${id}'`,
  );
});

test("C11 coupons and gift cards are held against the orders that use them", async () => {
  await plant("insert into coupons (code, kind, value, currency, used) values ('SPRING', 'percent', 1000, 'EUR', 3)");
  await plant(
    `insert into gift_cards (code_hash, last4, currency, initial_amount, balance_amount) values ('\\x01', 'AB12', 'EUR', 500, 200)`,
  );
  await plant(
    `insert into gift_card_entries (gift_card_id, step, kind, delta_amount, balance_after) select id, 1, 'issue', 500, 500 from gift_cards`,
  );
  const { findings } = await report();
  expect(findings).toMatchObject([
    { name: "Coupon SPRING", expected: 0, found: 3, unit: "count" },
    { name: "Gift card •••• AB12", expected: 500, found: 200, unit: "money" },
  ]);
  for (const { id } of findings) expect((await mend(id)).status).toBe(200);
});

test("C11 each night the books are proven, and administrators are told when something is off", async () => {
  const { id } = await bought();
  const alerts = async () =>
    (await shop.ask("GET /notifications", { token: admin.token })).body.data.filter(
      (one: { type: string }) => one.type === "books_off",
    );
  await proveByNight(house);
  expect((await report()).last_night).toMatchObject({ findings: 0 });
  expect(await alerts()).toEqual([]);
  await plant(`update orders set paid_amount = 1 where id = '${id}'`);
  await proveByNight(house);
  await proveByNight(house);
  expect((await report()).last_night).toMatchObject({ findings: 1 });
  expect(await alerts()).toMatchObject([{ title: "One figure of the books is off", link: "/dashboard/ledger" }]);
  await mend(`order_paid:${id}`);
});
