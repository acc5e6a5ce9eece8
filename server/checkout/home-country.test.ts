import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { product, fill, quote } = selling(shop);

test("duties are those of the shop's own country, whichever zone is the oldest", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { country: "CH" }));
  const buyer = await shop.person();
  const { id } = await product();
  await fill(buyer, id);
  const cart = async () => (await ask("GET /cart", { token: buyer.token })).body.destination;
  expect(await cart()).toMatchObject({ country: "CH", has_duties: false });
  for (const [country, has_duties] of [
    ["DE", true],
    ["CH", false],
  ] as const) {
    expect((await quote(buyer, `country=${country}`)).body.data).toMatchObject({ has_duties });
    const estimate = await ask(`GET /checkout/delivery?variation_id=${id}&country=${country}`);
    expect(estimate.body.data).toMatchObject({ has_duties });
    await ask("PUT /cart/destination", { token: buyer.token, body: { country } });
    expect(await cart()).toMatchObject({ country, has_duties });
  }
});
