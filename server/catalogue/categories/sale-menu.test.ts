import { expect, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { token, product, one, chair } = await sampleCatalogue(shop);

// Compare-at prices need no price history.
await inTransaction(shop.app.db, (tx) => updateSettings(tx, { price_check: false }));

const admin = async (id: number) => (await ask(`GET /product/${id}`, { token })).body.data;
const save = async (id: number, more: object, price: object = {}) => {
  const { variations, ...rest } = await admin(id);
  const body = {
    ...rest,
    ...more,
    variations: variations.map((variation: object) => ({ ...variation, ...price })),
  };
  expect((await ask(`PUT /product/${id}`, { token, body })).status).toBe(200);
};
const hasSale = async () => (await ask("GET /categories?depth=1")).body.has_sale;

test("the menu leads to reduced products only while there are any, at the next request", async () => {
  const first = await product({ name: "Kettle", variations: [one(900, 3)] });
  const second = await product({ name: "Pan", variations: [one(900, 3)] });
  // The only one that the samples have.
  expect(await hasSale()).toBe(true);
  await save(chair.id, { status: "draft" });
  expect(await hasSale()).toBe(false);
  await save(first.id, {}, { compare_at_amount: 1200 });
  expect(await hasSale()).toBe(true);
  await save(second.id, {}, { compare_at_amount: 1500 });
  await save(first.id, {}, { compare_at_amount: null });
  expect(await hasSale()).toBe(true);
  await save(second.id, { status: "draft" });
  expect(await hasSale()).toBe(false);
  await save(second.id, { status: "active" });
  expect(await hasSale()).toBe(true);
});
