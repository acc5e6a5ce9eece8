import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");
const ask = (route: string, body?: object) => shop.ask(route, { token, body });
const entries = async (query = "") => (await ask(`GET /audit?${query}`)).body.data;
const create = async (path: string, body: object) => {
  const made = await ask(`POST ${path}`, body);
  expect([path, made.status, made.body]).toEqual([path, 201, expect.anything()]);
  return `${path}/${made.body.data.id}`;
};

test("A7 what belonged to a deleted zone, class or product is undone once that is restored, or not offered", async () => {
  const offered = async (action: string) => {
    const found = (await entries("per_page=50")).find((entry: { action: string }) => entry.action === action);
    return found.undo as string;
  };
  const undoLatest = async (action: string) => {
    const found = (await entries("per_page=50")).find((entry: { action: string }) => entry.action === action);
    return (await ask(`POST /audit/${found.id}/undo`)).status;
  };
  const [zone, taxClass] = [
    await create("/shipping/zones", { name: "Far away", countries: ["KR"] }),
    await create("/tax/classes", { name: "Games" }),
  ];
  const zone_id = Number(zone.split("/").at(-1));
  const method = await create("/shipping/methods", {
    zone_id,
    name: "By ship",
    min_days: 5,
    max_days: 9,
    rates: [{ price_amount: 900 }],
  });
  const rate = await create("/tax/rates", {
    tax_class_id: Number(taxClass.split("/").at(-1)),
    country: "KR",
    name: "GST",
    rate_ppm: 150_000,
  });
  const options = await ask("POST /product/option-group", {
    name: "Wax",
    values: [{ label: "Thin" }, { label: "Thick" }],
  });
  const variations = options.body.data.values.map((value: { id: number }) => ({
    price_amount: 900,
    option_value_ids: [value.id],
  }));
  const candle = await ask("POST /product", { name: "Candle", product_type_id: 1, variations });
  expect((await ask(`DELETE /variations/${candle.body.data.variations[0].id}`)).status).toBe(204);
  const variationAction = "DELETE /variations/:id";
  expect(await offered(variationAction)).toBe("possible");
  expect((await ask(`DELETE /product/${candle.body.data.id}`)).status).toBe(204);
  expect(await offered(variationAction)).toBe("changed_since");
  expect(await undoLatest("DELETE /product/:id")).toBe(200);
  expect(await offered(variationAction)).toBe("possible");
  for (const path of [method, rate]) expect((await ask(`DELETE ${path}`)).status).toBe(204);
  const actions = ["DELETE /shipping/methods/:id", "DELETE /tax/rates/:id"];
  for (const action of actions) expect([action, await offered(action)]).toEqual([action, "possible"]);
  for (const path of [zone, taxClass]) expect((await ask(`DELETE ${path}`)).status).toBe(204);
  for (const action of ["DELETE /shipping/zones/:id", "DELETE /tax/classes/:id"])
    expect([action, await undoLatest(action)]).toEqual([action, 200]);
  // The zone and the class came back with their ids.
  for (const action of actions) {
    expect([action, await offered(action)]).toEqual([action, "possible"]);
    expect([action, await undoLatest(action)]).toEqual([action, 200]);
  }
});

test("A7 a deleted variation or product whose option value is gone by now can't come back", async () => {
  const group = (
    await ask("POST /product/option-group", { name: "Fit", values: [{ label: "Slim" }, { label: "Wide" }] })
  ).body.data;
  const jeansOf = async (name: string) => {
    const variations = group.values.map(({ id }: { id: number }) => ({ price_amount: 900, option_value_ids: [id] }));
    return (await ask("POST /product", { name, product_type_id: 1, variations })).body.data;
  };
  const [jeans, skirt] = [await jeansOf("Jeans"), await jeansOf("Skirt")];
  for (const path of [`/variations/${jeans.variations[1].id}`, `/product/${skirt.id}`])
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
  const deletions = async () =>
    (await entries("per_page=50")).filter(
      ({ action, entity_id }: { action: string; entity_id: string }) =>
        (action === "DELETE /variations/:id" && Number(entity_id) === jeans.variations[1].id) ||
        (action === "DELETE /product/:id" && Number(entity_id) === skirt.id),
    );
  const states = async () => (await deletions()).map(({ undo }: { undo: string }) => undo);
  expect(await states()).toEqual(["possible", "possible"]);
  const values = group.values.filter(({ label }: { label: string }) => label === "Slim");
  const { status, body } = await ask(`PUT /product/option-group/${group.id}`, { ...group, values });
  expect([status, body.code]).toEqual([200, undefined]);
  expect(await states()).toEqual(["changed_since", "changed_since"]);
  for (const { id } of await deletions()) expect((await ask(`POST /audit/${id}/undo`)).status).toBe(409);
  expect((await ask(`GET /product/${jeans.id}`)).body.data.variations).toHaveLength(1);
});

test("A7 a product is set back without the tags and categories that are deleted since, and keeps its type", async () => {
  const made = async (path: string, body: object) => (await ask(`POST ${path}`, body)).body.data.id as number;
  const [tag, category, type] = [
    await made("/tags", { name: "Fleeting" }),
    await made("/categories", { name: "Fleeting" }),
    await made("/product-types", { name: "Fleeting", is_shippable: true }),
  ];
  const form = { name: "Leaf", product_type_id: type, tag_ids: [tag], category_ids: [category] };
  const leaf = (await ask("POST /product", { ...form, variations: [{ price_amount: 100 }] })).body.data;
  const change = { name: "Twig", product_type_id: 1, tag_ids: [], category_ids: [] };
  const { headers, status } = await ask(`PUT /product/${leaf.id}`, { ...leaf, images: undefined, ...change });
  expect(status).toBe(200);
  for (const path of [`/tags/${tag}`, `/categories/${category}`, `/product-types/${type}`])
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
  const undone = await ask(`POST /audit/${headers.undo}/undo`);
  expect([undone.status, undone.body.errors]).toEqual([200, undefined]);
  const { data } = (await ask(`GET /product/${leaf.id}`)).body;
  expect(data).toMatchObject({ name: "Leaf", product_type_id: 1, tag_ids: [], category_ids: [] });
});
