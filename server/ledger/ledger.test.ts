import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Finding } from "#contract/ledger.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { desk } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { proveByNight } from "./ledger.ts";
import { listFindings } from "./proving.ts";

const shop = await openTestShop();
const { app } = shop;
const { bought, product, fill, order, pay } = selling(shop);
const { coupon, card } = await desk(shop);
const admin = await shop.person("admin");
const report = async () => (await shop.ask("GET /ledger", { token: admin.token })).body.data;
const mend = (id: string) => shop.ask(`POST /ledger/${encodeURIComponent(id)}/mend`, { token: admin.token });
const plant = (text: string) => app.database.pool.query(text);

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
  "how an order says it is paid": (id) => [
    `update orders set payment_status = 'unpaid' where id = '${id}'`,
    {
      id: `payment_status:${id}`,
      book: "orders",
      unit: "status",
      says: expect.stringContaining("unpaid, but its payments make it paid"),
    },
  ],
  "how far an order says it is": (id) => [
    `update orders set fulfilment_status = 'delivered' where id = '${id}'`,
    { id: `fulfilment_status:${id}`, book: "orders", unit: "status", says: expect.stringContaining("it unfulfilled") },
  ],
  "what an order says is owed no more": (id) => [
    `update orders set cancelled_amount = 100 where id = '${id}'`,
    { id: `cancelled:${id}`, book: "orders", expected: 0, found: 100, unit: "money" },
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

test("C11 what carts hold at the checkout is proven with the reservations, and found when nobody lets it go", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: 10 }));
  const cup = await product({ stock: 5 });
  const [buyer, other] = [await shop.person(), await shop.person()];
  for (const one of [buyer, other]) {
    await fill(one, cup.id, 2);
    await shop.ask("PUT /cart/hold", one);
  }
  const { books, findings } = await report();
  expect(findings).toEqual([]);
  const { proven } = books.find((book: { book: string }) => book.book === "stock");
  expect(proven.at(-1)).toEqual({ what: "holdings", count: 2 });

  await plant(`update stock_levels set reserved = 1 where variation_id = ${cup.id}`);
  expect((await report()).findings).toMatchObject([{ id: `reserved:${cup.id}`, expected: 4, found: 1 }]);
  expect((await mend(`reserved:${cup.id}`)).body.data.findings).toEqual([]);

  const mine = `cart_id = (select id from carts where user_id = ${buyer.id})`;
  await plant(`delete from stock_hold_units where ${mine}`);
  expect((await report()).findings).toMatchObject([{ id: `reserved:${cup.id}`, expected: 2, found: 4 }]);
  expect((await mend(`reserved:${cup.id}`)).body.data.findings).toEqual([]);

  await plant(
    `update stock_holds set began_at = now() - interval '1 hour', expires_at = now() - interval '20 minutes'`,
  );
  const late = (await report()).findings;
  expect(late).toMatchObject([{ id: `held_too_long:${cup.id}`, expected: 0, found: 2, mend: expect.any(String) }]);
  expect((await mend(`held_too_long:${cup.id}`)).body.data.findings).toEqual([]);
  const { rows } = await sql`select reserved from stock_levels where variation_id = ${cup.id}`.execute(app.db);
  expect(rows).toEqual([{ reserved: 0 }]);
  await inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: 0 }));
});

test("C11 a payment that does not say what its provider told is worked out anew, and its order with it", async () => {
  const { id, order } = await bought();
  const total = order.total.amount;
  await plant(`update payments set captured_amount = 0 where order_id = '${id}'`);
  await plant(`update orders set paid_amount = 0 where id = '${id}'`);
  const { findings } = await report();
  expect(findings).toMatchObject([{ book: "payments", check: "captured", expected: total, found: 0, order_id: id }]);
  expect((await mend(findings[0].id)).body.data.findings).toEqual([]);
  const { rows } = await sql`select paid_amount from orders where id = ${id}::uuid`.execute(app.db);
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
    `insert into gift_card_entries (gift_card_id, step, kind, delta_amount, balance_after) select id, 1, 'issue', 500, 500 from gift_cards where last4 = 'AB12'`,
  );
  const { findings } = await report();
  expect(findings).toMatchObject([
    { name: "Coupon SPRING", expected: 0, found: 3, unit: "count" },
    { name: "Gift card •••• AB12", expected: 500, found: 200, unit: "money" },
  ]);
  for (const { id } of findings) expect((await mend(id)).status).toBe(200);
});

/** An order with a coupon and a gift card that paid 5.00 of it. */
async function perked() {
  const [buyer, cup] = [await shop.person(), await product({ price: 2000 })];
  const [offer, gift] = [await coupon(), await card(500)];
  await fill(buyer, cup.id, 2);
  await shop.ask("PUT /cart/coupon", { token: buyer.token, body: { code: offer.code } });
  await shop.ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  return { buyer, id: id as string, cup, offer, gift };
}

test("C11 an order holds the use of its coupon while it lives, and no use or gift card's money once it has ended", async () => {
  const { buyer, id, offer, gift } = await perked();
  const released = (at: string, used: number) =>
    plant(`update coupon_redemptions set released_at = ${at} where order_id = '${id}';
      update coupons set used = used + ${used} where id = ${offer.id}`);
  const only = async (finding: Partial<Finding>) => {
    const { findings } = await report();
    expect(findings).toMatchObject([{ ...finding, order_id: id, mend: expect.any(String) }]);
    expect((await mend(findings[0].id)).body.data.findings).toEqual([]);
  };
  await released("now()", -1);
  await only({ id: `use_missing:${id}`, book: "coupons", expected: 1, found: 0, unit: "count" });
  await shop.ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  await released("null", 1);
  await only({ id: `use_kept:${id}`, book: "coupons", expected: 0, found: 1, unit: "count" });
  await plant(`delete from gift_card_entries where order_id = '${id}' and kind = 'return';
    update gift_cards set balance_amount = 0 where id = ${gift.id}`);
  await only({ id: `money_kept:${id}`, book: "gift_cards", expected: 0, found: 500, unit: "money" });
});

test("C11 what is off between an order, its lines, its money and its gift cards, and needs a person, says what to do", async () => {
  const { id, gift } = await perked();
  const off = async (...planted: string[]): Promise<Finding[]> => {
    let found: Finding[] = [];
    const tried = inTransaction(app.db, async (tx) => {
      for (const text of planted) await sql.raw(text).execute(tx);
      found = await listFindings(tx);
      throw new Error("taken back");
    });
    await expect(tried).rejects.toThrow("taken back");
    return found;
  };
  const advised = { mend: null, advice: expect.any(String) };
  expect(await off(`update order_lines set total_amount = total_amount + 100 where order_id = '${id}'`)).toMatchObject([
    { check: "line_total", expected: 3600, found: 3700, ...advised },
  ]);
  expect(await off(`update order_lines set tax_amount = tax_amount + 100 where order_id = '${id}'`)).toMatchObject([
    { check: "line_tax", ...advised },
  ]);
  const [unpaid] = await off(
    `delete from payment_events where payment_id in (select id from payments where order_id = '${id}')`,
    `delete from payments where order_id = '${id}'`,
    `update orders set paid_amount = 0, payment_status = 'unpaid' where id = '${id}'`,
  );
  expect(unpaid).toMatchObject({ id: `sold_unpaid:${id}`, found: 0, ...advised });
  const back = await off(
    `insert into gift_card_entries (gift_card_id, order_id, step, kind, delta_amount, balance_after) values (${gift.id}, '${id}', 2, 'return', 500, 500)`,
    `update gift_cards set balance_amount = 500 where id = ${gift.id}`,
  );
  expect(back.filter(({ book }) => book === "gift_cards")).toMatchObject([
    { id: `money_missing:${id}`, expected: 500, found: 0, ...advised },
  ]);
});

test("C11 units a line should hold are held again, or let go, when that is mended", async () => {
  const { id, cup, order: made } = await bought({ quantity: 2 });
  const line = made.items[0].id;
  for (const [less, held] of [
    [1, 1],
    [-1, 3],
  ] as const) {
    await plant(`update stock_reservations set quantity = quantity - ${less} where order_id = '${id}';
      update stock_levels set reserved = reserved - ${less} where variation_id = ${cup.id};
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
        select variation_id, location_id, 0, ${-less}, 'correction', 'test', '${less}' from stock_levels where variation_id = ${cup.id}`);
    const { findings } = await report();
    expect(findings).toMatchObject([{ id: `held:${line}`, expected: 2, found: held, unit: "count", order_id: id }]);
    expect((await mend(`held:${line}`)).body.data.findings).toEqual([]);
  }
});

test("C11 each night the books are proven, and administrators are told when something is off", async () => {
  const { id } = await bought();
  const alerts = async () =>
    (await shop.ask("GET /notifications", { token: admin.token })).body.data.filter(
      (one: { type: string }) => one.type === "books_off",
    );
  await proveByNight(app);
  expect((await report()).last_night).toMatchObject({ findings: 0 });
  expect(await alerts()).toEqual([]);
  await plant(`update orders set paid_amount = 1 where id = '${id}'`);
  await proveByNight(app);
  await proveByNight(app);
  expect((await report()).last_night).toMatchObject({ findings: 1 });
  expect(await alerts()).toMatchObject([{ title: "One figure of the books is off", link: "/dashboard/ledger" }]);
  await mend(`order_paid:${id}`);
});
