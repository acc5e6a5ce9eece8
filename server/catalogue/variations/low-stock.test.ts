import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { getSettings } from "#server/shop/shop.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token } = await shop.person("admin");
const { body: types } = await ask("GET /product-types", { token });

const create = async (name: string, variation: object = {}) => {
  const variations = [{ price_amount: 1000, on_hand: 5, ...variation }];
  return (await ask("POST /product", { token, body: { name, product_type_id: types.data[0].id, variations } })).body
    .data;
};
const read = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const levelOf = async (id: number) => (await read(id)).variations[0].low_stock_level;
const statusOf = async (id: number) => (await ask(`GET /stock?product_id=${id}`, { token })).body.data[0].status;
const setDefault = async (low_stock_level: number) => {
  const { checkout } = (await ask("GET /settings", { token })).body.data;
  const body = { ...checkout, low_stock_level };
  expect((await ask("PUT /settings/checkout", { token, body })).status).toBe(200);
};
const save = async (id: number, variation: object) => {
  const { variations, version, name, product_type_id } = await read(id);
  const body = { name, product_type_id, version, variations: [{ ...variations[0], ...variation }] };
  return ask(`PUT /product/${id}`, { token, body });
};

test("stock below the level of the variation, else below the default of the shop, is low", async () => {
  const { id } = await create("Cup");
  expect((await getSettings(app.db)).low_stock_level).toBe(5);
  const { rows } = await sql`select default_low_stock_level() as level`.execute(app.db);
  expect(rows).toEqual([{ level: 5 }]);
  expect([await levelOf(id), await statusOf(id)]).toEqual([null, "in_stock"]);
  await setDefault(6);
  expect(await statusOf(id)).toBe("low");
  await save(id, { low_stock_level: 5 });
  expect([await levelOf(id), await statusOf(id)]).toEqual([5, "in_stock"]);
  await save(id, { low_stock_level: undefined, on_hand: 4, on_hand_was: 5 });
  expect([await levelOf(id), await statusOf(id)]).toEqual([5, "low"]);
  await save(id, { low_stock_level: null });
  await setDefault(4);
  expect([await levelOf(id), await statusOf(id)]).toEqual([null, "in_stock"]);
  await setDefault(5);
});

test("the list of low stock has what its status says, for any level and stock", async () => {
  for (const level of [null, 0, 1, 2, 7])
    for (const on_hand of [0, 1, 2, 4, 5, 6]) await create("Mixed", { low_stock_level: level, on_hand });
  for (const usual of [0, 1, 5]) {
    await setDefault(usual);
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong
      from available_stock s
      where is_low <> (variation_id in (select variation_id from low_stock))`.execute(app.db);
    expect([usual, rows[0]?.wrong]).toEqual([usual, 0]);
    const { meta } = (await ask("GET /stock?name=mixed&status=low", { token })).body;
    // Those with a level of 2 and 1 left, of 7 and 1 to 6 left, and those of the default.
    expect([usual, meta.total]).toEqual([usual, 1 + 5 + (usual === 5 ? 3 : 0)]);
  }
});

test("the level is set in the grid and by a bulk edit, which is undone", async () => {
  const { id, name } = await create(`Grid ${randomUUID()}`);
  const { data } = (await ask(`GET /product/admin/variations?id=${id}`, { token })).body;
  expect(data[0].low_stock_level).toBe(null);
  const changes = [{ variation_id: data[0].variation_id, version: data[0].version, low_stock_level: 3 }];
  const saved = await ask("PUT /product/admin/variations", { token, body: { changes } });
  expect(saved.body.data[0]).toMatchObject({ low_stock_level: 3, on_hand: 5 });
  const body = { filters: { name }, change: { kind: "low_stock_level", level: 9 } };
  const edit = (await ask("POST /product/admin/bulk-edits", { token, body })).body.data;
  await app.jobs.drain();
  expect([await levelOf(id), await statusOf(id)]).toEqual([9, "low"]);
  await ask(`POST /product/admin/bulk-edits/${edit.id}/undo`, { token });
  await app.jobs.drain();
  expect(await levelOf(id)).toBe(3);
});

test("a level set by a stock correction makes forms of before stale, in the grid and the editor, and so does its undo", async () => {
  const { id } = await create("Level");
  const forms = async () => ({
    form: await read(id),
    row: (await ask(`GET /product/admin/variations?id=${id}`, { token })).body.data[0],
  });
  const saveForms = async ({ form, row }: Awaited<ReturnType<typeof forms>>) => {
    const { name, product_type_id, version, variations } = form;
    const product = { name, product_type_id, version, variations: [{ ...variations[0], low_stock_level: 7 }] };
    const changes = [{ variation_id: row.variation_id, version: row.version, low_stock_level: 7 }];
    return [
      (await ask("PUT /product/admin/variations", { token, body: { changes } })).status,
      (await ask(`PUT /product/${id}`, { token, body: product })).status,
    ];
  };
  const before = await forms();
  const path = `POST /variations/${before.row.variation_id}/stock` as const;
  const { headers } = await ask(path, { token, body: { low_stock_level: 3, reason: "adjust" } });
  expect(await saveForms(before)).toEqual([409, 409]);
  const after = await forms();
  expect((await ask(`POST /audit/${String(headers.undo)}/undo`, { token })).status).toBe(200);
  expect([await saveForms(after), await levelOf(id)]).toEqual([[409, 409], null]);
  await ask(path, { token, body: { delta: 1, reason: "receipt", low_stock_level: null } });
  expect((await read(id)).version).toBe((await forms()).form.version);
});
