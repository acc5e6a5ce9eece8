import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Demand } from "#contract/dashboard/demand.ts";
import { recordRefusedQuantities } from "#server/stock/stock.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, order, bought } = selling(shop);
const { token } = await shop.person("admin");

const list = async (query = ""): Promise<Demand[]> =>
  (await shop.ask(`GET /dashboard/demand?per_page=100${query}`, { token })).body.data;
const find = async (variationId: number, query = "") =>
  (await list(query)).find(({ variation_id }) => variation_id === variationId);

test("A2 the demand list says how much to order: those who wait and recent sales less the stock", async () => {
  const { variation } = await bought({ stock: 4, quantity: 4 });
  const buyer = await shop.person();
  const alert = { variation_id: variation.id };
  expect((await shop.ask("POST /stock-alerts", { token: buyer.token, body: alert })).status).toBe(201);
  await shop.ask("POST /wishlist", { token: buyer.token, body: { product_id: variation.productId } });
  expect(await find(variation.id)).toMatchObject({ waiting: 1, sold: 4, available: 0, wishes: 1, needed: 5 });
  expect((await list())[0]?.variation_id).toBe(variation.id);
  const { variation: last } = await bought({ stock: 1, quantity: 1 });
  expect(await find(last.id)).toMatchObject({ sold: 1, available: 0, needed: 1 });
  // A product whose stock lasts is not listed.
  const { variation: plenty } = await bought({ stock: 40, quantity: 2 });
  expect(await find(plenty.id)).toBeUndefined();
});

test("A2 units refused in the cart and at the checkout are recorded by variation and day", async () => {
  const variation = await product({ stock: 3 });
  const [one, other] = [await shop.person(), await shop.person()];
  expect((await fill(one, variation.id, 5)).status).toBe(409);
  expect(await find(variation.id)).toMatchObject({ refused: 2, needed: 0, available: 3 });
  await fill(one, variation.id, 3);
  const { body: cart } = await shop.ask("GET /cart", { token: one.token });
  const patch = { item_id: cart.items[0].id, quantity: 4 };
  expect((await shop.ask("PATCH /cart", { token: one.token, body: patch })).status).toBe(409);
  await fill(other, variation.id, 2);
  await order(other);
  expect((await order(one)).status).toBe(409);
  expect(await find(variation.id)).toMatchObject({ refused: 2 + 1 + 2, available: 1 });
  // Older than 30 days.
  await sql`update refused_quantities set day = day - 31 where variation_id = ${variation.id}`.execute(shop.app.db);
  expect(await find(variation.id)).toBeUndefined();
});

test("A2 a refused quantity that can't be recorded does not fail the request", async () => {
  await expect(recordRefusedQuantities(shop.app, [{ variation_id: 999_999, units: 1 }])).resolves.toBeUndefined();
});

test("A2 the demand list has searches without results, is filtered and sorted, and exported as filtered", async () => {
  await shop.ask("GET /product?name=zyzzyva", {});
  await expect
    .poll(() => list("&signal=searches"))
    .toMatchObject([{ name: "zyzzyva", variation_id: null, searches: 1 }]);
  const variation = await product({ stock: 1 });
  await recordRefusedQuantities(shop.app, [{ variation_id: variation.id, units: 50 }]);
  const [first, ...rest] = await list("&signal=refused&sort=-refused");
  expect(first).toMatchObject({ variation_id: variation.id, refused: 50 });
  expect(rest.every(({ refused }) => refused > 0)).toBe(true);
  expect(await list("&name=zyzz")).toHaveLength(1);
  expect(await list("&name=%25")).toEqual([]);
  expect((await list("&signal=order_more")).every(({ needed }) => needed > 0)).toBe(true);
  const file = await shop.ask("GET /dashboard/demand/export?signal=searches", { token });
  const lines = String(file.body).trim().split("\n");
  expect(lines[0]).toContain("order_more");
  expect(lines.slice(1)).toEqual([",,,zyzzyva,0,0,0,0,0,0,1"]);
});
