import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { customerEmails, orderEmails } from "#contract/emails.ts";
import { openApp } from "#server/app.ts";
import type { App } from "#server/platform/app.ts";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop();
const { token, password } = await administratorWithPassword(shop);

async function save(change: object) {
  const { body } = await shop.ask("GET /settings", { token });
  return shop.ask("PUT /settings/emails", { token, body: { ...body.data.emails, password, ...change } });
}
const sendTest = async (to: string) =>
  (await shop.ask("POST /settings/emails/test", { token, body: { to } })).body.data;

test("A7 a test email goes to a file without a mail server, then by the saved one from the saved sender", async () => {
  expect(await sendTest("first@example.com")).toEqual({ status: "file", error: null });
  expect(readdirSync(join(shop.app.config.dataDir, "mail"))).toHaveLength(1);
  const smtp = { host: "127.0.0.1", port: Number(new URL(server.url()).port), security: "none", username: null };
  await save({ smtp, from_address: "orders@lamps.example" });
  expect(await sendTest("second@example.com")).toEqual({ status: "sent", error: null });
  const [email] = server.received;
  expect([email?.from?.address, email?.to?.[0]?.address, email?.subject]).toEqual([
    "orders@lamps.example",
    "second@example.com",
    "Test email",
  ]);
});

test("A7 a mail server that can't be reached is named by its error code, and who was to get the test email is recorded", async () => {
  await save({ smtp: { host: "127.0.0.1", port: 1, security: "none", username: null } });
  expect(await sendTest("third@example.com")).toEqual({
    status: "failed",
    error: expect.stringMatching(/ECONN|ESOCKET/),
  });
  const [entry] = (await shop.ask("GET /audit", { token })).body.data;
  expect(entry).toMatchObject({ action: "POST /settings/emails/test", name: "third@example.com" });
});

const preview = (email: string, texts: object | null = null) =>
  shop.ask("POST /settings/emails/preview", { token, body: { email, texts } });

test("A7 every email to customers can be previewed, those about orders with the data of the latest one", async () => {
  expect((await preview("order_confirmed")).body.data).toBeNull();
  const { order } = await selling(shop).placed();
  for (const email of customerEmails) {
    const { subject, html, default_texts } = (await preview(email)).body.data;
    if ((orderEmails as readonly string[]).includes(email)) expect(subject, email).toContain(String(order.number));
    expect([email, default_texts.subject]).toEqual([email, subject]);
    expect(html, email).toContain("<html");
  }
  expect((await preview("order_confirmed")).body.data.html).toContain("Cup");
  expect((await preview("admin_alert")).status).toBe(400);
});

test("8.2.2 the preview shows who may not read orders nothing of the latest one's customer", async () => {
  // The first order may have the number of the sample.
  await selling(shop).placed();
  const { order } = await selling(shop).placed();
  const staff = await shop.person("staff", { settings: "read" });
  const both = await shop.person("staff", { settings: "read", orders: "read" });
  const { fullname, line1 } = order.shipping_address;
  // Excluded items are named beside the right of withdrawal.
  await sql`update order_lines set withdrawal_exclusion = 'sealed_hygiene' where order_id = ${order.id}::uuid`.execute(
    shop.app.db,
  );
  for (const email of orderEmails) {
    const body = { email, texts: null };
    const seen = await shop.ask("POST /settings/emails/preview", { token: staff.token, body });
    expect(seen.status, email).toBe(200);
    for (const secret of [String(order.number), order.id, fullname, line1, order.customer.email, "Cup"])
      if (secret) expect(JSON.stringify(seen.body.data), `${email} ${secret}`).not.toContain(secret);
  }
  const body = { email: "order_confirmed", texts: null };
  const { data } = (await shop.ask("POST /settings/emails/preview", { token: both.token, body })).body;
  expect(data.html).toContain(line1);
});

test("A7 a merchant's texts are in the next email of every process, escaped, until they are reset", async () => {
  const smtp = { host: "127.0.0.1", port: Number(new URL(server.url()).port), security: "none", username: null };
  await save({ smtp });
  const other = await openApp(shop.app.config, shop.app.database.connection);
  onTestFinished(() => other.close());
  const { placed, pay } = selling(shop);
  const confirmation = async (app: App) => {
    const { buyer, id, order } = await placed();
    await pay(buyer, id);
    await app.jobs.drain();
    return { order, email: server.received.findLast(({ to }) => to?.some(({ address }) => address === buyer.email)) };
  };
  const saveTexts = async (texts: object) => {
    const { version } = (await shop.ask("GET /settings", { token })).body.data.email_templates;
    return shop.ask("PUT /settings/email_templates", { token, body: { language: "en", texts, version } });
  };
  await confirmation(other.app);
  const own = {
    subject: "{shop}: thanks for {number}",
    heading: null,
    intro: "Dear {customer},\n\n<script>alert(1)</script> & more",
    closing: "See you soon.",
  };
  expect((await preview("order_confirmed", own)).body.data.html).toContain("See you soon.");
  expect((await saveTexts({ order_confirmed: own })).status).toBe(200);
  for (const { app } of [shop, other]) {
    const { order, email } = await confirmation(app);
    expect(email?.subject).toBe(`Kiosk: thanks for ${order.number}`);
    expect(email?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more");
    expect(email?.html).not.toContain("<script>");
    expect(email?.text).toMatch(/Dear [^{}]+,[\s\S]+See you soon\./);
  }
  const stale = { language: "en", texts: {}, version: 1 };
  const unknown = { language: "zzz", texts: {}, version: 1 };
  expect((await shop.ask("PUT /settings/email_templates", { token, body: unknown })).status).toBe(400);
  expect((await shop.ask("PUT /settings/email_templates", { token, body: stale })).body.code).toBe("stale");
  await saveTexts({});
  expect((await confirmation(other.app)).email?.subject).toMatch(/^Order \d+ is confirmed$/);
});

test("A7 unknown placeholders and line breaks in the subject are refused", async () => {
  const texts = { subject: null, heading: null, intro: "Hi {firstname}", closing: null };
  const { status, body } = await preview("order_confirmed", texts);
  expect([status, body.errors[0].message]).toEqual([
    400,
    "{firstname} isn't known. You can use {shop}, {number}, {customer}, {total}.",
  ]);
  expect((await preview("reset", { ...texts, intro: "{number}" })).status).toBe(400);
  expect((await preview("reset", { ...texts, intro: null, subject: "a\r\nBcc: b@c.example" })).status).toBe(400);
});
