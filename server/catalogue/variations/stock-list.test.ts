import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, bought } = selling(shop);
const { token } = await openAdmin(shop);
const list = async (query: string) => (await ask(`GET /stock?${query}`, { token })).body;
const adjust = (id: number, body: object) =>
  ask(`POST /variations/${id}/stock`, { token, headers: { "idempotency-key": randomUUID() }, body });

test("A5 stock is listed by variation with its level, by status, product and SKU; untracked variations are left out", async () => {
  const [plenty, low, out] = [await product({ stock: 50 }), await product({ stock: 3 }), await product({ stock: 0 })];
  await product({ stock: null });
  await sql`update variations set sku = 'STOCK-LOW' where id = ${low.id}`.execute(app.db);
  expect((await list("")).data.map((one: { variation_id: number }) => one.variation_id)).toEqual([
    out.id,
    low.id,
    plenty.id,
  ]);
  for (const [status, one] of [["in_stock", plenty] as const, ["low", low] as const, ["out", out] as const]) {
    const { data, meta } = await list(`status=${status}`);
    expect([data.map((row: { variation_id: number }) => row.variation_id), meta.total]).toEqual([[one.id], 1]);
  }
  expect(await list("name=cup&per_page=1&page=2")).toMatchObject({
    data: [{ variation_id: low.id }],
    meta: { total: 3 },
  });
  expect(await list("name=cup&per_page=1&page=9")).toMatchObject({ data: [], meta: { total: 3 } });
  expect((await list("name=STOCK-LOW")).data).toMatchObject([
    {
      variation_id: low.id,
      product: "Cup",
      variation: "",
      sku: "STOCK-LOW",
      on_hand: 3,
      available: 3,
      low_stock_level: null,
      low_below: 5,
    },
  ]);
  expect((await list(`product_id=${out.productId}`)).data).toMatchObject([{ variation_id: out.id }]);
  await adjust(low.id, { low_stock_level: 3 });
  expect((await list("status=low")).data).toEqual([]);
  const file = await ask("GET /stock/export?name=STOCK-LOW", { token });
  expect(file.body).toBe(
    `\ufeffHandle,Title,Variation,SKU,On hand,Reserved,Low-stock level\n${low.slug},Cup,,STOCK-LOW,3,0,3\n`,
  );
});

test("A5 the orders that reserve a variation are listed, and movements name who made them", async () => {
  const { variation, id } = await bought({ stock: 10, quantity: 4 });
  const { body } = await ask(`GET /stock/reservations?variation_id=${variation.id}`, { token });
  expect(body).toEqual({ data: [{ order_id: id, reserved: 4, backordered: 0 }], held_in_carts: 0 });
  expect((await list(`product_id=${variation.productId}`)).data).toMatchObject([
    { on_hand: 10, reserved: 4, available: 6 },
  ]);
  expect((await adjust(variation.id, { on_hand: 3 })).body.code).toBe("stock_held");
  await adjust(variation.id, { delta: 5, reason: "receipt", note: "Delivery 7" });
  const moves = (await ask(`GET /stock/movements?variation_id=${variation.id}`, { token })).body;
  expect(moves.data[0]).toMatchObject({
    delta_on_hand: 5,
    reason: "receipt",
    note: "Delivery 7",
    by: expect.any(String),
  });
  expect(moves.level).toMatchObject({ on_hand: 15, available: 11 });
});
