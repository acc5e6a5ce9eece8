import { expect, test } from "vitest";
import type { OptionGroup, ProductType, Tag } from "#contract/catalogue/vocabulary.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { browseSample } from "./browse-sample.ts";

const shop = await openTestShop();
const { token, chair, stool, bench, colour, size, handmade, oak, black, type } = await browseSample(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

test("C9 tags are made, renamed and removed; a name is taken once", async () => {
  const made = (await shop.ask("POST /tags", as({ name: " Été 2026 " }))).body.data;
  expect(made).toMatchObject({ name: "Été 2026", slug: "ete-2026" });
  expect(await code(shop.ask("POST /tags", as({ name: "ÉTÉ 2026" })))).toEqual([409, "name_taken"]);
  expect((await shop.ask(`PUT /tags/${made.id}`, as({ name: "Summer" }))).body.data.slug).toBe("summer");
  const names = async () => (await shop.ask("GET /tags")).body.data.map((tag: Tag) => tag.name);
  expect(await names()).toEqual(["Handmade", "Outdoor", "Summer"]);
  expect((await shop.ask(`DELETE /tags/${made.id}`, as())).status).toBe(204);
  expect(await names()).toEqual(["Handmade", "Outdoor"]);
  expect(await code(shop.ask(`DELETE /tags/${made.id}`, as()))).toEqual([404, "not_found"]);
  expect((await shop.ask("POST /tags", as({ name: "🎉" }))).body.data.slug).toBe("🎉");
});

test("C9 a tag put on a product finds it, taken off no longer", async () => {
  const tagged = async () => (await shop.ask(`GET /product?tag=${handmade.id}`)).body.meta.total;
  const before = await tagged();
  const put = () => shop.ask(`POST /product/${bench.id}/tag/${handmade.id}`, as());
  expect((await put()).body.data.map((tag: Tag) => tag.name)).toEqual(["Handmade", "Outdoor"]);
  expect((await put()).status).toBe(200);
  expect(await tagged()).toBe(before + 1);
  const left = await shop.ask(`DELETE /product/${bench.id}/tag/${handmade.id}`, as());
  expect(left.body.data.map((tag: Tag) => tag.name)).toEqual(["Outdoor"]);
  expect(await tagged()).toBe(before);
  expect((await shop.ask(`POST /product/999999/tag/${handmade.id}`, as())).status).toBe(404);
});

test("C5 an option group keeps values in use and lets go of the others", async () => {
  const path = `PUT /product/option-group/${colour.id}`;
  const values = [
    { id: black, label: "Coal", swatch: "#222222" },
    { id: oak, label: "Oak" },
    { label: "Black", swatch: "#000000" },
  ];
  const changed = (await shop.ask(path, as({ name: "Colour", display: "swatch", values }))).body.data;
  expect(changed.values.map(({ label, code }: OptionGroup["values"][number]) => [label, code])).toEqual([
    ["Coal", "black"],
    ["Oak", "oak"],
    ["Black", "black-2"],
  ]);
  const { swatches } = (await shop.ask("GET /product?name=windsor")).body.data[0];
  expect(swatches.map((swatch: { label: string }) => swatch.label)).toEqual(["Coal", "Oak"]);
  expect(await code(shop.ask(path, as({ name: "Colour", values: [{ id: oak, label: "Oak" }] })))).toEqual([
    409,
    "option_in_use",
  ]);
  const twice = [{ label: "Red" }, { label: "red" }];
  expect(await code(shop.ask("POST /product/option-group", as({ name: "New", values: twice })))).toEqual([
    409,
    "name_taken",
  ]);
  expect(await code(shop.ask("POST /product/option-group", as({ name: "colour", values: [{ label: "A" }] })))).toEqual([
    409,
    "name_taken",
  ]);
});

test("C5 an option group goes once no product in the shop uses it", async () => {
  const path = `DELETE /product/option-group/${size.id}`;
  expect(await code(shop.ask(path, as()))).toEqual([409, "option_in_use"]);
  expect((await shop.ask(`DELETE /product/${stool.id}`, as())).status).toBe(204);
  expect((await shop.ask(path, as())).status).toBe(204);
  const groups = (await shop.ask("GET /product/option-group")).body.data;
  expect(groups.map((group: OptionGroup) => group.name)).toEqual(["Colour"]);
});

test("C5 product types are named once and stay while products have them", async () => {
  const made = (await shop.ask("POST /product-types", as({ name: "Poster" }))).body.data;
  expect(await code(shop.ask("POST /product-types", as({ name: "poster" })))).toEqual([409, "name_taken"]);
  const attribute_schema = [{ key: "paper", label: "Paper", unit: "g" }];
  const body = { name: "Print", is_shippable: false, attribute_schema };
  expect((await shop.ask(`PUT /product-types/${made.id}`, as(body))).body.data).toEqual({
    ...body,
    tax_class_id: null,
    return_days: 30,
    id: made.id,
    slug: "print",
  });
  expect(await code(shop.ask(`DELETE /product-types/${type.id}`, as()))).toEqual([409, "in_use"]);
  expect((await shop.ask(`DELETE /product-types/${made.id}`, as())).status).toBe(204);
  const types = (await shop.ask("GET /product-types")).body.data.map((it: ProductType) => it.name);
  expect(types).toEqual(["Furniture"]);
});

test("P3 only administrators change the vocabulary", async () => {
  const { token: customer } = await shop.person("customer");
  const calls = ["POST /tags", `POST /product/${chair.id}/tag/${handmade.id}`, "POST /product/option-group"];
  for (const call of [...calls, "POST /product-types"])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});
