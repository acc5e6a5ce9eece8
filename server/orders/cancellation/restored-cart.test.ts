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

/** An order that staff placed for a customer, who pays by transfer. */
async function placedByStaff() {
  const buyer = await shop.person();
  const goods = { lines: [{ variation_id: (await product()).id, quantity: 2 }] };
  const quoted = await ask("POST /orders/manual/quote", { token, body: { ...goods, country: "DE" } });
  const to = { email: buyer.email, customer_id: buyer.id, shipping_address: home };
  const body = { ...goods, ...to, payment: "bank_transfer", quote_hash: quoted.body.data.quote_hash };
  const { id, total } = (await ask("POST /orders/manual", { token, headers: key(), body })).body.data;
  return { buyer, id: id as string, total };
}

test("Order: one that staff placed is not cancelled to be edited, as its items would return to no cart", async () => {
  const [{ buyer, id }, own] = [await placedByStaff(), await placed()];
  const edit = ({ token }: Buyer, id: string) => {
    const body = { status: "pending_payment", to_cart: true };
    return ask(`POST /orders/${id}/cancel`, { token, headers: key(), body });
  };
  expect(await edit(buyer, id)).toMatchObject({ status: 409, body: { code: "order_state" } });
  expect(await look(buyer, id)).toMatchObject({ status: "pending_payment", from_cart: false });
  const list = (await ask("GET /orders", { token: buyer.token })).body.data;
  expect(list).toMatchObject([{ id, from_cart: false }]);
  expect(await look(own.buyer, own.id)).toMatchObject({ from_cart: true });
  expect(await edit(own.buyer, own.id)).toMatchObject({ status: 200, body: { data: { status: "cancelled" } } });
  expect((await ask("GET /cart", { token: own.buyer.token })).body.quantity).toBe(1);
  const { rows } = await sql`select template from email_outbox where facts ->> 'order_id' = ${own.id}`.execute(app.db);
  expect(rows).not.toContainEqual({ template: "order_cancelled" });
  expect((await ask("GET /notifications", { token: own.buyer.token })).body.data).toEqual([]);
  const timeline = async (as: Buyer) => (await look(as, own.id)).timeline.at(-1).text;
  expect(await timeline(own.buyer)).toBe("The order was edited. Its items are back in the cart.");
});

test("Order: only its customer edits an order; staff who return its items to the cart cancel it, and the customer is told", async () => {
  const { id, buyer } = await placed();
  const body = { status: "pending_payment", to_cart: true };
  expect((await ask(`POST /orders/${id}/cancel`, { token, headers: key(), body })).status).toBe(200);
  const lastText = async (as: Buyer) => (await look(as, id)).timeline.at(-1).text;
  expect([await lastText(buyer), await lastText({ token } as Buyer)]).toEqual(["Order cancelled.", "Order cancelled."]);
  const { rows } = await sql`select template from email_outbox where facts ->> 'order_id' = ${id}`.execute(app.db);
  expect(rows).toContainEqual({ template: "order_cancelled" });
  expect((await ask("GET /notifications", { token: buyer.token })).body.data).toHaveLength(1);
  expect((await ask("GET /cart", { token: buyer.token })).body.quantity).toBe(1);
});

test("Order: all overdue orders expire in one run, however many there are", async () => {
  const overdue = [await placed(), await placed(), await placed()];
  app.now = () => new Date(Date.now() + 60 * 86_400_000);
  await expireOverdue(app, 1);
  for (const { buyer, id } of overdue) expect((await look(buyer, id)).status).toBe("expired");
});

test("Order: the timeline says that items are back in the cart only of an order that came from one", async () => {
  const [{ buyer, id }, own] = [await placedByStaff(), await placed()];
  await expireAll();
  const expiredText = async (buyer: Buyer, id: string) =>
    (await look(buyer, id)).timeline.find(({ type }: { type: string }) => type === "expired").text;
  expect(await expiredText(buyer, id)).toBe("The order expired before it was paid.");
  expect(await expiredText(own.buyer, own.id)).toMatch(/back in the cart/);
});

test("Order: the items of an expired order placed by staff are not put into the customer's cart", async () => {
  const { buyer, id, total } = await placedByStaff();
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
