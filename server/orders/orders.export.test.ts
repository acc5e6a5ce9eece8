import { sql } from "kysely";
import { expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { orderBalance } from "#contract/orders/order-summary.ts";
import { expireOverdue } from "#server/orders/cancellation/cancellation.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { sendDemoWebhook } from "#server/testing/demo-webhooks.ts";
import { selling } from "#server/testing/selling.ts";
import { shopWithStripe } from "#server/testing/stripe-payments.ts";

const { shop, fakeStripe, byStripe } = await shopWithStripe();
const { app, ask } = shop;
const { actAs, bought, fill, key, order, placed, pay, product } = selling(shop);
const { token, card } = await openAdmin(shop);

test("A7 an export that can't be read is answered with its problem, not with half a file", async () => {
  const { status, body, headers } = await ask("GET /orders/export?sku=%00", { token });
  expect([status, body.code, headers["content-disposition"]]).toEqual([400, "bad_input", undefined]);
});

test("A7 orders are exported as filtered, newest first, with their amounts", async () => {
  const paid = await bought({ price: 1999 });
  await placed();
  await sql`update orders set fullname = '=1+1' where id = ${paid.id}`.execute(app.db);
  const address = JSON.stringify({ region_code: "BE", phone: "+49 30 1234" });
  await sql`update orders set shipping_address = shipping_address || ${address}::jsonb where id = ${paid.id}`.execute(
    app.db,
  );
  // Midnight has passed in Berlin, the shop's time zone.
  await sql`update orders set placed_at = '2026-11-30T23:08:00Z' where id = ${paid.id}`.execute(app.db);
  await ask(`GET /orders/${paid.id}/documents`, { token });
  const { body } = await ask("GET /orders/export?status=confirmed", { token });
  const [header, line, ...more] = (body as string).trim().split("\n");
  expect(more).toEqual([]);
  const cells = Object.fromEntries((header ?? "").split(",").map((name, index) => [name, line?.split(",")[index]]));
  expect(cells).toMatchObject({
    placed_at: "2026-12-01 00:08:00",
    status: "confirmed",
    payment_status: "paid",
    name: "'=1+1",
    items: "1",
    currency: "EUR",
    subtotal: "19.99",
    shipping: "4.90",
    total: "24.89",
    payment_method: "demo",
    paid: "24.89",
    refunded: "0.00",
    invoice: "INV-000001",
    shipping_city: "Berlin",
    shipping_country: "DE",
    shipping_region: "BE",
    shipping_phone: "'+49 30 1234",
  });
  const all = (await ask("GET /orders/export", { token })).body as string;
  expect(all.trim().split("\n")).toHaveLength(3);
  expect((await ask("GET /orders/export", { token: paid.buyer.token })).status).toBe(403);
});

test("Order: the list and the export say what is due, as the last figure of the order's page does", async () => {
  const { buyer, id, order: made } = await placed({ price: 3000, quantity: 2 });
  const read = async () => {
    const listed = (await ask(`GET /orders?number=${made.number}`, { token })).body.data[0].due.amount;
    const { body } = await ask(`GET /orders/export?number=${made.number}`, { token });
    const [names, values] = (body as string)
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const shown = (await ask(`GET /orders/${id}`, { token })).body.data;
    expect(shown.due.amount).toBe(orderBalance(shown)?.money.amount);
    return [listed, shown.due.amount, values?.[names?.indexOf("due") ?? -1]];
  };
  const all = (amount: number) => [amount, amount, (amount / 100).toFixed(2)];
  const total = made.total.amount;
  expect(await read()).toEqual(all(total));
  await pay(buyer, id, { provider: "cod" });
  expect(await read()).toEqual(all(total));
  const act = (what: string, body: object = {}) => ask(`POST /orders/${id}/${what}`, { token, body });
  const cancelled = await act("lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  expect(cancelled.status).toBe(200);
  expect(await read()).toEqual(all(total - 3000));
  await act("capture");
  expect(await read()).toEqual(all(0));
  const paid = await bought();
  const [row] = (await ask(`GET /orders?number=${paid.order.number}`, { token })).body.data;
  expect(row.due.amount).toBe(0);
});

/** The cells of an exported order, by their heading; amounts in cents. */
async function exported(number: number) {
  const { body } = await ask(`GET /orders/export?number=${number}`, { token });
  const [names, values] = (body as string)
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const cell = (name: string) => values?.[names?.indexOf(name) ?? -1] ?? "";
  return { cell, cents: (name: string) => Math.round(Number(cell(name)) * 100) };
}

/** Expects the amounts of an exported order to lead from its parts to its total, and from there to what is due. */
async function expectSums(number: number) {
  const { cell, cents } = await exported(number);
  expect(cell("prices_include_tax")).toBe("true");
  expect(cents("subtotal") - cents("discount") + cents("shipping")).toBe(cents("total"));
  const owed = cents("total") - cents("credited") - cents("gift_cards") + cents("gift_cards_refunded");
  const paid = cents("paid") - cents("refunded") - cents("refunds_to_send");
  expect([number, cell("status"), owed - paid - cents("authorized")]).toEqual([
    number,
    cell("status"),
    cents("due") - cents("to_refund"),
  ]);
  return { cell, cents };
}

test("A7 the amounts of an exported order add up to its total, and from there to what is due", async () => {
  const { id, order: made } = await bought({ price: 1999, quantity: 3 });
  const act = actAs({ token });
  await act(id, "lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  await act(id, "refunds", { amount: 500, reason: "Late" });
  const { cents } = await expectSums(made.number);
  expect(cents("credited")).toBeGreaterThan(0);
});

test("A7 the amounts of an exported order add up whatever the state of its payment", async () => {
  const { buyer, id, order: made } = await placed({ price: 2000, quantity: 2 });
  const act = actAs({ token });
  const read = async (number: number) => {
    const { cell, cents } = await expectSums(number);
    return [cell("payment_status"), cents("paid"), cents("authorized"), cents("due")];
  };
  expect(await read(made.number)).toEqual(["unpaid", 0, 0, 4490]);
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "manual" }));
  await pay(buyer, id);
  expect(await read(made.number)).toEqual(["authorized", 0, 4490, 0]);
  await act(id, "lines/cancel", { items: [{ order_item_id: made.items[0].id, quantity: 1 }] });
  expect(await read(made.number)).toEqual(["authorized", 0, 2490, 0]);
  expect((await act(id, "capture")).status).toBe(200);
  expect(await read(made.number)).toEqual(["paid", 2490, 0, 0]);

  const partly = await bought({ price: 2000 });
  const [payment] = (await ask(`GET /orders/${partly.id}`, { token })).body.data.payments;
  await sendDemoWebhook(shop, payment.id, { kind: "capture", amount: 1000 });
  expect(await read(partly.order.number)).toEqual(["partially_paid", 1000, 0, 1490]);

  const cancelled = await bought({ price: 2000 });
  expect((await act(cancelled.id, "cancel")).status).toBe(200);
  expect((await read(cancelled.order.number)).slice(1)).toEqual([0, 0, 0]);

  const cash = await bought({ price: 2000, provider: "cod" });
  const { due } = (await ask(`GET /orders/${cash.id}`, { token })).body.data;
  expect(await read(cash.order.number)).toEqual(["authorized", 0, 0, due.amount]);
  await inTransaction(app.db, (tx) => updateSettings(tx, { card_capture: "automatic" }));
  const refunded = await bought({ price: 2000 });
  expect((await act(refunded.id, "cancel")).status).toBe(200);
  expect(await read(refunded.order.number)).toEqual(["refunded", 2490, 0, 0]);
});

test("A7 the amounts of an exported order add up while money is still to go back, and of orders that ended", async () => {
  const act = actAs({ token });
  const states = async (number: number) => {
    const { cell, cents } = await expectSums(number);
    return [
      cell("status"),
      cents("paid"),
      cents("refunded"),
      cents("refunds_to_send"),
      cents("due"),
      cents("to_refund"),
    ];
  };
  fakeStripe.refundsAre = "pending";
  const cancelled = await byStripe({ price: 1000 });
  expect((await act(cancelled.id, "cancel")).status).toBe(200);
  await app.jobs.drain();
  expect(await states(cancelled.order.number)).toEqual(["cancelled", 1490, 0, 0, 0, 1490]);
  const refunded = await byStripe({ price: 1000 });
  expect((await act(refunded.id, "refunds", { amount: 490, reason: "Late" })).status).toBe(201);
  expect(await states(refunded.order.number)).toEqual(["confirmed", 1490, 0, 0, 0, 490]);
  fakeStripe.refundsAre = "refused";
  const declined = await byStripe({ price: 1000 });
  expect((await act(declined.id, "cancel")).status).toBe(200);
  await app.jobs.drain();
  const [status, paid] = await states(declined.order.number);
  expect([status, paid]).toEqual(["cancelled", 1490]);
  fakeStripe.refundsAre = "succeeded";

  const bank_account = { account_holder: "Kiosk", iban: "DE89370400440532013000", bic: "", bank_name: "Bank" };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account }));
  const overpaid = await placed({ price: 2000 });
  await pay(overpaid.buyer, overpaid.id, { provider: "bank" });
  expect(
    (await ask(`POST /payments/${overpaid.id}/received`, { token, headers: key(), body: { amount: 3000 } })).status,
  ).toBe(200);
  expect(await states(overpaid.order.number)).toEqual(["on_hold", 3000, 0, 0, 0, 510]);
  const sent = await act(overpaid.id, "refunds", { amount: 510, reason: "Too much" });
  expect([sent.status, (await states(overpaid.order.number)).slice(1)]).toEqual([201, [3000, 0, 510, 0, 0]]);

  for (const isCardUsed of [false, true]) {
    const buyer = await shop.person();
    await fill(buyer, (await product({ price: 2000 })).id);
    if (isCardUsed) await ask("PUT /cart/gift-card", { token: buyer.token, body: { code: (await card(1000)).code } });
    const expired = (await order(buyer)).body.data;
    await sql`update orders set expires_at = now() - interval '1 hour' where id = ${expired.id}`.execute(app.db);
    await expireOverdue(app);
    expect((await states(expired.number)).slice(0, 2)).toEqual(["expired", 0]);
    expect((await states(expired.number)).slice(4)).toEqual([0, 0]);
  }
});

test("A7 an export of more rows than are read at once has each row once", async () => {
  await sql`
    insert into users (email, fullname)
    select 'row-' || n || '@example.com', 'Row ' || n from generate_series(1, 1234) n`.execute(app.db);
  const { body } = await ask("GET /customers/export?name=row-", { token });
  const lines = (body as string).trim().split("\n").slice(1);
  expect(lines).toHaveLength(1234);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(1234);
});

test("A7 each export is a CSV file with headings, also of a list without pages", async () => {
  const routes = Object.keys(api).filter((route) => route.endsWith("/export"));
  const headings = await Promise.all(
    routes.map(async (route) => ((await ask(route, { token })).body as string).split("\n")[0]),
  );
  expect(headings.filter((line) => !/^\ufeff[\w "()-]+(,[\w "()-]+)+$/.test(line ?? ""))).toEqual([]);
  await ask("POST /tags", { token, body: { name: "Handmade" } });
  expect((await ask("GET /tags/export?name=hand", { token })).body).toBe("\ufeffname,slug\nHandmade,handmade\n");
  expect((await ask("GET /shipping/export", { token })).body).toMatch(/,DE.*,Standard,.*,EUR,4.90,/);
});

test("A7 the items of a period's orders are exported, and what was paid and paid back in it", async () => {
  const sold = await bought({ price: 1999, quantity: 2 });
  const { number } = sold.order;
  expect((await actAs({ token })(sold.id, "refunds", { amount: 500, reason: "Late" })).status).toBe(201);
  const linesOf = async (path: string) => {
    const { body } = await ask(`GET ${path}`, { token });
    return (body as string).trim().split("\n");
  };
  const [heading, ...items] = await linesOf(`/orders/items/export?number=${number}`);
  expect(heading).toBe(
    "order,placed_at,status,sku,name,options,quantity,cancelled,returned,currency,unit_price,discount,tax_percent,tax," +
      "total,credited,prices_include_tax",
  );
  expect(items).toEqual([
    expect.stringMatching(new RegExp(`^${number},.*,2,0,0,EUR,19\\.99,0\\.00,.*,39\\.98,0\\.00,`)),
  ]);
  expect(await linesOf("/orders/items/export?to=2020-01-01")).toHaveLength(1);
  const [columns, ...moved] = await linesOf("/payments/export");
  expect(columns).toBe("at,order,payment_method,kind,currency,amount,reference,status");
  expect(moved.filter((line) => line.includes(`,${number},`)).map((line) => line.split(",").slice(2, 6))).toEqual([
    ["demo", "capture", "EUR", "44.88"],
    ["demo", "refund", "EUR", "-5.00"],
  ]);
  expect(await linesOf("/payments/export?to=2020-01-01")).toHaveLength(1);
  for (const path of ["/payments/export", "/orders/items/export"])
    expect((await ask(`GET ${path}`, { token: sold.buyer.token })).status).toBe(403);
});
