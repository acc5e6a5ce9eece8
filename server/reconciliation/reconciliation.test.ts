import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { Inconsistency } from "#contract/reconciliation.ts";
import { listInconsistencies } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { releaseHolds } from "#server/testing/sequence-checkout.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { describeAll } from "./check.ts";
import { reconcileNightly } from "./reconciliation.ts";

const shop = await openTestShop();
const { app } = shop;
const { bought, product, fill, order, pay } = selling(shop);
const { coupon, card } = await openAdmin(shop);
const admin = await shop.person("admin");
const report = async () => (await shop.ask("GET /reconciliation", { token: admin.token })).body.data;
const change = (text: string) => app.database.pool.query(text);

afterEach(async () => expect((await report()).inconsistencies).toEqual([]));

/** What the reconciliation finds after a direct change of the database, which is rolled back. */
async function foundAfter(...changes: string[]): Promise<Inconsistency[]> {
  let found: Inconsistency[] = [];
  const changed = inTransaction(app.db, async (tx) => {
    for (const text of changes) await sql.raw(text).execute(tx);
    found = await describeAll(tx, await listInconsistencies(tx));
    throw new Error("rolled back");
  });
  await expect(changed).rejects.toThrow("rolled back");
  return found;
}

test("C11 the reconciliation says how much it checked, and that all is consistent", async () => {
  await bought();
  const { areas, inconsistencies, took_ms, checked_at } = await report();
  expect(inconsistencies).toEqual([]);
  expect(took_ms).toBeGreaterThanOrEqual(0);
  expect(Date.now() - Date.parse(checked_at)).toBeLessThan(60_000);
  const orders = areas.find(({ area }: { area: string }) => area === "orders");
  expect(orders.checked).toEqual([
    { what: "orders", count: expect.any(Number) },
    { what: "lines", count: expect.any(Number) },
  ]);
  expect(orders.checked[0].count).toBeGreaterThan(0);
});

/** Direct changes of the database, and what the reconciliation must find. */
const defects: Record<string, (id: string, variation: number, total: number) => [string, Partial<Inconsistency>]> = {
  "a ledger without its payment": (id, _, total) => [
    `set local session_replication_role = replica;
      delete from order_transactions where order_id = '${id}' and kind = 'payment'`,
    { id: `order_paid:${id}`, area: "orders", expected: total, found: 0, unit: "money" },
  ],
  "a ledger with another charge": (id, _, total) => [
    `insert into order_transactions (order_id, kind, amount, currency, cause, actor_type)
      values ('${id}', 'charge', 100, 'EUR', 'test', 'system')`,
    { id: `charged:${id}`, area: "orders", expected: total, found: total + 100, unit: "money" },
  ],
  "a credit for units that are not cancelled": (id) => [
    `insert into order_transactions (order_id, kind, amount, currency, cause, actor_type, order_line_id)
      select order_id, 'credit', 100, 'EUR', 'test', 'system', id from order_lines where order_id = '${id}'`,
    { check: "line_credit", area: "orders", expected: 0, found: 100, unit: "money", order_id: expect.any(String) },
  ],
  "the number of items of an order": (id) => [
    `update orders set quantity = 7 where id = '${id}'`,
    { id: `quantity:${id}`, area: "orders", expected: 1, found: 7, unit: "count" },
  ],
  "how an order says it is paid": (id) => [
    `update orders set payment_status = 'unpaid' where id = '${id}'`,
    {
      id: `payment_status:${id}`,
      area: "orders",
      unit: "status",
      says: expect.stringContaining("unpaid, but its payments make it paid"),
    },
  ],
  "how far an order says it is": (id) => [
    `update orders set fulfilment_status = 'delivered' where id = '${id}'`,
    { id: `fulfilment_status:${id}`, area: "orders", unit: "status", says: expect.stringContaining("it unfulfilled") },
  ],
  "what a payment says it captured": (id, _, total) => [
    `update payments set captured_amount = 0 where order_id = '${id}'`,
    { check: "captured", area: "payments", expected: total, found: 0, unit: "money" },
  ],
  "the subtotal of an order": (id) => [
    `update orders set subtotal_amount = subtotal_amount + 1, total_amount = total_amount + 1 where id = '${id}'`,
    { id: `subtotal:${id}`, area: "orders", unit: "money" },
  ],
  "reserved units": (_, variation) => [
    `update stock_levels set reserved = 4 where variation_id = ${variation}`,
    { id: `reserved:${variation}`, area: "stock", expected: 1, found: 4, name: "Cup" },
  ],
  "units in stock": (_, variation) => [
    `update stock_levels set on_hand = 12 where variation_id = ${variation}`,
    { id: `on_hand:${variation}`, area: "stock", expected: 10, found: 12 },
  ],
  "a movement that is gone": (_, variation) => [
    `delete from stock_movements where variation_id = ${variation} and reason = 'reserve'`,
    { id: `moved:${variation}`, area: "stock", expected: 1, found: 0 },
  ],
};

test.each(Object.entries(defects))("C11 %s is found when it is inconsistent, with what to do", async (_, defect) => {
  const { id, variation, order } = await bought();
  const [changed, expected] = defect(id, variation.id, order.total.amount);
  const found = (await foundAfter(changed)).find((one) =>
    expected.id ? one.id === expected.id : one.check === expected.check,
  );
  expect(found).toMatchObject({ ...expected, advice: expect.any(String), says: expect.any(String) });
  if (found?.area === "orders") expect(found).toMatchObject({ name: `Order ${order.number}`, order_id: id });
  if (found?.area === "stock") expect(found.product_id).toBe(variation.productId);
});

test("C11 checkout holds are reconciled with the reservations, and found if they were never released", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: 10 }));
  const variation = await product({ stock: 5 });
  const [buyer, other] = [await shop.person(), await shop.person()];
  for (const one of [buyer, other]) {
    await fill(one, variation.id, 2);
    await shop.ask("PUT /cart/hold", one);
  }
  const { areas, inconsistencies } = await report();
  expect(inconsistencies).toEqual([]);
  const { checked } = areas.find(({ area }: { area: string }) => area === "stock");
  expect(checked.at(-1)).toEqual({ what: "holdings", count: 2 });

  expect(await foundAfter(`update stock_levels set reserved = 1 where variation_id = ${variation.id}`)).toMatchObject([
    { id: `reserved:${variation.id}`, expected: 4, found: 1 },
  ]);
  const mine = `cart_id = (select id from carts where user_id = ${buyer.id})`;
  expect(await foundAfter(`delete from stock_hold_units where ${mine}`)).toMatchObject([
    { id: `reserved:${variation.id}`, expected: 2, found: 4 },
  ]);
  const late = `update stock_holds
    set began_at = now() - interval '1 hour', expires_at = now() - interval '20 minutes'`;
  expect(await foundAfter(late)).toMatchObject([
    { id: `held_too_long:${variation.id}`, expected: 0, found: 4, advice: expect.any(String) },
  ]);
  await change(late);
  await releaseHolds(app);
  await inTransaction(app.db, (tx) => updateSettings(tx, { checkout_hold_minutes: 0 }));
});

test("C11 coupons and gift cards are checked against the orders that use them", async () => {
  const found = await foundAfter(
    "insert into coupons (code, kind, value, currency, used) values ('SPRING', 'percent', 1000, 'EUR', 3)",
    `insert into gift_cards (code_hash, last4, currency, initial_amount, balance_amount)
      values ('\\x01', 'AB12', 'EUR', 500, 200)`,
    `insert into gift_card_entries (gift_card_id, step, kind, delta_amount, balance_after)
      select id, 1, 'issue', 500, 500
      from gift_cards
      where last4 = 'AB12'`,
  );
  expect(found).toMatchObject([
    { name: "Coupon SPRING", expected: 0, found: 3, unit: "count" },
    { name: "Gift card •••• AB12", expected: 500, found: 200, unit: "money" },
  ]);
});

/** An order with a coupon and a gift card that paid 5.00 of it. */
async function orderWithDiscounts() {
  const [buyer, variation] = [await shop.person(), await product({ price: 2000 })];
  const [offer, gift] = [await coupon(), await card(500)];
  await fill(buyer, variation.id, 2);
  await shop.ask("PUT /cart/coupon", { token: buyer.token, body: { code: offer.code } });
  await shop.ask("PUT /cart/gift-card", { token: buyer.token, body: { code: gift.code } });
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id);
  return { buyer, id: id as string, variation, offer, gift };
}

test("C11 an open order counts its coupon use and gift card charges, an ended one neither", async () => {
  const { buyer, id, offer, gift } = await orderWithDiscounts();
  const released = (at: string, used: number) => [
    `update coupon_redemptions set released_at = ${at} where order_id = '${id}'`,
    `update coupons set used = used + ${used} where id = ${offer.id}`,
  ];
  expect(await foundAfter(...released("now()", -1))).toMatchObject([
    { id: `use_missing:${id}`, area: "coupons", expected: 1, found: 0, unit: "count", order_id: id },
  ]);
  await shop.ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  expect(await foundAfter(...released("null", 1))).toMatchObject([
    { id: `use_retained:${id}`, area: "coupons", expected: 0, found: 1, unit: "count", order_id: id },
  ]);
  const retained = await foundAfter(
    `delete from gift_card_entries where order_id = '${id}' and kind = 'return'`,
    `update gift_cards set balance_amount = 0 where id = ${gift.id}`,
  );
  expect(retained).toMatchObject([
    { id: `money_kept:${id}`, area: "gift_cards", expected: 0, found: 500, unit: "money", order_id: id },
  ]);
});

test("C11 what is inconsistent between an order, its lines, its payments and its gift cards is found", async () => {
  const { id, gift } = await orderWithDiscounts();
  expect(
    await foundAfter(`update order_lines set total_amount = total_amount + 100 where order_id = '${id}'`),
  ).toMatchObject([{ check: "line_total", expected: 3600, found: 3700 }]);
  expect(
    await foundAfter(`update order_lines set tax_amount = tax_amount + 100 where order_id = '${id}'`),
  ).toMatchObject([{ check: "line_tax" }]);
  const unpaid = await foundAfter(
    "set local session_replication_role = replica",
    `delete from order_transactions where order_id = '${id}' and kind = 'payment'`,
    `delete from payment_events where payment_id in (select id from payments where order_id = '${id}')`,
    `delete from payments where order_id = '${id}'`,
    `update orders set payment_status = 'unpaid' where id = '${id}'`,
  );
  expect(unpaid).toMatchObject([
    // The trigger that keeps the total of the customer saw nothing of it.
    { check: "customer_spent", name: expect.stringMatching(/^Customer \d+$/), expected: 0 },
    { id: `sold_unpaid:${id}`, found: 0 },
  ]);
  const back = await foundAfter(
    `insert into gift_card_entries (gift_card_id, order_id, step, kind, delta_amount, balance_after)
      values (${gift.id}, '${id}', 2, 'return', 500, 500)`,
    `update gift_cards set balance_amount = 500 where id = ${gift.id}`,
  );
  expect(back.filter(({ area }) => area === "gift_cards")).toMatchObject([
    { id: `money_missing:${id}`, expected: 500, found: 0 },
  ]);
});

test("C11 missing or excess reserved units of a line are found", async () => {
  const { id, variation, order: made } = await bought({ quantity: 2 });
  const line = made.items[0].id;
  for (const [less, held] of [
    [1, 1],
    [-1, 3],
  ] as const) {
    const found = await foundAfter(
      `update stock_reservations set quantity = quantity - ${less} where order_id = '${id}'`,
      `update stock_levels set reserved = reserved - ${less} where variation_id = ${variation.id}`,
      `insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
        select variation_id, location_id, 0, ${-less}, 'correction', 'test', '${less}'
        from stock_levels
        where variation_id = ${variation.id}`,
    );
    expect(found).toMatchObject([{ id: `held:${line}`, expected: 2, found: held, unit: "count", order_id: id }]);
  }
});

test("C11 the shop is reconciled each night, and administrators are alerted once when something is inconsistent", async () => {
  const { id } = await bought();
  const alerts = async () =>
    (await shop.ask("GET /notifications", { token: admin.token })).body.data.filter(
      (one: { type: string }) => one.type === "inconsistencies_found",
    );
  await reconcileNightly(app);
  expect((await report()).last_night).toMatchObject({ inconsistencies: 0 });
  expect(await alerts()).toEqual([]);
  await change(`update orders set quantity = 7 where id = '${id}'`);
  await reconcileNightly(app);
  await reconcileNightly(app);
  expect((await report()).last_night).toMatchObject({ inconsistencies: 1 });
  expect(await alerts()).toMatchObject([
    { title: "Reconciliation found one inconsistency", link: "/dashboard/reconciliation" },
  ]);
  await change(`update orders set quantity = 1 where id = '${id}'`);
});
