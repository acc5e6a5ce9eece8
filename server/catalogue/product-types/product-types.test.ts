import { expect, test } from "vitest";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, type } = await sampleCatalogue(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

test("C5 product types have unique names and cannot be deleted while products have them", async () => {
  const made = (await shop.ask("POST /product-types", as({ name: "Poster" }))).body.data;
  expect(await code(shop.ask("POST /product-types", as({ name: "poster" })))).toEqual([409, "name_taken"]);
  const attribute_schema = [{ key: "paper", label: "Paper", unit: "g" }];
  const body = { name: "Print", is_shippable: false, attribute_schema };
  expect((await shop.ask(`PUT /product-types/${made.id}`, as({ ...body, version: 1 }))).body.data).toEqual({
    ...body,
    version: 2,
    tax_class_id: null,
    return_days: 30,
    id: made.id,
    slug: "print",
  });
  expect(await code(shop.ask(`PUT /product-types/${made.id}`, as({ ...body, version: 1 })))).toEqual([409, "stale"]);
  expect(await code(shop.ask("PUT /product-types/999", as({ ...body, version: 1 })))).toEqual([404, "not_found"]);
  expect(await code(shop.ask(`DELETE /product-types/${type.id}`, as()))).toEqual([409, "in_use"]);
  expect((await shop.ask(`DELETE /product-types/${made.id}`, as())).status).toBe(204);
  const types = (await shop.ask("GET /product-types")).body.data.map((it: ProductType) => it.name);
  expect(types).toEqual(["Furniture"]);
});

test("P3 only administrators change product types", async () => {
  const { token: customer } = await shop.person("customer");
  for (const call of ["POST /product-types"])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});
