import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { product, fill, quote, order, pay } = selling(shop);
const { db } = shop.app;
const { token } = await shop.person("admin");
const set = (change: Parameters<typeof updateSettings>[1]) => inTransaction(db, (tx) => updateSettings(tx, change));
const at = async (query: string, price = 11_900) => {
  const buyer = await shop.person();
  await fill(buyer, (await product({ price })).id);
  return { buyer, data: (await quote(buyer, query)).body.data };
};
const inLasPalmas = "country=ES&postal_code=35001";

beforeEach(async () => {
  await sql`delete from tax_rates where country = 'ES'`.execute(db);
  await sql`insert into tax_rates (tax_class_id, country, name, rate_ppm)
    select id, 'ES', 'IGIC', 70000 from tax_classes where is_default`.execute(db);
  await set({ country: "ES", address: null, exempt_territories: true, prices_include_tax: true });
});

/** Tax and remarks of the invoice of an order of 107.00 to the Canary Islands. */
async function orderToLasPalmas() {
  const { buyer, data } = await at(inLasPalmas, 10_700);
  const address = { ...home, city: "Las Palmas", postal_code: "35001", country: "ES" };
  const placed = (await order(buyer, { shipping_address: address, quote_hash: data.quote_hash })).body.data;
  await pay(buyer, placed.id);
  await shop.ask(`GET /orders/${placed.id}/documents`, { token: buyer.token });
  const { rows } = await sql<{ remarks: string[] }>`
    select data -> 'remarks' as remarks from invoices where order_id = ${placed.id}::uuid and data is not null`.execute(
    db,
  );
  return { tax: placed.items[0].tax.amount, remarks: rows.map(({ remarks }) => remarks) };
}

test("VAT: a shop on the Canary Islands charges the rate that it entered for its country", async () => {
  await set({ address: "Calle Triana 1\nES-35002 Las Palmas" });
  expect(await orderToLasPalmas()).toEqual({ tax: 700, remarks: [[]] });
});

test("VAT: a shop in use before the setting charges there as it did, until it is turned on, and Legal says so", async () => {
  await set({ exempt_territories: false });
  expect(await orderToLasPalmas()).toEqual({ tax: 700, remarks: [[]] });
  const duty = async () => {
    const { data } = (await shop.ask("GET /settings/legal", { token })).body;
    return data.find(({ key }: { key: string }) => key === "vat_territories").state;
  };
  expect(await duty()).toBe("missing");
  await set({ exempt_territories: true });
  expect(await duty()).toBe("met");
  expect((await at(inLasPalmas)).data.totals.tax.amount).toBe(0);
});

test("VAT: a shop of the mainland, or of another country, charges nothing there but rates for its postal codes", async () => {
  for (const change of [{ address: "Calle Mayor 1\n28013 Madrid" }, { country: "RE" }, { country: "DE" }]) {
    await set({ country: "ES", ...change });
    expect((await at(inLasPalmas)).data.totals.tax.amount).toBe(0);
  }
});

test("VAT: where prices are without tax, a shop in use before adds it on Heligoland as it did", async () => {
  await set({ country: "DE", prices_include_tax: false, exempt_territories: false });
  const { data } = await at("country=DE&postal_code=27498", 10_000);
  expect(data.totals.subtotal.amount + data.totals.shipping.amount).toBeLessThan(data.totals.total.amount);
  expect(data.lines[0].unit_price.amount).toBe(10_000);
});

test("VAT: buyers in territories outside of it are told of import taxes, in the cart, the checkout and on product pages", async () => {
  await set({ country: "DE" });
  const duties = async (country: string, postal_code: string) => {
    const buyer = await shop.person();
    const { id } = await product({ price: 11_900 });
    await fill(buyer, id);
    const chosen = await shop.ask("PUT /cart/destination", { token: buyer.token, body: { country, postal_code } });
    const seen = await shop.ask(
      `GET /checkout/delivery?variation_id=${id}&country=${country}&postal_code=${postal_code}`,
    );
    const quoted = await quote(buyer, `country=${country}&postal_code=${postal_code}`);
    return [chosen.body.destination, seen.body.data, quoted.body.data].map((one) => one.has_duties);
  };
  for (const [country, code] of [
    ["DE", "78266"],
    ["DE", "27498"],
    ["ES", "35001"],
    ["IT", "23041"],
  ] as const)
    expect(await duties(country, code), code).toEqual([true, true, true]);
  expect(await duties("ES", "28001")).toEqual([false, false, false]);
  // Where the shop charges VAT there as it did, nothing is an import.
  await set({ exempt_territories: false });
  expect(await duties("ES", "35001")).toEqual([false, false, false]);
});
