import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { type Buyer, home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { expireOverdue } from "./cancellation.ts";

const shop = await openTestShop();
const { app, ask } = shop;
const { placed, product, pay, look, key } = selling(shop);
const { token } = await openAdmin(shop);
const bank = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "BYLADEM1001", bank_name: "Bank" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: bank }));
const realNow = app.now;
afterEach(() => {
  app.now = realNow;
});
const expireAll = async () => {
  app.now = () => new Date(Date.now() + 60 * 86_400_000);
  await expireOverdue(app);
};

test("Order: the items of an expired order placed by staff are not put into the customer's cart", async () => {
  const buyer = await shop.person();
  const goods = { lines: [{ variation_id: (await product()).id, quantity: 2 }] };
  const quoted = await ask("POST /orders/manual/quote", { token, body: { ...goods, country: "DE" } });
  const to = { email: buyer.email, customer_id: buyer.id, shipping_address: home };
  const body = { ...goods, ...to, payment: "bank_transfer", quote_hash: quoted.body.data.quote_hash };
  const { id, total } = (await ask("POST /orders/manual", { token, headers: key(), body })).body.data;
  await expireAll();
  expect((await look({ token } as Buyer, id)).status).toBe("expired");
  expect((await ask("GET /cart", { token: buyer.token })).body.quantity).toBe(0);
  await ask(`POST /payments/${id}/received`, { token, headers: key(), body: { amount: total.amount } });
  expect((await look({ token } as Buyer, id)).status).toBe("confirmed");
  expect((await ask("GET /cart", { token: buyer.token })).body.quantity).toBe(0);
});

test("Order: an expired order makes no cart for a deleted account", async () => {
  const { id, buyer } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await ask(`POST /customers/${buyer.id}/erasure`, { token, body: { confirmation: buyer.email } });
  await expireAll();
  const { rows } = await sql`select from carts where user_id = ${buyer.id} and status = 'active'`.execute(app.db);
  expect(rows).toHaveLength(0);
});
