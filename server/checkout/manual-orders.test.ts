import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openAdmin } from "#server/testing/admin.ts";
import { home, selling } from "#server/testing/selling.ts";
import { checkFiguresAfterEach, openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const { ask, app } = shop;
const account = {
  account_holder: "Kiosk GmbH",
  iban: "DE02100500000054540402",
  bic: "BELADEBE",
  bank_name: "Sparkasse",
};
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
const { product, fill, order, key } = selling(shop);
const { token, coupon } = await openAdmin(shop);

checkFiguresAfterEach(shop);

const quoteOf = (body: object) => ask("POST /orders/manual/quote", { token, body: { country: "DE", ...body } });

/** Places a manual order at the price quoted for it. */
async function place(goods: object, change: object = {}, headers = key()) {
  const quoted = await quoteOf(goods);
  const body = {
    ...goods,
    email: `${randomUUID()}@example.com`,
    shipping_address: home,
    payment: "link",
    quote_hash: quoted.body.data?.quote_hash ?? "",
    ...change,
  };
  return ask("POST /orders/manual", { token, headers, body });
}
const one = (variationId: number, quantity = 1) => ({ lines: [{ variation_id: variationId, quantity }] });
const discount = (kind: string, value: number) => ({ discount: { kind, value, reason: "Regular customer" } });

const entriesOf = async (orderId: string) =>
  (
    await sql<{ kind: string; amount: number; actor_type: string }>`
      select kind, sum(amount)::int8 as amount, actor_type
      from order_transactions
      where order_id = ${orderId}::uuid
      group by kind, actor_type
      order by kind`.execute(app.db)
  ).rows;

test("A6 an order paid in cash is confirmed at once, its figures are those of the quote, the ledger adds up", async () => {
  const { id } = await product({ price: 2000, stock: 5 });
  const goods = { ...one(id, 2), ...discount("percent", 1000) };
  const { totals } = (await quoteOf(goods)).body.data;
  const placed = await place(goods, { payment: "cash" });
  expect([placed.status, placed.body.code]).toEqual([201, undefined]);
  expect(placed.body.data).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    payment_method: "cash",
    totals,
  });
  expect(placed.body.data.payments).toMatchObject([{ provider: "cash", status: "captured" }]);
  expect(totals).toMatchObject({ subtotal: { amount: 4000 }, discount: { amount: 400 } });
  expect(totals.tax.amount).toBeGreaterThan(0);
  expect(placed.body.data.reasons).toContainEqual(expect.objectContaining({ text: "10% off: Regular customer" }));
  const audited = await ask(`GET /audit?entity=order&entity_id=${placed.body.data.id}`, { token });
  expect(audited.body.data).toMatchObject([{ action: "POST /orders/manual" }]);
  const entries = await entriesOf(placed.body.data.id);
  expect(entries.find(({ kind }) => kind === "charge")).toMatchObject({
    amount: totals.total.amount,
    actor_type: "admin",
  });
  expect(entries.find(({ kind }) => kind === "payment")?.amount).toBe(totals.total.amount);
});

test("A6 an order taken by phone leaves no address in the audit log once it is anonymized", async () => {
  const { id } = (await place(one((await product()).id))).body.data;
  const audited = async () => (await ask(`GET /audit?entity=order&entity_id=${id}`, { token })).body.data;
  expect(await audited()).toMatchObject([{ action: "POST /orders/manual", after: { id } }]);
  await inTransaction(app.db, (tx) => app.events.emit(tx, "order.anonymized", { orderIds: [id], returnIds: [] }));
  expect(await audited()).toMatchObject([{ action: "POST /orders/manual", after: null }]);
});

test("A6 a discount is at most the price of the items", async () => {
  const { id } = await product({ price: 1500 });
  const { totals } = (await quoteOf({ ...one(id), ...discount("fixed", 99_999) })).body.data;
  expect([totals.discount.amount, totals.total.amount]).toEqual([1500, totals.shipping.amount]);
  expect((await quoteOf({ ...one(id), ...discount("percent", 10_001) })).status).toBe(400);
  expect((await quoteOf({ ...one(id), ...discount("fixed", 100), coupon_code: "ANY" })).status).toBe(400);
});

test("A6 a coupon is redeemed for the customer and not beyond its last use", async () => {
  const { id } = await product({ price: 2000 });
  const { code } = await coupon({ max_uses: 1 });
  const customer = { customer_id: (await shop.person()).id };
  const goods = { ...one(id), coupon_code: code.toLowerCase(), ...customer };
  const agreed = (await quoteOf(goods)).body.data;
  expect([agreed.coupon.state, agreed.totals.discount.amount]).toEqual(["applied", 200]);
  const placed = await place(goods);
  expect(placed.body.data).toMatchObject({ coupon_code: code, customer: { id: customer.customer_id } });
  const late = await place(goods, { quote_hash: agreed.quote_hash });
  expect([late.body.code, late.body.quote.coupon.state]).toEqual(["quote_changed", "used_up"]);
});

test("A6 with too little stock nothing is ordered and the line is named", async () => {
  const { id } = await product({ stock: 2 });
  const placed = await place(one(id, 3));
  expect([placed.status, placed.body.code]).toEqual([409, "out_of_stock"]);
  expect(placed.body.short).toEqual([{ variation_id: id, available: 2, name: "Cup" }]);
  expect((await place(one(id, 2))).status).toBe(201);
});

test("A6 a staff order and a checkout never both get the last unit", async () => {
  const { id } = await product({ stock: 1 });
  const buyer = await shop.person();
  await fill(buyer, id);
  const agreed = (await quoteOf(one(id))).body.data;
  const answers = await Promise.all([place(one(id), { quote_hash: agreed.quote_hash }), order(buyer)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("A6 an order by email creates one account, and the link to pay goes to that address", async () => {
  const { id } = await product();
  const email = `${randomUUID()}@example.com`;
  const [first, second] = [await place(one(id), { email }), await place(one(id), { email: email.toUpperCase() })];
  expect(first.body.data).toMatchObject({
    status: "pending_payment",
    customer: { fullname: "Ada Lovelace", email: null, unconfirmed_email: email },
  });
  expect(second.body.data.customer.id).toBe(first.body.data.customer.id);
  const { rows } = await sql`
    select recipient
    from email_outbox
    where dedupe_key = ${`order_payment_link:${first.body.data.id}`}`.execute(app.db);
  expect(rows).toEqual([{ recipient: email }]);
});

test("A6 an order by bank transfer awaits the transfer for as long as the shop allows", async () => {
  const { id } = await product();
  const { body } = await place(one(id), { payment: "bank_transfer" });
  expect(body.data).toMatchObject({ status: "pending_payment", payments: [{ provider: "bank" }] });
  expect(body.data.actions).toContain("receive_transfer");
  expect(Date.parse(body.data.expires_at) - Date.parse(body.data.placed_at)).toBeGreaterThan(86_400_000);
});

test("A6 a repeated request places no second order; only staff who may change orders place one", async () => {
  const { id } = await product({ stock: 5 });
  const headers = key();
  const body = { email: `${randomUUID()}@example.com` };
  const [first, again] = [await place(one(id), body, headers), await place(one(id), body, headers)];
  expect(again.body.data.id).toBe(first.body.data.id);
  const { token: customer } = await shop.person();
  const other = { ...one(id), email: body.email, shipping_address: home, payment: "link", quote_hash: "" };
  const denied = await ask("POST /orders/manual", { token: customer, headers: key(), body: other });
  expect([denied.status, (await place(one(id), { quote_hash: "old" })).body.code]).toEqual([403, "quote_changed"]);
});

test("A6 staff choose the language of the customer's emails among those of the shop", async () => {
  await inTransaction(app.db, (tx) => updateSettings(tx, { other_languages: ["de"] }));
  const goods = one((await product({ stock: 5 })).id);
  const languageOf = async (change: object) => {
    const { body } = await place(goods, change);
    const { rows } = await sql<{ language: string | null }>`
      select language from orders where id = ${body.data.id}::uuid`.execute(app.db);
    return rows[0]?.language;
  };
  expect([await languageOf({ language: "de" }), await languageOf({})]).toEqual(["de", null]);
  const unknown = await place(goods, { language: "fr" });
  expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, "language"]);
});
