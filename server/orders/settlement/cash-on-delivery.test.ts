import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const account = { account_holder: "Kiosk", iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFFXXX", bank_name: "Bank" };
const shop = await openTestShop({ demo: false });
const { product, fill, quote, order, pay } = selling(shop);
const set = (change: Parameters<typeof updateSettings>[1]) =>
  inTransaction(shop.app.db, (tx) => updateSettings(tx, change));

await set({ requires_legal_details: false });

const offered = async (buyer: Buyer, query?: string) => (await quote(buyer, query)).body.data.payment_providers;
const methods = async ({ token }: Buyer, id: string) =>
  (await shop.ask(`GET /payments/${id}/methods`, { token })).body.data.map((one: { provider: string }) => one.provider);

test("C11 Payment: cash on delivery is offered in the countries and up to the amount that the merchant set", async () => {
  await set({ bank_account: account, cash_on_delivery_countries: ["DE"], cash_on_delivery_max_amount: 2000 });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id);
  expect(await offered(buyer)).toEqual(["bank", "cod"]);
  expect(await offered(buyer, "country=CH")).toEqual(["bank"]);
  const { id } = (await order(buyer)).body.data;
  expect(await methods(buyer, id)).toEqual(["bank", "cod"]);
  // The limit is lowered while the order waits: 10.00 and 4.90 for delivery.
  await set({ cash_on_delivery_max_amount: 1489 });
  expect(await methods(buyer, id)).toEqual(["bank"]);
  expect((await pay(buyer, id, { provider: "cod" })).body.code).toBe("payment_provider_unknown");
  await set({ cash_on_delivery_max_amount: 1490 });
  expect((await pay(buyer, id, { provider: "cod" })).status).toBe(201);
});

test("Payment: cash on delivery is offered with the shipping methods that the merchant set", async () => {
  await set({ bank_account: account, cash_on_delivery_countries: [], cash_on_delivery_max_amount: null });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id);
  const quoted = (await quote(buyer)).body.data;
  const chosen: number = quoted.shipping_method_id;
  const { id } = (await order(buyer)).body.data;
  await set({ cash_on_delivery_method_ids: [chosen + 1000] });
  expect(await methods(buyer, id)).toEqual(["bank"]);
  expect((await pay(buyer, id, { provider: "cod" })).body.code).toBe("payment_provider_unknown");
  await fill(buyer, (await product({ price: 1000 })).id);
  expect(await offered(buyer)).toEqual(["bank"]);
  await set({ cash_on_delivery_method_ids: [chosen] });
  expect(await offered(buyer)).toEqual(["bank", "cod"]);
  expect(await methods(buyer, id)).toEqual(["bank", "cod"]);
  await set({ cash_on_delivery_method_ids: [] });
});

test("C11 Payment: an order that no payment method is offered for is refused", async () => {
  await set({ bank_account: null, cash_on_delivery_countries: ["CH"], cash_on_delivery_max_amount: null });
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 1000 })).id);
  expect(await offered(buyer)).toEqual([]);
  const refused = await order(buyer);
  expect([refused.status, refused.body.code]).toEqual([409, "amount_unpayable"]);
  await set({ cash_on_delivery_countries: [] });
  expect((await order(buyer)).status).toBe(201);
});
