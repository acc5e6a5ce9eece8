import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { vocabulary } from "./known-words.ts";

const shop = await openTestShop();
const { token } = await sampleCatalogue(shop);
const list = async (name: string) => (await shop.ask(`GET /product?name=${encodeURIComponent(name)}`)).body;
const suggest = async (q: string) => (await shop.ask(`GET /product/search-suggestion?q=${encodeURIComponent(q)}`)).body;
const vain = async () => (await shop.ask("GET /product/admin/zero-result-searches", { token })).body.data;

test("Search: operators, quotes, emoji, 500 characters, SQL and right-to-left text are never an error", async () => {
  for (const typed of ["a & b", "'\"`", "🪑🪑", "x".repeat(500), "'; drop table products; --", "كرسي", "\0", "!:*()|"])
    expect([typed, (await shop.ask(`GET /product?name=${encodeURIComponent(typed)}`)).status]).toEqual([typed, 200]);
  expect((await list(`windsor ${"x ".repeat(200)}`)).data.map((card: ProductCard) => card.name)).toEqual([
    "Windsor chair",
  ]);
});

test("Search: a slip is mended and said; words of a category lead there", async () => {
  const { data, did_you_mean } = await list("windosr");
  expect([data[0].name, did_you_mean]).toEqual(["Windsor chair", "windsor"]);
  expect((await suggest("chairs")).categories).toMatchObject([{ name: "Chairs", path: "home/chairs" }]);
});

test("Search: a slip in a word of the subtitle, a tag or the type is mended too, but those of a subtitle complete nothing", async () => {
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
  const known = await vocabulary(shop.app);
  expect(await known.completions("turn", 5)).toEqual([]);
  expect(await known.completions("handm", 5)).toEqual(["handmade"]);
});

test("Search: what is searched for in vain is put down for the merchant, and for nobody else", async () => {
  await list("Quxxzzyy");
  await list("windsor garden");
  await list("windsor");
  await list("?!");
  const terms = async () => (await vain()).map(({ term }: { term: string }) => term);
  await expect.poll(terms).toEqual(expect.arrayContaining(["quxxzzyy", "windsor garden"]));
  expect(await terms()).not.toContain("windsor");
  expect(await terms()).not.toContain("?!");
  expect((await shop.ask("GET /product/admin/zero-result-searches")).status).toBe(401);
});
