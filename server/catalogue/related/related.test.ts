import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, category, one, home, bench, stool } = await sampleCatalogue(shop);
const names = async (id: number, limit = 4) =>
  (await shop.ask(`GET /product/related/${id}?per_page=${limit}`)).body.data.map((card: ProductCard) => card.name);

test("R3 related products are of the nearest category that has others, before those above it", async () => {
  const kitchen = await category("Kitchen", home.id);
  const cups = await category("Cups", kitchen.id);
  const add = (name: string, id: number) => product({ name, category_ids: [id], variations: [one(900, 5)] });
  const mug = await add("Mug", cups.id);
  const beaker = await add("Beaker", cups.id);
  await add("Skillet", kitchen.id);
  expect(await names(mug.id)).toEqual(["Beaker", "Skillet"]);
  expect(await names(mug.id, 1)).toEqual(["Beaker"]);
  expect(await names(beaker.id, 1)).toEqual(["Mug"]);
});

test("R3 a product alone in its category has those with the same tags, and a product without tags has none", async () => {
  expect(await names(bench.id)).toEqual([stool.name]);
  const lonely = await product({ name: "Lonely", variations: [one(900, 5)] });
  expect(await names(lonely.id)).toEqual([]);
});
