import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEmails } from "#contract/emails.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop();
const { token } = await shop.person("admin");

async function save(change: object) {
  const { body } = await shop.ask("GET /settings", { token });
  return shop.ask("PUT /settings/emails", { token, body: { ...body.data.emails, ...change } });
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

test("A7 a mail server that can't be reached is named by its error code", async () => {
  await save({ smtp: { host: "127.0.0.1", port: 1, security: "none", username: null } });
  expect(await sendTest("third@example.com")).toEqual({
    status: "failed",
    error: expect.stringMatching(/ECONN|ESOCKET/),
  });
});

test("A7 every email about orders can be previewed with the data of the latest order", async () => {
  const preview = async (email: string) =>
    (await shop.ask(`GET /settings/emails/preview?email=${email}`, { token })).body.data;
  expect(await preview("order_confirmed")).toBeNull();
  const { order } = await selling(shop).placed();
  for (const email of orderEmails) {
    const { subject, html, order_number } = await preview(email);
    expect([email, order_number]).toEqual([email, order.number]);
    expect(subject, email).toContain(String(order.number));
    expect(html, email).toContain("<html");
  }
  expect((await preview("order_confirmed")).html).toContain("Cup");
  expect((await shop.ask("GET /settings/emails/preview?email=login_code", { token })).status).toBe(400);
});
