import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { getCategoryTree } from "#server/catalogue/categories/category-tree.ts";
import { listCachedCards } from "#server/catalogue/list/card-cache.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { searchOf } from "./search.ts";

const shop = await openTestShop();
const { token, product, one } = await sampleCatalogue(shop);
const list = async (name: string) => (await shop.ask(`GET /product?name=${encodeURIComponent(name)}`)).body;
const suggest = async (q: string) => (await shop.ask(`GET /product/search-suggestion?q=${encodeURIComponent(q)}`)).body;
/** The services of a process of its own, whose listener the test loses and finds. */
function openProcess() {
  const listeners: ((tags: [], missed: boolean) => unknown)[] = [];
  let isConnected = true;
  const bus = {
    ...shop.app.bus,
    subscribe: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    isConnected: () => isConnected,
  };
  const change = (now: boolean) => {
    isConnected = now;
    for (const listener of listeners) listener([], true);
  };
  return { services: { ...shop.app, bus }, lose: () => change(false), find: () => change(true) };
}
const zeroResults = async () => (await shop.ask("GET /product/admin/zero-result-searches", { token })).body.data;

test("Search: operators, quotes, emoji, 500 characters, SQL and right-to-left text are never an error", async () => {
  for (const typed of ["a & b", "'\"`", "🪑🪑", "x".repeat(500), "'; drop table products; --", "كرسي", "\0", "!:*()|"])
    expect([typed, (await shop.ask(`GET /product?name=${encodeURIComponent(typed)}`)).status]).toEqual([typed, 200]);
  expect((await list(`windsor ${"x ".repeat(200)}`)).data.map((card: ProductCard) => card.name)).toEqual([
    "Windsor chair",
  ]);
});

test("Search: products with the typed SKU come first, then those that match as words", async () => {
  const named = await product({ name: "Clamp XR77", variations: [one(900, 5)] });
  const coded = await product({ name: "Vice", variations: [{ ...one(900, 5), sku: "XR-77" }] });
  const found = [coded.id, named.id];
  expect((await list("xr77")).data.map(({ id }: ProductCard) => id)).toEqual(found);
  expect((await suggest("XR77")).data.map(({ id }: ProductCard) => id)).toEqual(found);
  expect(await list("XR77")).toMatchObject({ did_you_mean: null, search_changes: null });
});

test("Search: a misspelled word is corrected and named; categories are found by their words", async () => {
  const { data, did_you_mean } = await list("windosr");
  expect([data[0].name, did_you_mean]).toEqual(["Windsor chair", "windsor"]);
  expect((await suggest("chairs")).categories).toMatchObject([{ name: "Chairs", path: "home/chairs" }]);
});

test("Search: words of the subtitle, tags and type are corrected too, but words of a subtitle are not completed", async () => {
  for (const [typed, meant] of [
    ["tunred", "turned"],
    ["turnde legs", "turned legs"],
    ["handmde", "handmade"],
    ["hanmade", "handmade"],
    ["winsdor", "windsor"],
  ] as const) {
    const { data, did_you_mean } = await list(typed);
    expect([did_you_mean, data.map((card: ProductCard) => card.name)]).toEqual([
      meant,
      expect.arrayContaining(["Windsor chair"]),
    ]);
    expect((await suggest(typed)).did_you_mean).toBe(meant);
  }
  const { dictionary, live } = await searchOf(shop.app).getIndex();
  expect(dictionary.complete("turn", 5, live)).toEqual([]);
  expect(dictionary.complete("handm", 5, live)).toEqual(["handmade"]);
});

test("Search: searches without results are listed for administrators only", async () => {
  await list("Quxxzzyy");
  await list("windsor garden");
  await list("windsor");
  await list("?!");
  const terms = async () => (await zeroResults()).map(({ term }: { term: string }) => term);
  await expect.poll(terms).toEqual(expect.arrayContaining(["quxxzzyy", "windsor garden"]));
  expect(await terms()).not.toContain("windsor");
  expect(await terms()).not.toContain("?!");
  expect((await shop.ask("GET /product/admin/zero-result-searches")).status).toBe(401);
});

test("Search: the dictionary has the words of new products, and none of deleted ones", async () => {
  const isKnown = async (word: string) => {
    const { dictionary, live } = await searchOf(shop.app).getIndex();
    return dictionary.hasPrefix(word, live);
  };
  const first = await product({ name: "Xylophone", brand: "Öre", variations: [one(100, 1)] });
  await product({ name: "Xylophone two", variations: [one(100, 1)] });
  expect([await isKnown("xylophone"), await isKnown("ore")]).toEqual([true, true]);
  await shop.ask(`DELETE /product/${first.id}`, { token });
  expect([await isKnown("xylophone"), await isKnown("ore")]).toEqual([true, false]);
});

test("Search: changes are applied before the next request asks for them", async () => {
  const index = await searchOf(shop.app).getIndex();
  const before = index.size;
  await product({ name: "Ottoman", variations: [one(100, 1)] });
  await expect.poll(() => index.size).toBe(before + 1);
});

test("Search: while changes can't be received the index stays in use, and is built again afterwards", async () => {
  const { services, lose, find } = openProcess();
  const index = await searchOf(services).getIndex();
  lose();
  expect(await searchOf(services).getIndex()).toBe(index);
  const before = index.size;
  await product({ name: "Hassock", variations: [one(100, 1)] });
  find();
  await expect.poll(async () => (await searchOf(services).getIndex()).size).toBe(before + 1);
});

test("cards and categories read while changes can't be received are read again", async () => {
  const { services, lose, find } = openProcess();
  const { id } = await product({ name: "Pouffe", variations: [one(100, 1)] });
  const [category] = (await getCategoryTree(services, () => undefined)).all;
  const names = async () => {
    const [card] = await listCachedCards(services, [id]);
    return [card?.name, (await getCategoryTree(services, () => undefined)).byId.get(category?.id ?? 0)?.name];
  };
  const rename = async (name: string) => {
    await sql`update products set card = card || ${JSON.stringify({ name })}::jsonb where id = ${id}`.execute(
      shop.app.db,
    );
    await sql`update categories set name = ${name} where id = ${category?.id}`.execute(shop.app.db);
  };
  lose();
  await names();
  await rename("Renamed");
  expect(await names()).toEqual(["Renamed", "Renamed"]);
  find();
  await names();
  // Nobody was told of this one: both are cached again.
  await rename("Renamed again");
  expect(await names()).toEqual(["Renamed", "Renamed"]);
  await rename(category?.name ?? "");
});

test("Search: an index that may miss changes is used for a minute at most", async () => {
  const { services, lose } = openProcess();
  const index = await searchOf(services).getIndex();
  lose();
  const now = Date.now.bind(Date);
  const later = vi.spyOn(Date, "now").mockImplementation(() => now() + 61_000);
  onTestFinished(() => later.mockRestore());
  expect(await searchOf(services).getIndex()).not.toBe(index);
});
