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

test("A5 R3 products that a merchant chose come first, in their order, while they are on sale", async () => {
  const { token } = await shop.person("admin");
  const add = (name: string) => product({ name, variations: [one(900, 5)] });
  const [lamp, bulb, shade] = [await add("Lamp"), await add("Bulb"), await add("Shade")];
  const save = async (id: number, change: object) => {
    const { data } = (await shop.ask(`GET /product/${id}`, { token })).body;
    const { images: _, ...form } = data;
    return (await shop.ask(`PUT /product/${id}`, { token, body: { ...form, ...change } })).body.data;
  };
  const saved = await save(lamp.id, { related_ids: [shade.id, lamp.id, bulb.id, bench.id, 999_999] });
  expect(saved.related_ids).toEqual([shade.id, bulb.id, bench.id]);
  expect(await names(lamp.id)).toEqual(["Shade", "Bulb", bench.name]);
  await save(shade.id, { status: "draft" });
  expect(await names(lamp.id, 1)).toEqual(["Bulb"]);
  expect((await save(lamp.id, {})).related_ids).toEqual([shade.id, bulb.id, bench.id]);
  await shop.ask(`DELETE /product/${shade.id}`, { token });
  expect((await save(lamp.id, { related_ids: [] })).related_ids).toEqual([]);
  expect(await names(lamp.id)).toEqual([]);
});

test("R3 a product alone in its category has those with the same tags, and a product without tags has none", async () => {
  expect(await names(bench.id)).toEqual([stool.name]);
  const lonely = await product({ name: "Lonely", variations: [one(900, 5)] });
  expect(await names(lonely.id)).toEqual([]);
});
