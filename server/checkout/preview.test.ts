import { expect, test } from "vitest";
import { openAdmin } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask } = shop;
const { product, fill, quote } = selling(shop);
const { token } = await openAdmin(shop);
const preview = (query: string) => ask(`GET /checkout/preview?${query}`, { token });

test("C11 the preview of an address has the methods, taxes and totals of the checkout", async () => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 2000 })).id);
  for (const address of ["country=DE", "country=FR&postal_code=69001", "country=CH"]) {
    const { methods, totals, prices_include_tax } = (await quote(buyer, address)).body.data;
    const { body } = await preview(`${address}&price_amount=2000`);
    expect(body.data, address).toMatchObject({ methods, totals, prices_include_tax });
  }
  const express = (await preview("country=DE&price_amount=2000")).body.data.methods[1];
  const chosen = await preview(`country=DE&price_amount=2000&shipping_method_id=${express.id}`);
  expect(chosen.body.data.totals.shipping).toEqual(express.price);
});

test("C11 the preview uses weight and tax class, and names what it can't price", async () => {
  const { body } = await ask("GET /tax/classes", { token });
  const reduced = body.data.find(({ is_default }: { is_default: boolean }) => !is_default).id;
  const rate = { tax_class_id: reduced, country: "DE", name: "VAT", rate_ppm: 70_000 };
  await ask("POST /tax/rates", { token, body: rate });
  const taxed = await preview(`country=DE&price_amount=10700&is_shipped=false&tax_class_id=${reduced}`);
  expect(taxed.body.data).toMatchObject({ methods: [], totals: { tax: { amount: 700 }, shipping: { amount: 0 } } });
  const zone = { name: "Iceland", countries: ["IS"], postal_patterns: ["1*"] };
  const { id } = (await ask("POST /shipping/zones", { token, body: zone })).body.data;
  const rates = [{ price_amount: 900, max_weight_g: 1000 }];
  const method = { zone_id: id, name: "Boat", min_days: 1, max_days: 2, rates };
  await ask("POST /shipping/methods", { token, body: method });
  const names = async (weight: number) =>
    (await preview(`country=IS&postal_code=101&price_amount=100&weight_g=${weight}`)).body.data?.methods.map(
      ({ name }: { name: string }) => name,
    );
  expect([await names(1000), await names(1001)]).toEqual([["Boat"], undefined]);
  expect((await preview("country=AQ&price_amount=100")).body.code).toBe("no_delivery");
  expect((await preview("country=AQ&price_amount=100&is_shipped=false")).body.data.totals.tax.amount).toBe(0);
  expect((await preview("country=XX&price_amount=100")).status).toBe(400);
  expect((await preview("country=DE&price_amount=100&shipping_method_id=999999")).status).toBe(404);
});
