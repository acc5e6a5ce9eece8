import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { updateBoughtTogether } from "./statistics.ts";

const shop = await openTestShop();
const { product, fill, order, pay } = selling(shop);

test("C5 the catalogue gets what at least two orders contained together; unpaid orders don't count", async () => {
  const [variation, pot, jar] = await Promise.all([product(), product(), product()]);
  const buy = async (paid: boolean, ...what: (typeof variation)[]) => {
    const buyer = await shop.person();
    for (const { id } of what) await fill(buyer, id);
    const { body } = await order(buyer);
    if (paid) await pay(buyer, body.data.id);
  };
  await buy(true, variation, pot, jar);
  await buy(true, variation, pot);
  await buy(false, variation, jar);
  await updateBoughtTogether(shop.app);
  const boughtWith = async (id: number) =>
    (await shop.ask(`GET /product/bought-together/${id}`)).body.data.map((card: { id: number }) => card.id);
  expect(await boughtWith(variation.productId)).toEqual([pot.productId]);
  expect(await boughtWith(pot.productId)).toEqual([variation.productId]);
  expect(await boughtWith(jar.productId)).toEqual([]);
});
