import { afterAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { startFakeStripe } from "#server/testing/fake-stripe-server.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());

async function inDinars(demo: boolean) {
  const shop = await openTestShop({ stripe: stripe.account, demo, logLevel: "silent" });
  const settings = { currency: "KWD", cash_on_delivery: demo, bank_account: null, requires_legal_details: false };
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, settings));
  return { shop, ...selling(shop) };
}

test("C11 Stripe: an order of an unsupported amount is paid another way, without a request to Stripe", async () => {
  const { placed, pay, look } = await inDinars(true);
  const { id, buyer, order } = await placed({ price: 10_005 });
  expect(order.totals.due).toMatchObject({ currency: "KWD" });
  expect(order.totals.due.amount % 10).toBe(5);
  const refused = await pay(buyer, id, { provider: "stripe" });
  expect(refused).toMatchObject({ status: 409, body: { code: "amount_unpayable" } });
  expect(stripe.fakeStripe.intents.size).toBe(0);
  expect((await pay(buyer, id, { provider: "cod" })).status).toBe(201);
  expect((await look(buyer, id)).status).toBe("confirmed");
});

test("C11 Stripe: without another payment method such an order is refused before it is placed", async () => {
  const { shop, product, fill, order } = await inDinars(false);
  const buyer = await shop.person();
  await fill(buyer, (await product({ price: 10_005 })).id);
  const refused = await order(buyer);
  expect(refused).toMatchObject({ status: 409, body: { code: "amount_unpayable" } });
  expect((await shop.ask("GET /cart", { token: buyer.token })).body.quantity).toBe(1);
});
