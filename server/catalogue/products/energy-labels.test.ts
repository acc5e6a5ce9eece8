import { expect, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token, product, one } = await sampleCatalogue(shop);
const rating = { class: "C", best: "A", worst: "G" };
const label = {
  ...rating,
  label_url: "https://eprel.example/label.png",
  sheet_url: "https://eprel.example/sheet.pdf",
  eprel_number: "1234567",
};
const admin = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const save = async (id: number, energy_label: unknown) =>
  (await ask(`PUT /product/${id}`, { token, body: { ...(await admin(id)), energy_label } })).status;

test("Energy label: the page has all of it, lists and tiles the class and its scale, at the next request", async () => {
  const { id, slug } = await product({ name: "Fridge", variations: [one(50_000, 3)] });
  const shown = async () => [
    (await ask(`GET /product/details/${slug}`)).body.data.energy_label,
    (await ask("GET /product?name=fridge")).body.data[0].energy_label,
  ];
  expect(await shown()).toEqual([null, null]);
  expect(await save(id, label)).toBe(200);
  expect(await shown()).toEqual([label, rating]);
  expect(await save(id, undefined)).toBe(200);
  expect((await admin(id)).energy_label).toEqual(label);
  expect(await save(id, null)).toBe(200);
  expect(await shown()).toEqual([null, null]);
  const { body: log } = await ask(`GET /audit?entity=product&entity_id=${id}`, { token });
  expect((await ask(`POST /audit/${log.data[0].id}/undo`, { token })).status).toBe(200);
  expect(await shown()).toEqual([label, rating]);
});

test("Energy label: a class off its scale, a scale upside down and links that are none are refused", async () => {
  const { id } = await product({ name: "Dishwasher", variations: [one(50_000, 3)] });
  for (const change of [
    { class: "A+++" },
    { best: "G", worst: "A" },
    { class: "E", worst: "D" },
    { label_url: "javascript:alert(1)" },
    { sheet_url: "sheet.pdf" },
    { eprel_number: "No. 1" },
  ])
    expect(await save(id, { ...label, ...change })).toBe(400);
  expect(await save(id, { ...label, class: "A++", best: "A+++", worst: "D" })).toBe(200);
});

test("Energy label: the feed has the class with its scale, and the number of the registry", async () => {
  const { id } = await product({ name: "Television", variations: [one(50_000, 3)] });
  await save(id, label);
  const { payload } = await app.http.inject("/feeds/products.xml");
  const [, item = ""] = payload.split("<title>Television");
  const own = item.slice(0, item.indexOf("</item>"));
  expect(own).toContain("<g:energy_efficiency_class>C</g:energy_efficiency_class>");
  expect(own).toContain("<g:min_energy_efficiency_class>G</g:min_energy_efficiency_class>");
  expect(own).toContain("<g:max_energy_efficiency_class>A</g:max_energy_efficiency_class>");
  expect(own).toContain(
    "<g:certification><g:certification_authority>EC</g:certification_authority>" +
      "<g:certification_name>EPREL</g:certification_name><g:certification_code>1234567</g:certification_code></g:certification>",
  );
});
