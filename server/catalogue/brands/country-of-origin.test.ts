import { expect, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token, product, one, type } = await sampleCatalogue(shop);
const shown = async (slug: string) => (await ask(`GET /product/details/${slug}`)).body.data.country_of_origin;
const admin = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const save = async (id: number, change: object) =>
  (await ask(`PUT /product/${id}`, { token, body: { ...(await admin(id)), ...change } })).status;

test("Country of origin: it is the product's own, else its brand's, else its type's, at the next request", async () => {
  const { id, slug } = await product({ name: "Olives", brand: "Verde", variations: [one(400, 3)] });
  expect(await shown(slug)).toBeNull();
  const { country_of_origin: _unset, ...older } = { ...type, country_of_origin: null };
  await ask(`PUT /product-types/${type.id}`, { token, body: { ...older, country_of_origin: "GR" } });
  expect(await shown(slug)).toBe("GR");
  const body = { name: "Verde", country_of_origin: "ES" };
  const { data: brand } = (await ask("POST /product/admin/brands", { token, body })).body;
  expect(brand).toMatchObject({ country_of_origin: "ES" });
  expect(await shown(slug)).toBe("ES");
  expect(await save(id, { country_of_origin: "IT" })).toBe(200);
  expect(await shown(slug)).toBe("IT");
  // Clients that don't know the field yet change nothing of it.
  const { country_of_origin: _brand, ...olderBrand } = brand;
  await ask(`PUT /product/admin/brands/${brand.id}`, { token, body: olderBrand });
  await ask(`PUT /product-types/${type.id}`, { token, body: { ...older, version: type.version + 1 } });
  expect(await save(id, { country_of_origin: undefined })).toBe(200);
  expect(await shown(slug)).toBe("IT");
  expect(await save(id, { country_of_origin: null })).toBe(200);
  expect(await shown(slug)).toBe("ES");
  expect((await ask(`DELETE /product/admin/brands/${brand.id}`, { token })).status).toBe(204);
  expect(await shown(slug)).toBe("GR");
  expect(await save(id, { country_of_origin: "Spain" })).toBe(400);
});

test("Country of origin: a bulk edit sets it for products, and its undo sets each back", async () => {
  const [first, second] = [
    await product({ name: "Figs", variations: [one(100, 1)], country_of_origin: "TR" }),
    await product({ name: "Dates", variations: [one(100, 1)] }),
  ];
  const both = async () => [(await admin(first.id)).country_of_origin, (await admin(second.id)).country_of_origin];
  const change = { kind: "country_of_origin", country: "TN" };
  const body = { filters: { id: [first.id, second.id] }, change };
  const { data: edit } = (await ask("POST /product/admin/bulk-edits", { token, body })).body;
  await app.jobs.drain();
  expect(await both()).toEqual(["TN", "TN"]);
  await ask(`POST /product/admin/bulk-edits/${edit.id}/undo`, { token });
  await app.jobs.drain();
  expect(await both()).toEqual(["TR", null]);
});
