import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { sendAlerts } from "./alerts.ts";
import { listStockInconsistencies } from "./stock.ts";

const shop = await openTestShop();
const { app } = shop;
const { product, bought, key } = selling(shop);
const admin = await shop.person("admin");
const notified: { user_id: number | null; email: string | null; variation_id: number }[] = [];
app.events.on("stock.replenished", async (_tx, { waiting }) => void notified.push(...waiting));
const notifiedOf = (id: number) =>
  notified.filter((one) => one.variation_id === id).map((one) => one.user_id ?? one.email);

const ask = (variationId: number, who: { token?: string; email?: string } = {}) =>
  shop.ask("POST /stock-alerts", {
    token: who.token,
    body: { variation_id: variationId, ...(who.email ? { email: who.email } : {}) },
  });
const change = (variationId: number, body: object, headers = key()) =>
  shop.ask(`POST /variations/${variationId}/stock`, { token: admin.token, headers, body });

test("C11 an address without an account waits for twenty variations at most, as anybody can enter it", async () => {
  const email = "entered.by.strangers@example.com";
  const ids: number[] = [];
  for (let at = 0; at < 21; at++) ids.push((await product({ stock: 0 })).id);
  const statuses: number[] = [];
  for (const id of ids) statuses.push((await ask(id, { email })).status);
  expect([statuses[0], statuses[19], statuses[20]]).toEqual([201, 201, 429]);
  expect((await ask(ids[0] ?? 0, { email })).status).toBe(201);
});

test("C11 back-in-stock alerts are sent in the order of their requests, one for each unit", async () => {
  const variation = await product({ stock: 0 });
  const [first, second] = [await shop.person(), await shop.person()];
  expect((await ask(variation.id, first)).status).toBe(201);
  expect((await ask(variation.id, { email: "Guest@Example.com" })).body.data).toMatchObject({
    variation_id: variation.id,
  });
  expect((await ask(variation.id, second)).status).toBe(201);
  await change(variation.id, { delta: 2, reason: "receipt" });
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([first.id, "guest@example.com"]);
  const { body } = await shop.ask("GET /notifications", { token: first.token });
  expect(body.data).toMatchObject([
    {
      type: "back_in_stock",
      title: "Cup is back in stock",
      link: `/details/${variation.slug}?variation=${variation.id}`,
    },
  ]);

  // Nobody bought: after the head start the next subscriber is notified, and then none is left.
  await inTransaction(app.db, (tx) => sendAlerts(app, tx, variation.id));
  await inTransaction(app.db, (tx) => sendAlerts(app, tx, variation.id));
  expect(notifiedOf(variation.id)).toEqual([first.id, "guest@example.com", second.id]);
});

test("C11 a repeated alert request counts once, and can be withdrawn", async () => {
  const variation = await product({ stock: 0 });
  const [buyer, other] = [await shop.person(), await shop.person()];
  const once = await ask(variation.id, buyer);
  expect((await ask(variation.id, buyer)).body).toEqual(once.body);
  const mine = () => shop.ask("GET /stock-alerts", { token: buyer.token });
  const awaited = { slug: variation.slug, name: "Cup", thumbnail: "/failed_image.png", options: [] };
  expect((await mine()).body.data).toEqual([{ ...once.body.data, product: awaited }]);
  await shop.ask(`DELETE /stock-alerts/${variation.id}`, { token: other.token });
  expect((await mine()).body.data).toHaveLength(1);
  expect((await shop.ask(`DELETE /stock-alerts/${variation.id}`, { token: buyer.token })).status).toBe(204);
  expect((await mine()).body.data).toEqual([]);
  await change(variation.id, { on_hand: 5 });
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([]);
});

test("C11 alerts are listed in pages, and found by their variation however many there are", async () => {
  const variation = await product({ stock: 0 });
  const buyer = await shop.person();
  await ask(variation.id, buyer);
  await sql`
    with others as (
      insert into variations (product_id, price_amount, position, deleted_at)
      select product_id, price_amount, n, now() from variations, generate_series(10, 260) n where id = ${variation.id}
      returning id
    )
    insert into stock_alerts (variation_id, user_id) select id, ${buyer.id} from others`.execute(app.db);
  const list = async (query: string) => (await shop.ask(`GET /stock-alerts?${query}`, { token: buyer.token })).body;
  const last = await list("per_page=100&page=3");
  expect([last.data.length, last.meta.total]).toEqual([52, 252]);
  expect((await list(`variation_id=${variation.id}`)).data).toMatchObject([{ variation_id: variation.id }]);
});

test("C11 alerts are refused for available and unknown products; guests give an email address", async () => {
  const variation = await product({ stock: 3 });
  const guest = { email: "guest@example.com" };
  expect((await ask(variation.id, guest)).body).toMatchObject({ code: "still_in_stock" });
  expect((await ask(999_999, guest)).status).toBe(404);
  const silent = await ask((await product({ stock: 0 })).id);
  expect([silent.status, silent.body.errors[0].field]).toEqual([400, "email"]);
});

const setStatus = async (id: number, status: string) => {
  const body = { filters: { id: [id] }, change: { kind: "status", status } };
  expect((await shop.ask("POST /product/admin/bulk-edits", { token: admin.token, body })).status).toBe(202);
  await app.jobs.drain();
};

test("C11 a cancelled order sends back-in-stock alerts", async () => {
  const { buyer, variation, id } = await bought({ stock: 1 });
  const other = await shop.person();
  await ask(variation.id, other);
  await shop.ask(`POST /orders/${id}/cancel`, { token: buyer.token, body: {} });
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([other.id]);
});

test("C11 an alert for a draft is answered like one for what does not exist", async () => {
  const draft = await product({ stock: 0 });
  await setStatus(draft.productId, "draft");
  const guest = { body: { variation_id: draft.id, email: "guest@example.com" } };
  const unknown = { body: { variation_id: 999_999, email: "guest@example.com" } };
  const answers = [await shop.ask("POST /stock-alerts", guest), await shop.ask("POST /stock-alerts", unknown)];
  expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(Array(2).fill([404, "not_found"]));
});

test("C11 stock that arrives while a product is not for sale sends its alerts once the product is published", async () => {
  const variation = await product({ stock: 0 });
  const [first, second] = [await shop.person(), await shop.person()];
  for (const one of [first, second]) await ask(variation.id, one);
  const status = (to: string) => setStatus(variation.productId, to);
  await status("draft");
  await change(variation.id, { delta: 1, reason: "receipt" });
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([]);
  expect((await shop.ask("GET /stock-alerts", { token: first.token })).body.data).toMatchObject([{ product: null }]);
  await status("active");
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([first.id]);
  expect((await shop.ask("GET /notifications", { token: first.token })).body.data).toMatchObject([
    { type: "back_in_stock" },
  ]);
  // A notified subscriber keeps the head start, however often the product is unpublished and published.
  await status("draft");
  await status("active");
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([first.id]);
});

test("C11 publishing a product by its form sends its alerts", async () => {
  const variation = await product({ stock: 0 });
  const buyer = await shop.person();
  await ask(variation.id, buyer);
  const save = async (to: string) => {
    const { data } = (await shop.ask(`GET /product/${variation.productId}`, { token: admin.token })).body;
    const { name, product_type_id, version, variations } = data;
    const body = { name, product_type_id, version, variations, status: to };
    expect((await shop.ask(`PUT /product/${variation.productId}`, { token: admin.token, body })).status).toBe(200);
  };
  await save("draft");
  await change(variation.id, { delta: 1, reason: "receipt" });
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([]);
  await save("active");
  await app.jobs.drain();
  expect(notifiedOf(variation.id)).toEqual([buyer.id]);
});

test("C11 alerts for products that come back in any other way are sent within the hour", async () => {
  const variation = await product({ stock: 0 });
  const [first, second] = [await shop.person(), await shop.person()];
  for (const one of [first, second]) await ask(variation.id, one);
  const isActive = (active: boolean) =>
    sql`update variations set is_active = ${active} where id = ${variation.id}`.execute(app.db);
  const hourly = async () => {
    await sql`select graphile_worker.add_job('catalogue.back_in_stock')`.execute(app.db);
    await app.jobs.drain();
    await app.jobs.drain();
  };
  await isActive(false);
  await change(variation.id, { delta: 1, reason: "receipt" });
  await app.jobs.drain();
  await hourly();
  expect(notifiedOf(variation.id)).toEqual([]);
  await isActive(true);
  await hourly();
  await hourly();
  expect(notifiedOf(variation.id)).toEqual([first.id]);
  await sql`update stock_alerts set notified_at = now() - interval '61 minutes' where user_id = ${first.id}`.execute(
    app.db,
  );
  await hourly();
  expect(notifiedOf(variation.id)).toEqual([first.id, second.id]);
});

test("C11 stock is set or adjusted; each change is a movement, and a repeat changes nothing", async () => {
  const variation = await product({ stock: 4 });
  const headers = key();
  const more = await change(
    variation.id,
    { delta: 3, reason: "receipt", note: "Delivery 12", low_stock_level: 9 },
    headers,
  );
  expect(more.body.data).toMatchObject({ on_hand: 7, available: 7, low_stock_level: 9 });
  await app.database.pool.query("delete from idempotency_keys");
  expect(
    (await change(variation.id, { delta: 3, reason: "receipt", note: "Delivery 12", low_stock_level: 9 }, headers))
      .body,
  ).toEqual(more.body);
  expect((await change(variation.id, { on_hand: 2 })).body.data.on_hand).toBe(2);
  const { body } = await shop.ask(`GET /stock/movements?variation_id=${variation.id}`, { token: admin.token });
  expect(body.level.on_hand).toBe(2);
  expect(body.data.map((one: { delta_on_hand: number }) => one.delta_on_hand)).toEqual([-5, 3, 4]);
  expect(body.data[1]).toMatchObject({ reason: "receipt", note: "Delivery 12", actor_id: admin.id });
  expect(await listStockInconsistencies(app.db)).toEqual([]);
});

test("C11 on-hand can't be set below reserved units, and a new variation gets a stock level", async () => {
  const { variation } = await bought({ stock: 5, quantity: 3 });
  expect((await change(variation.id, { delta: -3 })).body).toMatchObject({ code: "stock_held", reserved: 3 });
  expect((await change(variation.id, { delta: 1, on_hand: 9 })).status).toBe(400);
  expect((await change(variation.id, {})).status).toBe(400);
  expect((await change(999_999, { delta: 1 })).status).toBe(404);
  const fresh = await product({ stock: null });
  expect((await change(fresh.id, { delta: 2 })).body.data).toMatchObject({ on_hand: 2, reserved: 0 });
});

test("C11 a network address asks for thirty alerts a minute at most, for addresses of anybody", async () => {
  const { id } = await product({ stock: 0 });
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++) {
    const body = { variation_id: id, email: `stranger-${at}@example.com` };
    const headers = { "x-forwarded-for": "198.51.100.8" };
    statuses.push((await shop.ask("POST /stock-alerts", { body, headers })).status);
  }
  expect([statuses[29], statuses[30]]).toEqual([201, 429]);
});
