import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setBoughtTogether } from "./related.ts";

const shop = await openTestShop();
const { chair, stool, bench, lamp } = await sampleCatalogue(shop);
const save = (...pairs: [number, number, number][]) =>
  inTransaction(shop.app.db, (tx) =>
    setBoughtTogether(
      tx,
      pairs.map(([product_id, other_id, orders]) => ({ product_id, other_id, orders })),
    ),
  );
const names = async (id: number) =>
  (await shop.ask(`GET /product/bought-together/${id}`)).body.data.map((card: ProductCard) => card.name);

test("C5 products bought together come most frequent first, without sold-out ones, and are updated with new figures", async () => {
  expect(await names(chair.id)).toEqual([]);
  await save([chair.id, stool.id, 2], [chair.id, bench.id, 5], [chair.id, lamp.id, 9], [stool.id, chair.id, 2]);
  expect(await names(chair.id)).toEqual(["Garden bench Äpfelchen", "Chairside stool"]);
  expect(await names(stool.id)).toEqual(["Windsor chair"]);
  await save([chair.id, stool.id, 7]);
  expect(await names(chair.id)).toEqual(["Chairside stool"]);
  expect(await names(stool.id)).toEqual([]);
});
