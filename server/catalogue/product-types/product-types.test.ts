import { expect, test } from "vitest";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, type, chair } = await sampleCatalogue(shop);
const as = (body?: object) => ({ token, body });
const code = async (answer: ReturnType<typeof shop.ask>) => [(await answer).status, (await answer).body.code];

test("C5 product types have unique names and cannot be deleted while products have them", async () => {
  const made = (await shop.ask("POST /product-types", as({ name: "Poster" }))).body.data;
  expect(await code(shop.ask("POST /product-types", as({ name: "poster" })))).toEqual([409, "name_taken"]);
  const paper = { key: "paper", label: "Paper", unit: "g", kind: "number", required: true, filterable: true };
  const attribute_schema = [{ ...paper, choices: [] }];
  const size_guide_html = "<table><tr><td>A4</td></tr></table>";
  const body = { name: "Print", is_shippable: false, attribute_schema, size_guide_html };
  expect((await shop.ask(`PUT /product-types/${made.id}`, as({ ...body, version: 1 }))).body.data).toEqual({
    ...body,
    version: 2,
    tax_class_id: null,
    return_days: null,
    withdrawal_exclusion: "none",
    requires_unit_price: false,
    safety: null,
    country_of_origin: null,
    id: made.id,
    slug: "print",
  });
  expect(await code(shop.ask(`PUT /product-types/${made.id}`, as({ ...body, version: 1 })))).toEqual([409, "stale"]);
  expect(await code(shop.ask("PUT /product-types/999", as({ ...body, version: 1 })))).toEqual([404, "not_found"]);
  expect(await code(shop.ask(`DELETE /product-types/${type.id}`, as()))).toEqual([409, "in_use"]);
  expect((await shop.ask(`DELETE /product-types/${made.id}`, as())).status).toBe(204);
  const types = (await shop.ask("GET /product-types")).body.data.map((it: ProductType) => it.name);
  expect(types).toEqual(["Furniture", "General"]);
});

test("R3 a product shows the size guide of its type, without scripts", async () => {
  const guide = "<table><tr><td>S</td></tr></table>";
  const { attribute_schema, version } = type;
  const body = { name: type.name, attribute_schema, version, size_guide_html: `${guide}<script>alert(1)</script>` };
  expect((await shop.ask(`PUT /product-types/${type.id}`, as(body))).body.data.size_guide_html).toBe(guide);
  expect((await shop.ask(`GET /product/details/${chair.slug}`)).body.data.size_guide_html).toBe(guide);
});

test("P3 only administrators change product types", async () => {
  const { token: customer } = await shop.person("customer");
  for (const call of ["POST /product-types"])
    expect([call, (await shop.ask(call, { token: customer, body: {} })).status]).toEqual([call, 403]);
});

const attributes = [
  { key: "material", label: "Material", kind: "select", choices: ["Oak", "Ash"], required: true, filterable: true },
  { key: "weight", label: "Weight", kind: "number", unit: "kg", filterable: true },
  { key: "indoor", label: "Indoor", kind: "bool", filterable: true },
  { key: "care", label: "Care" },
];
const price = { variations: [{ price_amount: 1000, on_hand: 3 }] };

test("A5 the attributes of a product are checked against its type, required ones for products on sale only", async () => {
  const body = { name: "Bench", attribute_schema: attributes };
  const { id } = (await shop.ask("POST /product-types", as(body))).body.data;
  const save = async (values: object, status?: string) => {
    const form = { name: "Bench", product_type_id: id, attributes: values, status, ...price };
    const { status: code_, body: answer } = await shop.ask("POST /product", as(form));
    return code_ === 201
      ? "saved"
      : answer.errors.map(({ field, message }: Record<string, string>) => [field, message]);
  };
  expect(await save({ weight: "heavy", indoor: "maybe" })).toEqual([
    ["attributes.material", "Material required"],
    ["attributes.weight", "Enter a number, such as 12.5."],
    ["attributes.indoor", "Choose yes or no."],
  ]);
  expect(await save({ material: "Pine" })).toEqual([["attributes.material", "Choose one of the values of Material."]]);
  expect(await save({}, "draft")).toBe("saved");
  expect(await save({ material: "Oak", weight: "-1.5", indoor: "false", own: "kept" })).toBe("saved");
});

test("C5 filterable attributes are filters and facets of product lists; others are not", async () => {
  const body = { name: "Stool", attribute_schema: attributes };
  const { id, version } = (await shop.ask("POST /product-types", as(body))).body.data;
  const add = (values: object) =>
    shop.ask("POST /product", as({ name: "Stool", product_type_id: id, attributes: values, ...price }));
  await add({ material: "Oak", weight: "10", indoor: "true", care: "Oil" });
  await add({ material: "Oak", weight: "9", indoor: "false" });
  await add({ material: "Ash", weight: "9.5" });
  const list = async (query: string) => (await shop.ask(`GET /product?type=${id}&${query}`)).body;
  const facet = async (query: string, key: string) => {
    const found = (await list(query)).facets.find((one: { key: string }) => one.key === key);
    return found?.values.map((value: { label: string; count: number }) => `${value.label} ${value.count}`);
  };
  expect(await facet("", "attr.material")).toEqual(["Oak 2", "Ash 1"]);
  expect(await facet("", "attr.weight")).toEqual(["9 kg 1", "9.5 kg 1", "10 kg 1"]);
  expect(await facet("", "attr.indoor")).toEqual(["No 1", "Yes 1"]);
  expect(await facet("", "attr.care")).toBeUndefined();
  expect((await list("attr.material=Oak")).meta.total).toBe(2);
  expect((await list("attr.material=Oak&attr.material=Ash&attr.weight=9.5")).meta.total).toBe(1);
  expect(await facet("attr.material=Oak", "attr.material")).toEqual(["Oak 2", "Ash 1"]);
  expect(await facet("attr.material=Oak", "attr.weight")).toEqual(["9 kg 1", "10 kg 1"]);
  expect((await list("attr.care=Oil")).meta.total).toBe(0);
  expect((await shop.ask("GET /product?attr.A-B=1")).status).toBe(400);
  const now = attributes.map((one) => ({ ...one, filterable: one.key === "care" }));
  await shop.ask(`PUT /product-types/${id}`, as({ ...body, attribute_schema: now, version }));
  expect((await list("attr.care=Oil")).meta.total).toBe(1);
  expect((await list("attr.material=Oak")).meta.total).toBe(0);
});

test("a client that doesn't know the legal fields of a product type leaves them as they are", async () => {
  const manufacturer = { name: "Nord AS", address: "Gate 1", contact: "a@b.example", country: "NO" };
  const legal = {
    withdrawal_exclusion: "perishable",
    requires_unit_price: true,
    safety: { manufacturer, responsible_person: null, warnings: "Hot" },
  };
  const { id, version } = (await shop.ask("POST /product-types", as({ name: "Heaters", ...legal }))).body.data;
  const { body: kept } = await shop.ask(`PUT /product-types/${id}`, as({ name: "Heating", version }));
  expect(kept.data).toMatchObject({ name: "Heating", ...legal });
  const none = { withdrawal_exclusion: "none", requires_unit_price: false, safety: null };
  const { body } = await shop.ask(`PUT /product-types/${id}`, as({ name: "Heating", ...none, version: version + 1 }));
  expect(body.data).toMatchObject(none);
});

test("C5 types whose names differ in accents have slugs of their own, which stay with them", async () => {
  const make = async (name: string) => (await shop.ask("POST /product-types", as({ name }))).body.data as ProductType;
  const [plain, accented] = [await make("Mobel"), await make("Möbel")];
  expect([plain.slug, accented.slug]).toEqual(["mobel", "mobel-2"]);
  const put = (name: string, version: number) =>
    shop.ask(`PUT /product-types/${accented.id}`, as({ ...accented, name, version }));
  expect((await put("Möbel", 1)).body.data.slug).toBe("mobel-2");
  const renamed = await put("Tische", 2);
  expect(renamed.body.data.slug).toBe("tische");
  expect((await shop.ask(`POST /audit/${renamed.headers.undo}/undo`, as())).status).toBe(200);
  const types = (await shop.ask("GET /product-types")).body.data as ProductType[];
  expect(types.find(({ id }) => id === accented.id)).toMatchObject({ name: "Möbel", slug: "mobel-2" });
});
