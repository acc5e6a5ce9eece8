import { expect, test } from "vitest";
import type { ProductSafety } from "#contract/catalogue/product-safety.ts";
import { confirm, openImportShop, upload } from "#server/imports/testing.ts";
import { inheritSafety, mergeSafety } from "./merge-safety.ts";

const shop = await openImportShop();
const { ask } = shop;
const { token } = await shop.person("admin");
const { body: types } = await ask("GET /product-types", { token });
const north = { name: "Nord AS", address: "Gate 1\nOslo", contact: "https://nord.example", country: "NO" };
const south = { name: "Sud SA", address: "Rue 1\nLyon", contact: "https://sud.example", country: "FR" };
const made = (manufacturer: ProductSafety["manufacturer"], warnings: string | null = null): ProductSafety => ({
  manufacturer,
  responsible_person: null,
  warnings,
});

const make = async (name: string, more: object = {}) => {
  const body = { name, product_type_id: types.data[0].id, variations: [{ price_amount: 1000 }], ...more };
  return (await ask("POST /product", { token, body })).body.data as { id: number; slug: string };
};
const safetyOf = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data.safety;
const shown = async (slug: string) => (await ask(`GET /product/details/${slug}`)).body;
const importLine = (headings: string, cells: string) =>
  upload(shop, "/product/admin/upload", {
    token,
    name: "makers.csv",
    content: `Handle,Title,Variant Price,${headings}\n${cells}\n`,
  });

test("a file with the manufacturer's name alone leaves address, contact and country", async () => {
  const { id, slug } = await make("Heater", { safety: made(north) });
  expect(await importLine("Manufacturer", `${slug},Heater,10.00,Nord AS`)).toMatchObject({ totals: { skip: 1 } });
  const job = await importLine("Manufacturer,Manufacturer Contact", `${slug},Heater,10.00,Nord AS,a@nord.example`);
  await confirm(shop, job.id, token);
  expect((await safetyOf(id)).manufacturer).toEqual({ ...north, contact: "a@nord.example" });
});

test("what a file repeats of the brand's data doesn't become the product's own, of old products and of new ones", async () => {
  const body = { name: "Sud", safety: made(south, "Hot") };
  expect((await ask("POST /product/admin/brands", { token, body })).status).toBe(201);
  const { id, slug } = await make("Fan", { brand: "Sud", status: "active" });
  const before = await shown(slug);
  const heading = "Vendor,Hersteller,Safety Information";
  expect(await importLine(heading, `${slug},Fan,10.00,Sud,Sud SA,Hot`)).toMatchObject({ totals: { skip: 1 } });
  const job = await importLine(heading, "new-fan,New fan,10.00,Sud,Sud SA,Hot");
  await confirm(shop, job.id, token);
  expect(await safetyOf(id)).toBe(null);
  expect(await shown(slug)).toEqual(before);
  expect((await shown("new-fan")).data.safety).toEqual(made(south, "Hot"));
  const another = await importLine(`${heading},Manufacturer Country`, `${slug},Fan,10.00,Sud,Sud SA,,CH`);
  await confirm(shop, another.id, token);
  expect(await safetyOf(id)).toEqual(made({ ...south, country: "CH" }));
});

test("a country without a name is left out with a note", async () => {
  const { slug } = await make("Lamp");
  const job = await importLine("Manufacturer,Manufacturer Country", `${slug},Lamp,10.00,,DE`);
  expect(job).toMatchObject({ totals: { skip: 1 }, notes: [{ code: "value_ignored" }] });
});

test("another manufacturer has nothing of the one before", () => {
  expect(mergeSafety({ manufacturer: { name: "Ost KG" } }, made(north, "Hot"))).toEqual(
    made({ name: "Ost KG", address: "", contact: "", country: null }, "Hot"),
  );
});

test("a product's own data stays its own though it says the same as its type", () => {
  const own = made(north, "Hot");
  expect(mergeSafety({ manufacturer: north, warnings: "Hot" }, own, inheritSafety(null, own))).toBe(undefined);
  expect(mergeSafety({ manufacturer: north, warnings: "Hot" }, undefined, inheritSafety(null, own))).toBe(undefined);
});
