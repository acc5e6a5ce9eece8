import { expect, test } from "vitest";
import { countProductsLackingLegalData } from "#server/catalogue/product-types/legal-data.sql.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { token, product, one, type } = await sampleCatalogue(shop);

const contact = (name: string, country: string | null = "DE") => ({
  name,
  address: "Werkstraße 1\n10115 Berlin",
  contact: "safety@maker.example",
  country,
});
const none = { manufacturer: null, responsible_person: null, warnings: null };
const maker = (name: string, country: string | null = "DE") => ({ ...none, manufacturer: contact(name, country) });
const details = async (slug: string) => (await ask(`GET /product/details/${slug}`)).body.data.safety;
const admin = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const save = async (id: number, safety: object | null) =>
  (await ask(`PUT /product/${id}`, { token, body: { ...(await admin(id)), safety } })).status;

test("Product safety: each part is the product's own, else its brand's, else its type's, at the next request", async () => {
  const { id, slug } = await product({ name: "Heater", brand: "Nord", variations: [one(9000, 3)] });
  expect(await details(slug)).toEqual(none);
  const typeBody = { ...type, safety: { ...maker("Type maker"), warnings: "Hot." } };
  expect((await ask(`PUT /product-types/${type.id}`, { token, body: typeBody })).status).toBe(200);
  expect(await details(slug)).toEqual({ ...maker("Type maker"), warnings: "Hot." });
  const made = await ask("POST /product/admin/brands", {
    token,
    body: { name: "Nord", safety: maker("Nord AS", "NO") },
  });
  expect([made.status, made.body.data]).toMatchObject([201, { name: "Nord", version: 1 }]);
  expect(await details(slug)).toEqual({ ...maker("Nord AS", "NO"), warnings: "Hot." });
  expect(await save(id, { ...none, responsible_person: contact("Import GmbH") })).toBe(200);
  const all = { ...maker("Nord AS", "NO"), responsible_person: contact("Import GmbH"), warnings: "Hot." };
  expect(await details(slug)).toEqual(all);
  const renamed = { ...made.body.data, name: "Sud" };
  await ask(`PUT /product/admin/brands/${made.body.data.id}`, { token, body: renamed });
  expect((await details(slug)).manufacturer.name).toBe("Type maker");
  expect((await ask("POST /product/admin/brands", { token, body: { name: "Sud" } })).body.code).toBe("name_taken");
  expect((await ask(`DELETE /product/admin/brands/${made.body.data.id}`, { token })).status).toBe(204);
  await ask(`PUT /product-types/${type.id}`, { token, body: { ...typeBody, version: type.version + 1, safety: null } });
});

test("Product safety: a save without it leaves it, null removes it, and its change is undone", async () => {
  const { id } = await product({ name: "Kettle", variations: [one(100, 1)], safety: maker("Kettle KG") });
  const { safety: _safety, ...rest } = await admin(id);
  await ask(`PUT /product/${id}`, { token, body: rest });
  expect((await admin(id)).safety).toEqual(maker("Kettle KG"));
  await save(id, null);
  expect((await admin(id)).safety).toBeNull();
  const { body: log } = await ask(`GET /audit?entity=product&entity_id=${id}`, { token });
  expect((await ask(`POST /audit/${log.data[0].id}/undo`, { token })).status).toBe(200);
  expect((await admin(id)).safety).toEqual(maker("Kettle KG"));
  expect(await save(id, { ...none, manufacturer: { ...contact(""), name: " " } })).toBe(400);
});

test("Product safety: a bulk edit sets it for products, and its undo sets each back", async () => {
  const [first, second] = [
    await product({ name: "Lamp one", variations: [one(100, 1)], safety: maker("Own") }),
    await product({ name: "Lamp two", variations: [one(100, 1)] }),
  ];
  const both = async () => [(await admin(first.id)).safety, (await admin(second.id)).safety];
  const change = { kind: "safety", safety: { ...none, warnings: "Keep dry." } };
  const body = { filters: { id: [first.id, second.id] }, change };
  const { data: edit } = (await ask("POST /product/admin/bulk-edits", { token, body })).body;
  await app.jobs.drain();
  expect(await both()).toEqual([change.safety, change.safety]);
  await ask(`POST /product/admin/bulk-edits/${edit.id}/undo`, { token });
  await app.jobs.drain();
  expect(await both()).toEqual([maker("Own"), null]);
});

test("Product safety: products without a complete manufacturer, or a responsible person if that is abroad, are counted", async () => {
  const { id } = await product({ name: "Counted", variations: [one(100, 1)] });
  const before = await countProductsLackingLegalData(app.db);
  const difference = async (safety: object) => {
    await save(id, safety);
    const { manufacturer, responsible_person } = await countProductsLackingLegalData(app.db);
    return [manufacturer - before.manufacturer, responsible_person - before.responsible_person];
  };
  expect(await difference(maker("Here"))).toEqual([-1, -1]);
  expect(await difference(maker("Abroad", "US"))).toEqual([-1, 0]);
  expect(await difference(maker("Unknown", null))).toEqual([-1, 0]);
  expect(await difference({ ...maker("Abroad", "US"), responsible_person: contact("Here") })).toEqual([-1, -1]);
  expect(await difference({ ...none, manufacturer: { ...contact("Here"), contact: "" } })).toEqual([0, -1]);
});

test("Product safety: the list of products, the grid and bulk edits have those on sale that lack legal data", async () => {
  const complete = { ...maker("Abroad", "US"), responsible_person: contact("Here") };
  const made = [
    await product({ name: "Lacks all", variations: [one(100, 1)] }),
    await product({ name: "Lacks a person", variations: [one(100, 1)], safety: maker("Abroad", "US") }),
    await product({ name: "Lacks none", variations: [one(100, 1)], safety: complete }),
    await product({ name: "Lacks all, not on sale", status: "draft", variations: [one(100, 1)] }),
  ];
  const ids = made.map(({ id }) => id);
  const list = async (lacking: string) => {
    const query = `${ids.map((id) => `id=${id}`).join("&")}&sort=name&lacking=${lacking}`;
    const { body } = await ask(`GET /product/admin?${query}`, { token });
    const filters = { id: ids, lacking };
    const change = { kind: "status", status: "archived" };
    const edit = await ask("POST /product/admin/bulk-edits/preview", { token, body: { filters, change } });
    const grid = await ask(`GET /product/admin/variations?${query}`, { token });
    expect([edit.body.data.total, grid.body.data.length]).toEqual([body.data.length, body.data.length]);
    return body.data.map(({ name }: { name: string }) => name);
  };
  expect(await list("any")).toEqual(["Lacks a person", "Lacks all"]);
  expect(await list("responsible_person")).toEqual(["Lacks a person", "Lacks all"]);
  expect(await list("manufacturer")).toEqual(["Lacks all"]);
  expect(await list("unit_price")).toEqual([]);
});
