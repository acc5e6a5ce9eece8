import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { type Buyer, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
// The templates are loaded with the first email, which is slow on a busy machine.
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({
  smtpUrl: server.url(),
  publicUrl: "https://shop.example",
  shopLocale: "en-GB",
  logLevel: "silent",
});
const { app, ask } = shop;
const { placed, product, fill, order, pay, look, key } = selling(shop);
const admin = await shop.person("admin");
const account = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "BYLADEM1001", bank_name: "Bank" };
await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account, timezone: "Asia/Tokyo" }));
const realNow = app.now;

afterEach(() => {
  app.now = realNow;
});

const emailsTo = (email: string) => server.received.filter((one) => one.to?.some(({ address }) => address === email));
const subjects = (email: string) => emailsTo(email).map(({ subject }) => subject);
const bell = async ({ token }: Buyer): Promise<{ type: string; title: string; link: string }[]> =>
  (await ask("GET /notifications", { token })).body.data;
/** Expires the order after the three banking days to pay by transfer, holidays between them included. The job runs twice. */
async function expireOrder(id: string) {
  app.now = () => new Date(Date.now() + (10 * 24 * 60 + 1) * 60_000);
  for (const _ of [1, 2]) {
    await app.jobs.add(app.db, "orders.expire", { orderId: id });
    await app.jobs.drain();
  }
}
const missed = (number: number) => `Order ${number} expired because no transfer arrived`;

test("C11 bank transfer instructions have the due date in the shop's time zone and locale", async () => {
  app.now = () => new Date("2031-03-04T18:30:00Z");
  const { buyer, id } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await app.jobs.drain();
  const text = emailsTo(buyer.email)[0]?.text ?? "";
  expect(text).toContain("10 March 2031 at 03:30");
  expect(text.toUpperCase()).toContain("WE'VE RECEIVED YOUR ORDER");
  expect(emailsTo(buyer.email)[0]?.html).toMatch(/white-space:normal[^>]*>DE02 1203/);
});

test("a transfer that is chosen again is the same payment, and its instructions are sent once", async () => {
  const { buyer, id, order } = await placed();
  const transfer = async () => (await pay(buyer, id, { provider: "bank" })).body.data;
  const first = await transfer();
  expect((await transfer()).payment_id).toBe(first.payment_id);
  await pay(buyer, id, { outcome: "decline", provider: "demo" });
  expect((await transfer()).payment_id).not.toBe(first.payment_id);
  await app.jobs.drain();
  const instructions = `Payment instructions for order ${order.number}`;
  expect(subjects(buyer.email)).toEqual([instructions]);
  // To another account they are others.
  const other = { ...account, iban: "DE89370400440532013000" };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: other }));
  await transfer();
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([instructions, instructions]);
});

test("an order can be tried to be paid thirty times a day", async () => {
  const { buyer, id } = await placed();
  const decline = () => pay(buyer, id, { provider: "demo", outcome: "decline" });
  for (let tried = 0; tried < 30; tried++) expect((await decline()).status).toBe(201);
  const refused = await decline();
  expect([refused.status, Number(refused.headers["retry-after"]) > 86_000]).toEqual([429, true]);
});

test("C11 payment instructions that are sent late are not sent for an order that was paid or cancelled meanwhile", async () => {
  const { buyer, id, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  const body = { amount: order.total.amount };
  await ask(`POST /payments/${id}/received`, { token: admin.token, headers: key(), body });
  const cancelled = await placed();
  await pay(cancelled.buyer, cancelled.id, { provider: "bank" });
  await ask(`POST /orders/${cancelled.id}/cancel`, { token: cancelled.buyer.token, headers: key(), body: {} });
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([`Order ${order.number} is confirmed`]);
  expect(subjects(cancelled.buyer.email)).not.toContain(`Payment instructions for order ${cancelled.order.number}`);
});

test("C11 an order that expired without a transfer has one email and one notification", async () => {
  const { buyer, id, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await expireOrder(id);
  expect((await look(buyer, id)).status).toBe("expired");
  expect(subjects(buyer.email)).toEqual([`Payment instructions for order ${order.number}`, missed(order.number)]);
  expect(emailsTo(buyer.email)[1]?.text).toMatch(/back in your cart[\s\S]*https:\/\/shop\.example\/cart/);
  expect(await bell(buyer)).toMatchObject([
    { type: "order_expired", title: missed(order.number), link: `/account/orders/${id}` },
  ]);
});

test("C11 the email about an expired order that staff placed says nothing of a cart, as its items came from none", async () => {
  const [buyer, variation] = [await shop.person(), await product()];
  const goods = { lines: [{ variation_id: variation.id, quantity: 1 }] };
  const quoted = await ask("POST /orders/manual/quote", { token: admin.token, body: { country: "DE", ...goods } });
  const address = { fullname: "Ada", line1: "Main Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
  const { quote_hash } = quoted.body.data;
  const body = { ...goods, email: buyer.email, shipping_address: address, payment: "bank_transfer", quote_hash };
  const { data } = (await ask("POST /orders/manual", { token: admin.token, headers: key(), body })).body;
  await expireOrder(data.id);
  const [instructions, email] = [emailsTo(buyer.email)[0], emailsTo(buyer.email).at(-1)];
  expect(instructions?.text).toMatch(/Your payment must arrive by .*/);
  expect(email?.subject).toBe(missed(data.number));
  for (const { text } of [instructions, email].filter((one) => one !== undefined)) expect(text).not.toMatch(/cart/i);
});

test("C11 other unpaid orders expire without an email, also if a transfer was chosen before", async () => {
  const card = await placed();
  await pay(card.buyer, card.id, { provider: "demo", outcome: "decline" });
  const untried = await placed();
  const changed = await placed();
  await pay(changed.buyer, changed.id, { provider: "bank" });
  await pay(changed.buyer, changed.id, { provider: "demo", outcome: "decline" });
  for (const { buyer, id, order } of [card, untried, changed]) {
    await expireOrder(id);
    expect((await look(buyer, id)).status).toBe("expired");
    expect(subjects(buyer.email)).not.toContain(missed(order.number));
    expect(await bell(buyer)).toEqual([]);
  }
});

test("C11 an order reopened by a late transfer before its email was sent has no expiry email", async () => {
  const { buyer, id, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await app.jobs.drain();
  await server.stop();
  await expireOrder(id);
  const body = { amount: order.total.amount };
  await ask(`POST /payments/${id}/received`, { token: admin.token, headers: key(), body });
  expect((await look(buyer, id)).status).toBe("confirmed");
  await server.start();
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(app.db);
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([
    `Payment instructions for order ${order.number}`,
    `Order ${order.number} is confirmed`,
  ]);
});

test("C11 a deleted account gets the expiry email, without a mention of the cart", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await ask("POST /auth/register", { body: { email, password: "battery staple" } });
  const buyer = { id: body.user.id, token: body.access_token, email } as Buyer;
  await sql`update users set email_verified_at = now() where id = ${buyer.id}`.execute(app.db);
  await fill(buyer, (await product()).id);
  const { id } = (await order(buyer)).body.data;
  await pay(buyer, id, { provider: "bank" });
  await app.jobs.drain();
  await ask("POST /account/deletion", { token: buyer.token, body: { password: "battery staple" } });
  await expireOrder(id);
  const [ended] = emailsTo(email).filter(({ subject }) => subject?.includes("expired"));
  expect(ended?.text).toContain("Your money is safe.");
  expect(ended?.text).not.toContain("cart");
});
