import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await sampleCatalogue(shop);
const path = "/product/admin/search-synonyms";
const create = (body: object) => shop.ask(`POST ${path}`, { token, body });
const list = async (name: string) => (await shop.ask(`GET /product?name=${encodeURIComponent(name)}`)).body;
const names = async (name: string) => (await list(name)).data.map((card: ProductCard) => card.name);

test("Search: a created synonym is used by the next search, named in the answer, and gone once changed or deleted", async () => {
  expect(await names("chauffeuse")).toEqual([]);
  const created = await create({ words: ["Chauffeuse", "Séant"], includes: ["windsor chair"] });
  const form = { words: ["Chauffeuse", "Séant"], includes: ["windsor chair"] };
  expect([created.status, created.body.data]).toMatchObject([201, { ...form, version: 1 }]);
  expect(await names("chauffeuse")).toEqual(["Windsor chair"]);
  expect(await names("seant")).toEqual(["Windsor chair"]);
  expect((await list("chauffeuse")).search_changes).toEqual({
    text: "chauffeuse",
    dropped: [],
    corrected: [],
    added: ["windsor chair"],
  });
  const { id } = created.body.data;
  const change = { words: ["bench", "settle"], includes: [], version: 1 };
  const updated = await shop.ask(`PUT ${path}/${id}`, { token, body: change });
  expect(updated.body.data).toEqual({ id, words: ["bench", "settle"], includes: [], version: 2 });
  expect(await names("chauffeuse")).toEqual([]);
  expect(await names("settle")).toEqual(["Garden bench Äpfelchen"]);
  const stale = await shop.ask(`PUT ${path}/${id}`, { token, body: change });
  expect([stale.body.code, stale.body.current.version]).toEqual(["stale", 2]);
  expect((await shop.ask(`GET ${path}`, { token })).body.data).toEqual([updated.body.data]);
  expect((await shop.ask(`DELETE ${path}/${id}`, { token })).status).toBe(204);
  expect(await names("settle")).toEqual([]);
});

test("Search: the synonyms of the shop's language are listed", async () => {
  const { body } = await shop.ask(`GET ${path}/default`, { token });
  expect(body.data).toContainEqual({ words: ["backpack", "rucksack"], includes: [] });
});

test("Search: a word without another one is refused, and only administrators see or save synonyms", async () => {
  for (const words of [[], ["sofa"]]) expect((await create({ words })).status).toBe(400);
  expect((await shop.ask(`GET ${path}`)).status).toBe(401);
  const { token: customer } = await shop.person("customer");
  const body = { words: ["sofa", "couch"] };
  expect((await shop.ask(`POST ${path}`, { token: customer, body })).status).toBe(403);
});

test("Search: a renamed category is found by its new name in the next request", async () => {
  const { body } = await shop.ask("POST /categories", { token, body: { name: "Hammocks" } });
  const created = body.data;
  await shop.ask("POST /product", {
    token,
    body: {
      name: "Lull",
      product_type_id: 1,
      category_ids: [created.id],
      variations: [{ price_amount: 100, on_hand: 1, option_value_ids: [] }],
    },
  });
  expect(await names("hammock")).toEqual(["Lull"]);
  await shop.ask(`PUT /categories/${created.id}`, { token, body: { name: "Swings", version: created.version } });
  expect(await names("swing")).toEqual(["Lull"]);
});
