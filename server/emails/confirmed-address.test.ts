import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenSecret } from "#server/accounts/accounts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { DomainEvents } from "#server/platform/events.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { product, fill, order, pay, look } = selling(shop);
const admin = await shop.person("admin");
const requested: DomainEvents["account.email_requested"][] = [];
app.events.on("account.email_requested", async (_tx, email) => void requested.push(email));

const to = (email: string) => server.received.filter((one) => one.to?.some(({ address }) => address === email));
const subjects = (email: string) => to(email).map(({ subject }) => subject);
/** The browser that customers sign up and confirm in. */
const browser = { cookie: "device_id=of-the-customer" };
const confirm = async (email: string, purpose: "verify" | "contact_email") => {
  const { tokenId } = requested.findLast((one) => one.kind === purpose && one.to === email) ?? {};
  const body = { token: tokenSecret(app, purpose, tokenId ?? "") };
  expect((await ask("POST /auth/email/confirm", { headers: browser, body })).status).toBe(200);
};
/** A paid order whose emails are requested at `email`. */
async function buy(buyer: { id: number; token: string; email: string }, change: object = {}, how?: object) {
  await fill(buyer, (await product()).id);
  const { body } = await order(buyer, change);
  await pay(buyer, body.data.id, how);
  await app.jobs.drain();
  return body.data;
}
const home = {
  fullname: "Visit evil.example",
  line1: "https://evil.example/now",
  city: "Berlin",
  postal_code: "10115",
  country: "DE",
};

test("C11 a stranger's address gets one request without the sender's words, and no more until it is confirmed", async () => {
  const [buyer, stranger] = [await shop.person(), "stranger@example.com"];
  const placed = await buy(buyer, { email: stranger, shipping_address: home });
  expect(placed.customer).toMatchObject({ email: buyer.email, unconfirmed_email: stranger });
  expect(subjects(stranger)).toEqual(["Confirm your email address for an order"]);
  expect(to(stranger)[0]?.html).not.toContain("evil");
  expect(subjects(buyer.email)).toEqual([`Order ${placed.number} is confirmed`]);
  for (let more = 0; more < 4; more++) await buy(buyer, { email: stranger });
  expect(subjects(stranger)).toHaveLength(3);

  await confirm(stranger, "contact_email");
  expect((await look(buyer, placed.id)).customer).toMatchObject({ email: stranger, unconfirmed_email: null });
  const shipment = { token: admin.token, body: { carrier: "DHL" } };
  await ask(`POST /orders/${placed.id}/fulfilments`, shipment);
  await app.jobs.drain();
  expect(subjects(stranger)).toContain(`Order ${placed.number} is on its way`);
  const next = await buy(buyer, { email: stranger.toUpperCase() });
  expect(next.customer.unconfirmed_email).toBeNull();
});

test("a buyer who has not confirmed an address gets the order's emails there, without what the buyer typed", async () => {
  const body = { email: "new.buyer@example.com", password: "battery staple" };
  const { access_token: token, user } = (await ask("POST /auth/register", { body })).body;
  const buyer = { id: user.id, token, email: body.email };
  const placed = await buy(buyer, { email: body.email, shipping_address: home, note: "evil note" });
  expect(subjects(body.email)).toEqual(["Confirm your email address", `Order ${placed.number} is confirmed`]);
  const [, confirmation] = to(body.email);
  expect(confirmation?.text).toMatch(/1 × Cup[\s\S]*Total/);
  expect(confirmation?.html).not.toContain("evil");
});

test("a buyer who has not confirmed an address gets the bank details of a transfer there", async () => {
  const account = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "", bank_name: "" };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  const body = { email: "transfer.buyer@example.com", password: "battery staple" };
  const { access_token: token, user } = (await ask("POST /auth/register", { body })).body;
  const placed = await buy({ id: user.id, token, email: body.email }, { shipping_address: home }, { provider: "bank" });
  const email = to(body.email).find(({ subject }) => subject === `Payment instructions for order ${placed.number}`);
  expect(email?.text).toMatch(/DE02 1203 0000 0000 2020 51/);
  expect(email?.html).not.toContain("evil");
});

test("more than three orders a day at an unconfirmed address wait for its confirmation", async () => {
  const body = { email: "many.orders@example.com", password: "battery staple" };
  const { access_token: token, user } = (await ask("POST /auth/register", { headers: browser, body })).body;
  const buyer = { id: user.id, token, email: body.email };
  const numbers: number[] = [];
  for (let made = 0; made < 5; made++) numbers.push((await buy(buyer, { email: body.email })).number);
  const confirmed = (of: number[]) => of.map((number) => `Order ${number} is confirmed`);
  expect(subjects(body.email).slice(1)).toEqual(confirmed(numbers.slice(0, 3)));
  await confirm(body.email, "verify");
  await app.jobs.drain();
  expect(subjects(body.email).slice(1).toSorted()).toEqual(confirmed(numbers));
  await confirmNothingTwice(body.email);
});

test("what strangers order with an address and don't pay for takes no email of its owner's orders", async () => {
  const email = "owner.of@example.com";
  const guest = async (number: number) => {
    const headers = { "x-forwarded-for": `10.4.0.${number}`, cookie: `device_id=stranger-${number}` };
    const { body } = await ask("POST /auth/guest", { headers, body: { email } });
    return { id: body.user.id as number, token: body.access_token as string, email };
  };
  // Cash on delivery: confirmed without a payment.
  for (let stranger = 1; stranger <= 4; stranger++) {
    const one = await guest(stranger);
    for (let made = 0; made < 3; made++) await buy(one, {}, { provider: "cod" });
  }
  expect(to(email)).toHaveLength(9);
  const owner = await guest(5);
  const { number } = await buy(owner);
  expect(subjects(email).at(-1)).toBe(`Order ${number} is confirmed`);
});

test("an unconfirmed address gets at most twenty emails about an order, whatever is done with it, on any day", async () => {
  const email = "victim@example.com";
  const headers = { "x-forwarded-for": "10.4.1.1", cookie: "device_id=victim" };
  const { body } = await ask("POST /auth/guest", { headers, body: { email } });
  const guest = { id: body.user.id as number, token: body.access_token as string, email };
  await fill(guest, (await product({ stock: 100 })).id, 30);
  const placed = (await order(guest)).body.data;
  await pay(guest, placed.id, { provider: "cod" });
  const { key } = (await ask(`GET /orders/${placed.id}/withdrawal`, { token: guest.token })).body.data;
  const items = [{ order_item_id: placed.items[0].id, quantity: 1 }];
  const asked = { name: "x", order_number: placed.number, email, key, items };
  for (let unit = 0; unit < 25; unit++) {
    await ask("POST /withdrawals", { headers: { "idempotency-key": randomUUID() }, body: asked });
    await app.jobs.drain();
    await sql`update email_outbox set sent_at = sent_at - interval '25 hours' where user_id = ${guest.id}`.execute(
      app.db,
    );
  }
  expect((await look(guest, placed.id)).items[0].cancelled_qty).toBe(25);
  expect(to(email)).toHaveLength(20);
});

test("an address gets the confirmation again at the buyer's request once it is confirmed, and sooner if staff ask", async () => {
  const email = "again@example.com";
  const headers = { "x-forwarded-for": "10.4.2.1", ...browser };
  const { body } = await ask("POST /auth/guest", { headers, body: { email } });
  const guest = { id: body.user.id as number, token: body.access_token as string, email };
  const placed = await buy(guest, {}, { provider: "cod" });
  const resend = async (token: string) => {
    const { status } = await ask(`POST /orders/${placed.id}/confirmation`, { token });
    await app.jobs.drain();
    return status;
  };
  expect((await look(guest, placed.id)).actions).not.toContain("resend_confirmation");
  expect(await resend(guest.token)).toBe(409);
  expect(to(email)).toHaveLength(1);
  expect(await resend(admin.token)).toBe(200);
  expect(to(email)).toHaveLength(2);
  await sql`update orders set email = requested_email, requested_email = null where id = ${placed.id}`.execute(app.db);
  expect((await look(guest, placed.id)).actions).toContain("resend_confirmation");
  expect(await resend(guest.token)).toBe(200);
  expect(to(email)).toHaveLength(3);
});

test("a customer whom staff entered gets the order's emails, and no welcome", async () => {
  const email = "by.phone@example.com";
  const line = { variation_id: (await product()).id, quantity: 1 };
  const quoted = await ask("POST /orders/manual/quote", { token: admin.token, body: { lines: [line], country: "DE" } });
  const address = { ...home, line1: "Main Street 1", fullname: "Käthe Kundin" };
  const sent = await ask("POST /orders/manual", {
    token: admin.token,
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { lines: [line], email, shipping_address: address, payment: "cash", quote_hash: quoted.body.data.quote_hash },
  });
  expect(sent.status).toBe(201);
  await ask(`POST /orders/${sent.body.data.id}/fulfilments`, { token: admin.token, body: { carrier: "DHL" } });
  await app.jobs.drain();
  const { number } = sent.body.data;
  expect(subjects(email)).toEqual([`Order ${number} is confirmed`, `Order ${number} is on its way`]);
});

async function confirmNothingTwice(email: string) {
  const before = to(email).length;
  await app.jobs.drain();
  expect(to(email)).toHaveLength(before);
}

test("C11 what a customer typed is never a link in an email", async () => {
  const buyer = await shop.person();
  await buy(buyer, { shipping_address: home });
  const [email] = to(buyer.email);
  for (const body of [email?.html ?? "", email?.text ?? ""]) {
    expect(body).toContain("evil");
    expect(body).not.toMatch(/evil\.example|https:\/\/evil/);
  }
});
