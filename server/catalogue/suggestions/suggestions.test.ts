import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Suggestion } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { editDistance, listEdits } from "#server/catalogue/search/text/spelling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { chair, stool, lamp, bench, chairs, black, token } = await sampleCatalogue(shop);

const suggest = async (q: string) => (await shop.ask(`GET /product/search-suggestion?q=${encodeURIComponent(q)}`)).body;
const names = async (q: string) => (await suggest(q)).data.map((it: Suggestion) => it.name).toSorted();

test("H5 suggestions have id, slug, name, thumbnail and price, and categories are suggested too", async () => {
  const { data, categories, did_you_mean } = await suggest("cha");
  expect(data).toContainEqual({
    id: chair.id,
    slug: chair.slug,
    name: chair.name,
    thumbnail: "/failed_image.png",
    price: { amount: 8900, currency: "EUR" },
    max_price: { amount: 12_900, currency: "EUR" },
    price_per_measure: null,
    option_value_id: null,
  });
  expect(data.map((it: Suggestion) => it.id).toSorted()).toEqual([chair.id, stool.id].toSorted());
  expect(categories).toEqual([{ id: chairs.id, name: "Chairs", path: "home/chairs" }]);
  expect(did_you_mean).toBeNull();
});

test("H5 categories with names in any script are suggested", async () => {
  const { token } = await shop.person("admin");
  for (const name of ["أحذية", "Μήλα", "Möbel"]) await shop.ask("POST /categories", { token, body: { name } });
  for (const [typed, name] of [
    ["أحذية", "أحذية"],
    ["μηλα", "Μήλα"],
    ["möb", "Möbel"],
    ["mobel", "Möbel"],
  ] as const)
    expect([typed, (await suggest(typed)).categories.map((one: { name: string }) => one.name)]).toEqual([
      typed,
      [name],
    ]);
});

test("H6 one character gets no suggestions", async () => {
  const empty = { data: [], categories: [], did_you_mean: null, search_changes: null };
  expect([await suggest("c"), await suggest(" c "), await suggest("")]).toEqual([empty, empty, empty]);
});

test("C5 a suggestion shows the color that was searched for", async () => {
  const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#111111" } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set("product_id", String(chair.id));
  body.set("option_value_id", String(black));
  body.set("file", new File([new Uint8Array(file)], "black.png"));
  const { url } = (await shop.ask("POST /images", { token, body })).body.data[0];
  const [found] = (await suggest("black chair")).data;
  expect(found).toMatchObject({ id: chair.id, option_value_id: black });
  expect(found.thumbnail.split("/").slice(0, 3)).toEqual(url.split("/").slice(0, 3));
  expect((await suggest("windsor")).data[0].option_value_id).toBeNull();
});

test("C5 typing errors are corrected", async () => {
  for (const [typed, name] of [
    ["widnsor", chair.name],
    ["windsorr", chair.name],
    ["winsdor chair", chair.name],
    ["lmap", lamp.name],
    ["dsek lapm", lamp.name],
    ["gardne bench", bench.name],
  ] as const)
    expect([typed, await names(typed)]).toEqual([typed, [name]]);
  expect((await suggest("dsek lapm")).did_you_mean).toBe("desk lamp");
});

test("C5 unknown words are left out, and only unknown words find nothing", async () => {
  expect(await names("windsor qqqqqqq")).toEqual([chair.name]);
  expect(await suggest("qqqqqqq zzzzzz")).toEqual({
    data: [],
    categories: [],
    did_you_mean: null,
    search_changes: null,
  });
});

test("C5 quotes, operators, SQL, other scripts and very long text are answered", async () => {
  const odd = [
    "' or 1=1 --",
    "a & b | !c <-> d:*",
    '"windsor" (chair',
    "\\",
    "%_%",
    "\u0000\u0000chair",
    "كرسي خشبي",
    "木の椅子",
    "🪑🪑🪑",
    "x".repeat(500),
    "chair ".repeat(80),
  ];
  for (const q of odd) {
    const { status } = await shop.ask(`GET /product/search-suggestion?q=${encodeURIComponent(q)}`);
    expect([q, status]).toEqual([q, 200]);
  }
});

const word = fc.stringMatching(/^[a-z]{4,12}$/);

test("C5 every listed spelling is one edit away", () => {
  fc.assert(
    fc.property(word, (typed) => {
      for (const spelling of listEdits(typed).all) expect(editDistance(typed, spelling)).toBe(1);
    }),
    { numRuns: 20 },
  );
});

test("C5 the edit distance is symmetric, and 0 for the same word", () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one));
      expect(editDistance(one, one)).toBe(0);
    }),
  );
});
