import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/platform/config.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { suppressEmails } from "./emails.ts";
import { mailServer } from "./mail-server.fixture.ts";
import { queueEmail } from "./outbox.sql.ts";
import { sendQueuedEmail } from "./send.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
// The templates are loaded with the first email, which is slow on a busy machine.
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop({
  smtpUrl: server.url(),
  publicUrl: "https://shop.example",
  mailFrom: "orders@shop.example",
});
const { app, ask } = shop;
const { placed, bought, pay } = selling(shop);
const admin = await shop.person("admin");

interface Row {
  id: string;
  template: string;
  attempts: number;
  sent_at: string | null;
  dropped_at: string | null;
  last_error: string | null;
  held: boolean;
}
const outbox = async (where = sql`true`) =>
  (
    await sql<Row>`
      select id, template, attempts, sent_at, dropped_at, last_error, claimed_until is not null as held
      from email_outbox where ${where} order by created_at, id`.execute(app.db)
  ).rows;
const to = (email: string) => server.received.filter((one) => one.to?.some(({ address }) => address === email));
const subjects = (email: string) => to(email).map(({ subject }) => subject);
/** Makes all jobs that wait for a retry due now. */
const later = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(app.db);
const someCause = () => ({
  template: "password_changed",
  to: `${crypto.randomUUID()}@example.com`,
  dedupeKey: crypto.randomUUID(),
});

test("C11 every step of an order has an email, in HTML and as plain text, with links to this shop", async () => {
  const { buyer, id, order } = await bought({ quantity: 2 });
  const shipment = { carrier: "DHL", tracking_number: "JD014", tracking_url: "https://track.example/JD014" };
  const shipped = await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: shipment });
  await ask(`POST /fulfilments/${shipped.body.data.fulfilments[0].id}/deliver`, { token: admin.token });
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([
    `Order ${order.number} is confirmed`,
    `Order ${order.number} is on its way`,
    `Order ${order.number} has been delivered. How was it?`,
  ]);
  const [confirmed, onItsWay, arrived] = to(buyer.email);
  expect(confirmed?.from).toEqual({ name: "Kiosk", address: "orders@shop.example" });
  expect(confirmed?.html).toContain(`https://shop.example/account/orders/${id}`);
  expect(confirmed?.html).toContain("prefers-color-scheme: dark");
  expect(confirmed?.text).toMatch(/2 × Cup[\s\S]*€20/);
  expect(confirmed?.text).toMatch(/Berlin\s+Germany/);
  expect(confirmed?.text).toContain(`https://shop.example/account/orders/${id}`);
  expect(onItsWay?.text).toContain("https://track.example/JD014");
  expect(arrived?.text).toContain("https://shop.example/account/reviews");
});

test("C11 an order's emails show its items, as JPEG, which every mail program shows", async () => {
  const { buyer, id } = await placed();
  const thumbnail = "/images/0123456789abcdef0123/150.webp";
  await sql`update order_lines set thumbnail = ${thumbnail} where order_id = ${id}`.execute(app.db);
  await pay(buyer, id, { provider: "demo" });
  await app.jobs.drain();
  expect(to(buyer.email)[0]?.html).toContain('src="https://shop.example/images/0123456789abcdef0123/150.jpeg"');
});

test("C11 a cancelled order has an email; an order nobody paid for has none", async () => {
  const other = await bought();
  await ask(`POST /orders/${other.id}/cancel`, { token: other.buyer.token, body: {} });
  const unpaid = await placed();
  await app.jobs.drain();
  expect(subjects(other.buyer.email)).toContain(`Order ${other.order.number} is cancelled`);
  expect(subjects(unpaid.buyer.email)).toEqual([]);
});

test("C11 bank transfer instructions are sent as soon as the method is chosen", async () => {
  const account = {
    account_holder: "Kiosk",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
    bank_name: "A bank",
  };
  await inTransaction(app.db, (tx) => updateSettings(tx, { bank_account: account }));
  const { buyer, id, order } = await placed();
  await pay(buyer, id, { provider: "bank" });
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([`Payment instructions for order ${order.number}`]);
  expect(to(buyer.email)[0]?.text).toMatch(/DE02 1203[\s\S]*Reference[\s\S]*€10/);
});

test("C11 refunds and the steps of a return have one email each", async () => {
  const { buyer, id, order } = await bought();
  const event = { orderId: id, userId: buyer.id, number: order.number };
  await inTransaction(app.db, async (tx) => {
    for (const cause of ["one", "two", "two"]) {
      const sent = { ...event, cause, amount: 200, currency: "EUR", onCards: false, byHand: false };
      await app.events.emit(tx, "order.refunded", sent);
    }
    for (const step of ["requested", "approved", "rejected", "closed", "received"] as const)
      await app.events.emit(tx, `order.return_${step}`, { ...event, returnId: crypto.randomUUID(), returnNumber: 1 });
  });
  await app.jobs.drain();
  expect(subjects(buyer.email).toSorted()).toEqual(
    [
      `Order ${order.number} is confirmed`,
      `Refund for order ${order.number}`,
      `Refund for order ${order.number}`,
      `We've received your return request: order ${order.number}`,
      `Your return is approved: order ${order.number}`,
      `Your return was declined: order ${order.number}`,
      `Your return is closed: order ${order.number}`,
      `We've received your return: order ${order.number}`,
    ].toSorted(),
  );
  expect(to(buyer.email).some(({ text }) => text?.includes("a refund of €2.00 "))).toBe(true);
  // What was refunded for it is refunded by now.
  const received = to(buyer.email).find(({ subject }) => subject?.startsWith("We've received your return:"));
  expect(received?.text).toContain("We've checked the items. Your order shows what is refunded.");
});

test("C11 back-in-stock emails are sent, also without an account", async () => {
  const { product } = selling(shop);
  const { id } = await product({ stock: 3 });
  const buyer = await shop.person();
  const guest = `${crypto.randomUUID()}@example.com`;
  const waiting = [
    { id: 1, variation_id: id, user_id: buyer.id, email: null },
    { id: 2, variation_id: id, user_id: null, email: guest },
  ];
  await inTransaction(app.db, (tx) => app.events.emit(tx, "stock.replenished", { waiting }));
  await app.jobs.drain();
  for (const email of [buyer.email, guest]) expect(subjects(email)).toEqual(["Cup is back in stock"]);
});

test("C11 an email is queued once in the transaction of its cause, and not if that is rolled back", async () => {
  const { buyer, id, order } = await placed();
  await pay(buyer, id);
  const event = { orderId: id, userId: buyer.id, number: order.number };
  await inTransaction(app.db, (tx) => app.events.emit(tx, "order.confirmed", event));
  const undone = someCause();
  await inTransaction(app.db, async (tx) => {
    await queueEmail(tx, undone);
    throw new Error("undone");
  }).catch(() => undefined);
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([`Order ${order.number} is confirmed`]);
  expect(to(undone.to)).toEqual([]);
});

test("Ops: with the mail server down orders work, and the emails are sent once when it is back", async () => {
  await server.stop();
  const made = [await bought(), await bought(), await bought()];
  await app.jobs.drain();
  const waiting = await outbox(sql`sent_at is null and dropped_at is null`);
  expect(waiting.map(({ template, last_error, held }) => [template, held, /ESOCKET/.test(last_error ?? "")])).toEqual(
    made.map(() => ["order_confirmed", false, true]),
  );
  const { rows } = await sql<{ tries: number; wait: boolean }>`
    select attempts as tries, run_at > now() as wait
    from graphile_worker.jobs
    where task_identifier = 'emails.send'`.execute(app.db);
  expect(rows).toEqual(made.map(() => ({ tries: 1, wait: true })));
  await server.start();
  await later();
  await app.jobs.drain();
  for (const { buyer, order } of made) expect(subjects(buyer.email)).toEqual([`Order ${order.number} is confirmed`]);
  expect(await outbox(sql`sent_at is null and dropped_at is null`)).toEqual([]);
});

test("Ops: concurrent senders of one email send it once", async () => {
  const cause = someCause();
  await queueEmail(app.db, cause);
  const [email] = await outbox(sql`dedupe_key = ${cause.dedupeKey}`);
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => sendQueuedEmail(app, email?.id ?? "")));
  expect(tries.some(({ status }) => status === "fulfilled")).toBe(true);
  await sendQueuedEmail(app, email?.id ?? "");
  await app.jobs.drain();
  expect(to(cause.to)).toHaveLength(1);
});

test("Ops: an email interrupted between sending and marking it as sent is sent again with the same Message-ID", async () => {
  const cause = someCause();
  await queueEmail(app.db, cause);
  const [email] = await outbox(sql`dedupe_key = ${cause.dedupeKey}`);
  const id = email?.id ?? "";
  await sendQueuedEmail(app, id);
  // As after a crash: it was sent, but its row is still claimed.
  await sql`
    update email_outbox
    set sent_at = null, claimed_until = now() + interval '1 minute'
    where id = ${id}`.execute(app.db);
  await expect(sendQueuedEmail(app, id)).rejects.toThrow("somebody is sending");
  expect(to(cause.to)).toHaveLength(1);
  await sql`update email_outbox set claimed_until = now() - interval '1 second' where id = ${id}`.execute(app.db);
  await sendQueuedEmail(app, id);
  const sent = to(cause.to);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ messageId }) => messageId))).toEqual(new Set([`<${id}@shop.example>`]));
});

test("Ops H7: permanently rejected emails are dropped with an alert, temporarily rejected ones retried", async () => {
  const [never, notNow] = [someCause(), someCause()];
  server.says.refusal = Object.assign(new Error("no such user here"), { responseCode: 550 });
  await queueEmail(app.db, never);
  await app.jobs.drain();
  server.says.refusal = Object.assign(new Error("try later"), { responseCode: 451 });
  await queueEmail(app.db, notNow);
  await app.jobs.drain();
  server.says.refusal = undefined;
  const state = async ({ dedupeKey }: { dedupeKey: string }) => (await outbox(sql`dedupe_key = ${dedupeKey}`))[0];
  expect(await state(never)).toMatchObject({
    sent_at: null,
    dropped_at: expect.any(String),
    last_error: "EENVELOPE RCPT TO 550",
  });
  const alerts = await ask("GET /notifications?type=email_failed", { token: admin.token });
  expect(alerts.body.data).toMatchObject([{ body: expect.stringContaining("EENVELOPE RCPT TO 550") }]);
  expect(await state(notNow)).toMatchObject({ sent_at: null, dropped_at: null, last_error: "EENVELOPE RCPT TO 451" });
  await later();
  await app.jobs.drain();
  expect([to(never.to).length, to(notNow.to).length]).toEqual([0, 1]);
});

test("D9 T8 account emails contain links and codes that work", async () => {
  const email = "reader@example.com";
  const code = async () =>
    /\d{6}/.exec(to(email).findLast(({ subject }) => subject?.includes("sign-in code"))?.text ?? "")?.[0];
  await ask("POST /auth/code/request", { body: { email } });
  await app.jobs.drain();
  expect((await ask("POST /auth/code/verify", { body: { email, code: await code() } })).status).toBe(200);
  await ask("POST /auth/password/forgot", { body: { username: email } });
  await app.jobs.drain();
  const link = /https:\/\/shop\.example\/reset-password#token=(\S+)/.exec(to(email).at(-1)?.text ?? "");
  const reset = await ask("POST /auth/password/reset", { body: { token: link?.[1], password: "battery staple" } });
  expect(reset.status).toBe(200);
  const headers = { cookie: "device_id=new-reader" };
  const newcomer = { email: "new.reader@example.com", password: "battery staple" };
  await ask("POST /auth/register", { headers, body: newcomer });
  await app.jobs.drain();
  const token = /verify-email#token=(\S+)/.exec(to("new.reader@example.com")[0]?.text ?? "")?.[1];
  expect((await ask("POST /auth/email/confirm", { headers, body: { token } })).status).toBe(200);
  expect(subjects(email).at(-1)).toBe("Your password was changed");
});

test("C11 optional emails are not sent to customers who opted out; the others are", async () => {
  const { buyer, id, order } = await bought();
  const { token } = buyer;
  expect((await ask("GET /notifications/email-preferences", { token })).body.data).toEqual({
    order_updates: true,
    review_invitations: true,
    back_in_stock: true,
    price_drops: true,
  });
  const chosen = await ask("PUT /notifications/email-preferences", { token, body: { order_updates: false } });
  expect(chosen.body.data).toMatchObject({ order_updates: false, review_invitations: true });
  await ask(`POST /orders/${id}/fulfilments`, { token: admin.token, body: {} });
  await app.jobs.drain();
  expect(subjects(buyer.email)).toEqual([`Order ${order.number} is confirmed`]);
  const [dropped] = await outbox(sql`user_id = ${buyer.id} and template = 'order_shipped'`);
  expect(dropped).toMatchObject({ sent_at: null, last_error: "not wanted" });
});

test("emails with an unknown template or a deleted order are dropped", async () => {
  const unknown = {
    template: "return_of_the_king",
    dedupeKey: crypto.randomUUID(),
    facts: { order_id: crypto.randomUUID() },
  };
  const gone = { ...unknown, template: "order_confirmed", dedupeKey: crypto.randomUUID() };
  for (const email of [unknown, gone]) await queueEmail(app.db, email);
  await app.jobs.drain();
  const rows = await outbox(sql`dedupe_key in (${unknown.dedupeKey}, ${gone.dedupeKey})`);
  expect(rows.every(({ dropped_at }) => dropped_at !== null)).toBe(true);
});

test("demo data sends no emails", async () => {
  const made = await openTestShop();
  suppressEmails(made.app);
  await made.ask("POST /auth/register", { body: { email: "made.up@example.com", password: "battery staple" } });
  const { rows } = await sql`select 1 from email_outbox`.execute(made.app.db);
  expect(rows).toEqual([]);
});

test("without SMTP_URL an email is one file in DATA_DIR/mail, the same file when it is sent again", async () => {
  const paper = await openTestShop();
  const folder = join(paper.app.config.dataDir, "mail");
  await queueEmail(paper.app.db, { ...someCause(), to: "müller@example.com" });
  await paper.app.jobs.drain();
  await sql`update email_outbox set sent_at = null`.execute(paper.app.db);
  const { rows } = await sql<{ id: string }>`select id from email_outbox`.execute(paper.app.db);
  await sendQueuedEmail(paper.app, rows[0]?.id ?? "");
  expect(existsSync(folder) && readdirSync(folder)).toEqual([`${rows[0]?.id}.eml`]);
  const read = await PostalMime.parse(readFileSync(join(folder, `${rows[0]?.id}.eml`)));
  expect(read).toMatchObject({
    subject: "Your password was changed",
    // Until the merchant has entered a contact address.
    from: { name: "Kiosk", address: expect.stringMatching(/^no-reply@/) },
  });
});

test("an invalid SMTP_URL fails the start with its name and the expected format", () => {
  expect(() => readConfig({ SMTP_URL: "mail.example" }, "/nowhere")).toThrow(
    "SMTP_URL should be: an address such as smtp://user:password@mail.example:587",
  );
});
