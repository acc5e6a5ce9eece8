import { expect, test } from "vitest";
import type { Facet, ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { chairs, chair, stool, lamp, bench, oak, black, small, large, handmade, outdoor, type } =
  await sampleCatalogue(shop);

const list = async (query: string) => (await shop.ask(`GET /product?${query}`)).body;
const ids = async (query: string) => (await list(query)).data.map((card: ProductCard) => card.id);
const sorted = async (query: string) => (await ids(query)).toSorted((one: number, other: number) => one - other);
const facet = async (query: string, key: string) => (await list(query)).facets.find((it: Facet) => it.key === key);
const counts = async (query: string, key: string) =>
  Object.fromEntries(
    ((await facet(query, key))?.values ?? []).map((value: { label: string; count: number }) => [
      value.label,
      value.count,
    ]),
  );

test("C5 a category lists its own products and those of its descendants", async () => {
  expect(await sorted("category=home")).toEqual([chair.id, stool.id, lamp.id]);
  expect(await sorted("category=home/chairs")).toEqual([chair.id, stool.id]);
  const { category, meta } = await list("category=/Home/");
  expect(meta).toEqual({ page: 1, per_page: 24, total: 3, pages: 1 });
  expect(category.breadcrumbs).toEqual([{ name: "Home", path: "home" }]);
  expect(category.subfolder).toEqual([
    { id: chairs.id, name: "Chairs", path: "home/chairs", product_count: 2 },
    expect.objectContaining({ path: "home/lamps", product_count: 1 }),
  ]);
});

test("C5 an unknown category is not found", async () => {
  const { status, body } = await shop.ask("GET /product?category=home/nothing");
  expect([status, body.code]).toEqual([404, "not_found"]);
});

test("C5 values of one option group are alternatives; different groups narrow each other", async () => {
  expect(await sorted(`option=${oak}&option=${black}`)).toEqual([chair.id, stool.id, lamp.id]);
  expect(await sorted(`option=${oak}&option=${small}`)).toEqual([stool.id]);
  expect(await ids(`option=${black}&option=${small}`)).toEqual([]);
  expect(await ids("option=987654")).toEqual([]);
  expect(await sorted(`tag=${handmade.id}&tag=${outdoor.id}`)).toEqual([chair.id, stool.id, bench.id]);
  expect(await sorted(`type=${type.id}&tag=${outdoor.id}`)).toEqual([stool.id, bench.id]);
});

test("C5 a price range finds products with any price inside it", async () => {
  expect(await sorted("price_min=12000&price_max=13000")).toEqual([chair.id]);
  expect(await ids("price_min=9000&price_max=10000")).toEqual([]);
  expect(await sorted("price_min=12900")).toEqual([chair.id, bench.id]);
  expect(await sorted("price_max=3000")).toEqual([stool.id]);
});

test("C5 in stock, on sale and rating narrow the list", async () => {
  expect(await sorted("in_stock=true")).toEqual([chair.id, stool.id, bench.id]);
  expect(await ids("on_sale=1")).toEqual([chair.id]);
  expect(await ids("rating_min=4")).toEqual([]);
});

test("C5 each facet is counted with all other filters applied", async () => {
  const color = (await list("")).facets.find((it: Facet) => it.label === "Color").key;
  expect(await counts("", color)).toEqual({ Oak: 2, Black: 2 });
  expect(await counts(`option=${oak}`, color)).toEqual({ Oak: 2, Black: 2 });
  expect(await counts(`option=${oak}`, "tag")).toEqual({ Handmade: 2, Outdoor: 1 });
  expect(await counts(`option=${oak}&tag=${outdoor.id}`, color)).toEqual({ Oak: 1 });
  expect(await counts(`option=${oak}&tag=${outdoor.id}`, "tag")).toEqual({ Handmade: 2, Outdoor: 1 });
  expect(await counts("category=home", "in_stock")).toEqual({ "In stock": 2 });
  expect(await facet("category=home", "price")).toMatchObject({ min: 3000, max: 12_900 });
  expect(await facet(`category=home&price_min=12000&option=${large}`, "price")).toMatchObject({ min: 3500, max: 3500 });
  expect((await facet("on_sale=true", "on_sale")).values).toEqual([
    { id: "true", label: "On sale", count: 1, selected: true },
  ]);
});

test("C5 the list is sorted and paged", async () => {
  expect(await ids("sort=price")).toEqual([stool.id, lamp.id, chair.id, bench.id]);
  expect(await ids("sort=-price")).toEqual([bench.id, chair.id, lamp.id, stool.id]);
  expect(await ids("sort=name")).toEqual([stool.id, lamp.id, bench.id, chair.id]);
  expect(await ids("sort=newest")).toEqual([bench.id, lamp.id, stool.id, chair.id]);
  expect(await ids("sort=price&per_page=2&page=2")).toEqual([chair.id, bench.id]);
  expect(await ids("sort=price&per_page=2&page=9")).toEqual([]);
  for (const sort of ["rating", "popular", "relevance"]) expect(await ids(`sort=${sort}`)).toHaveLength(4);
});

test("R2 a search finds names, whole words before longer ones, and corrects misspellings", async () => {
  expect(await ids("name=chair")).toEqual([chair.id, stool.id]);
  expect(await ids("name=CHAIR+windsor")).toEqual([chair.id]);
  expect(await ids("name=apfelchen")).toEqual([bench.id]);
  const corrected = await list("name=windsro+chiar");
  expect([corrected.data[0]?.id, corrected.did_you_mean]).toEqual([chair.id, "windsor chair"]);
  expect((await list("name=handmade")).did_you_mean).toBeNull();
  expect(await list("name=%F0%9F%8E%89")).toMatchObject({ data: [], meta: { total: 0 }, did_you_mean: null });
});

test("C5 a list shows changes immediately", async () => {
  const own = await openTestShop();
  const sample = await sampleCatalogue(own);
  const changing = sample.bench;
  const inGarden = async () =>
    (await own.ask("GET /product?category=garden")).body.data.map((card: ProductCard) => card.id);
  const before = await inGarden();
  await own.ask(`PUT /product/${changing.id}`, {
    token: sample.token,
    body: {
      name: changing.name,
      product_type_id: sample.type.id,
      status: "draft",
      version: changing.version,
      variations: [{ id: changing.variations[0]?.id, price_amount: 19_900 }],
    },
  });
  expect([before, await inGarden()]).toEqual([[changing.id], []]);
});
