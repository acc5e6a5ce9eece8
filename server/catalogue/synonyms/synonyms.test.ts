import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { token } = await sampleCatalogue(shop);
const save = (...synonyms: object[]) => shop.ask("PUT /product/admin/search-synonyms", { token, body: { synonyms } });
const list = async (name: string) => (await shop.ask(`GET /product?name=${encodeURIComponent(name)}`)).body;
const names = async (name: string) => (await list(name)).data.map((card: ProductCard) => card.name);

test("Search: a saved synonym is used by the next search, named in the answer, and gone once replaced", async () => {
  expect(await names("chauffeuse")).toEqual([]);
  const saved = await save({ words: ["Chauffeuse", "Séant"], includes: ["windsor chair"] });
  expect([saved.status, saved.body.data]).toEqual([
    200,
    [{ words: ["Chauffeuse", "Séant"], includes: ["windsor chair"] }],
  ]);
  expect(await names("chauffeuse")).toEqual(["Windsor chair"]);
  expect(await names("seant")).toEqual(["Windsor chair"]);
  expect((await list("chauffeuse")).search_changes).toEqual({
    text: "chauffeuse",
    dropped: [],
    corrected: [],
    added: ["windsor chair"],
  });
  await save({ words: ["bench", "settle"] });
  expect(await names("chauffeuse")).toEqual([]);
  expect(await names("settle")).toEqual(["Garden bench Äpfelchen"]);
  const listed = await shop.ask("GET /product/admin/search-synonyms", { token });
  expect(listed.body.data).toEqual([{ words: ["bench", "settle"], includes: [] }]);
});

test("Search: synonyms without words are refused, and only administrators see or save them", async () => {
  expect((await save({ words: [] })).status).toBe(400);
  expect((await shop.ask("GET /product/admin/search-synonyms")).status).toBe(401);
  const { token: customer } = await shop.person("customer");
  const body = { synonyms: [] };
  expect((await shop.ask("PUT /product/admin/search-synonyms", { token: customer, body })).status).toBe(403);
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
