import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token, product, one } = await sampleCatalogue(shop);
const find = async (name: string) => {
  const { body } = await shop.ask(`GET /product?name=${encodeURIComponent(name)}&per_page=48`);
  return { names: body.data.map((card: ProductCard) => card.name), meant: body.did_you_mean };
};
const setLocale = async (locale: string) => {
  const { data } = (await shop.ask("GET /settings", { token })).body;
  const body = { ...data.localization, locale };
  expect((await shop.ask("PUT /settings/localization", { token, body })).status).toBe(200);
};

test("Search: a German shop finds things by the last noun of their name, and parts of other words don't", async () => {
  for (const name of ["Esstisch Eiche", "Couchtische rund", "Praktisches Regal", "Kleiderschrank"])
    await product({ name, variations: [one(1000, 5)] });
  await setLocale("de-DE");
  expect((await find("Tisch")).names.toSorted()).toEqual(["Couchtische rund", "Esstisch Eiche"]);
  expect((await find("Schrank")).names).toEqual(["Kleiderschrank"]);
  await setLocale("en-US");
  // The index is built anew behind the requests.
  await expect.poll(async () => (await find("Tisch")).names).not.toContain("Esstisch Eiche");
});

test("Search: a word with two letters swapped is corrected", async () => {
  await product({ name: "Canal bicycle", variations: [one(1000, 5)] });
  expect(await find("bycicle")).toEqual({ names: ["Canal bicycle"], meant: "bicycle" });
});
