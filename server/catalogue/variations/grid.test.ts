import { sql } from "kysely";
import { expect, test } from "vitest";
import { maxCounted } from "#contract/endpoint.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const { body: types } = await shop.ask("GET /product-types", { token });

const create = async (name: string, variation: object = {}) => {
  const variations = [{ price_amount: 1000, on_hand: 5, ...variation }];
  const body = { name, product_type_id: types.data[0].id, variations };
  return (await shop.ask("POST /product", { token, body })).body.data;
};
const list = async (query: string) => (await shop.ask(`GET /product/admin/variations?${query}`, { token })).body;
const save = (changes: object[]) => shop.ask("PUT /product/admin/variations", { token, body: { changes } });
const read = async (id: number) => (await shop.ask(`GET /product/${id}`, { token })).body.data;

test("C5 a search for signs of a pattern finds them as they are", async () => {
  await create("Angle", { sku: "A\\B%C" });
  await create("Bracket", { sku: "AXB-C" });
  for (const [search, found] of [
    ["a\\", ["A\\B%C"]],
    ["B%C", ["A\\B%C"]],
    ["\\", []],
  ] as const) {
    const { data } = await list(`search=${encodeURIComponent(search)}`);
    const codes = data?.map(({ sku }: { sku: string }) => sku);
    expect([search, codes]).toEqual([search, search === "\\" ? expect.any(Array) : found]);
  }
});

test("A5 many variations are changed at once, and the shop shows the new prices", async () => {
  const [one, two] = [await create("Grid cup", { sku: "GC" }), await create("Grid jug", { sku: "GJ" })];
  const { data, meta } = await list("name=grid");
  expect(meta.total).toBe(2);
  expect(data).toMatchObject([
    { product: "Grid jug", sku: "GJ", price_amount: 1000, on_hand: 5 },
    { product: "Grid cup", sku: "GC" },
  ]);
  const { status, body } = await save([
    { ...data[0], sku: "GC", price_amount: 1250, compare_at_amount: null },
    { ...data[1], sku: "GJ", on_hand: 8, on_hand_was: 5 },
  ]);
  expect([status, body.data.length]).toEqual([200, 2]);
  expect((await read(one.id)).variations[0]).toMatchObject({ sku: "GJ", on_hand: 8, price_amount: 1000 });
  expect((await read(two.id)).variations[0]).toMatchObject({ sku: "GC", on_hand: 5, price_amount: 1250 });
  expect((await read(two.id)).version).toBe(two.version + 1);
  const { body: page } = await shop.ask(`GET /product/details/${two.slug}`);
  expect(page.data.price.amount).toBe(1250);
});

test("A6 a variation is found by words of its product and options in any order, and first by its SKU", async () => {
  const group = async (name: string, values: string[]) =>
    (
      await shop.ask("POST /product/option-group", {
        token,
        body: { name, kind: "text", values: values.map((label) => ({ label })) },
      })
    ).body.data;
  const [size, color] = [await group("Size", ["S", "XL"]), await group("Shade", ["Röt", "Light blue"])];
  const variations = size.values.flatMap((one: { id: number }) =>
    color.values.map((two: { id: number }) => ({
      price_amount: 1000,
      on_hand: 1,
      option_value_ids: [one.id, two.id],
      ...(one === size.values[0] && two === color.values[0] ? { sku: "LEI-HAN-S" } : {}),
    })),
  );
  const body = {
    name: "Leinenhemd Hans",
    product_type_id: types.data[0].id,
    option_group_ids: [size.id, color.id],
    variations,
  };
  await shop.ask("POST /product", { token, body });
  await create("Leinenhose");
  const found = async (search: string) =>
    (await list(new URLSearchParams({ search }).toString())).data.map((row: { variation: string }) => row.variation);
  expect(await found("Leinenhemd XL")).toEqual(["XL / Röt", "XL / Light blue"]);
  expect(await found("Leinenhemd Hans, XL / Rot")).toEqual(["XL / Röt"]);
  expect(await found("blue hans s")).toEqual(["S / Light blue"]);
  expect(await found("xl")).toEqual(["XL / Röt", "XL / Light blue"]);
  expect((await found("lei-han-s"))[0]).toBe("S / Röt");
  expect((await found("LEI HAN S"))[0]).toBe("S / Röt");
  expect(await found("leinen")).toHaveLength(5);
  expect(await found("Leinenhemd 44")).toEqual([]);
  expect((await list("search=leinen&per_page=2")).meta.total).toBe(5);
});

test("A5 errors name the row and the field, and nothing is saved", async () => {
  const [taken, other] = [await create("Taken", { sku: "TAKEN" }), await create("Other")];
  const row = async (id: number) => (await list(`id=${id}`)).data[0];
  const changes = [
    { ...(await row(other.id)), sku: "TAKEN", price_amount: 900, compare_at_amount: 800 },
    { ...(await row((await create("Third")).id)), price_amount: 700 },
  ];
  expect(taken.variations[0].sku).toBe("TAKEN");
  const { status, body } = await save(changes);
  expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ["changes.0.sku", "changes.0.compare_at_amount"],
  ]);
  expect((await list("name=third")).data[0].price_amount).toBe(1000);
});

test("A5 a row that somebody else has changed is stale, and its current values are returned", async () => {
  const { id } = await create("Busy");
  const [row] = (await list(`id=${id}`)).data;
  await save([{ variation_id: row.variation_id, version: row.version, price_amount: 1100 }]);
  const { status, body } = await save([{ variation_id: row.variation_id, version: row.version, price_amount: 1200 }]);
  expect([status, body.code, body.current]).toMatchObject([409, "stale", [{ price_amount: 1100 }]]);
});

test("A5 the product editor sees changes of the grid as a newer version", async () => {
  const product = await create("Edited");
  const [row] = (await list(`id=${product.id}`)).data;
  await save([{ variation_id: row.variation_id, version: row.version, price_amount: 1100 }]);
  const { status, body } = await shop.ask(`PUT /product/${product.id}`, {
    token,
    body: { ...product, variations: [row] },
  });
  expect([status, body.code]).toEqual([409, "stale"]);
});

test("A5 variations are counted up to a number, which their pages end at", async () => {
  await sql`
    with product as (
      insert into products (slug, name, product_type_id, currency)
      values ('uncounted', 'Uncounted', ${types.data[0].id}, 'EUR')
      returning id
    )
    insert into variations (product_id, price_amount, option_key, title)
    select id, 100, at::text, at::text from product, generate_series(1, ${maxCounted + 5}) as at`.execute(shop.app.db);
  const { meta } = await list("per_page=50");
  expect(meta).toMatchObject({ total: maxCounted, pages: maxCounted / 50, has_more: true });
});
