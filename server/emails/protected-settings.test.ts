import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mailServer } from "./mail-server.fixture.ts";

const [trusted, stranger] = [mailServer(), mailServer()];
await trusted.start();
await stranger.start();
afterAll(async () => {
  await trusted.stop();
  await stranger.stop();
});
beforeAll(() => import("./compose.ts"));
const shop = await openTestShop();
const { app, ask } = shop;
const { token, password, email } = await administratorWithPassword(shop);
const portOf = ({ url }: typeof trusted) => Number(new URL(url()).port);
const smtpOf = (server: typeof trusted) => ({
  host: "127.0.0.1",
  port: portOf(server),
  security: "none",
  username: null,
});

async function save(group: "emails" | "payments", change: object, as = token) {
  const { body } = await ask("GET /settings", { token: as });
  return ask(`PUT /settings/${group}`, { token: as, body: { ...body.data[group], ...change } });
}
const account = {
  account_holder: "Someone Else",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  bank_name: "B",
};

test("8.2.1 staff who may change settings can't change mail server, keys, bank account or sender", async () => {
  const staff = await shop.person("staff", { settings: "write" });
  expect((await ask("GET /settings", { token: staff.token })).status).toBe(200);
  for (const [group, change] of [
    ["emails", { smtp: smtpOf(stranger) }],
    ["emails", { from_address: "other@shop.example" }],
    ["payments", { bank_account: account }],
  ] as const)
    expect((await save(group, change, staff.token)).status).toBe(403);
});

test("6.2.3 an administrator enters the password again for what diverts emails or money, and for nothing else", async () => {
  for (const [group, change, status] of [
    ["emails", { smtp: smtpOf(trusted) }, 400],
    ["emails", { smtp: smtpOf(trusted), password: "wrong-password" }, 400],
    ["emails", { from_address: "orders@shop.example" }, 400],
    ["emails", { order_recipients: ["mine@elsewhere.example"] }, 400],
    ["emails", {}, 200],
    ["payments", { bank_account: account }, 400],
    ["payments", { stripe_secret_key: "sk_test_1" }, 400],
    ["payments", { cash_on_delivery: false }, 200],
    ["emails", { smtp: smtpOf(trusted), password }, 200],
    ["payments", { bank_account: account, password }, 200],
    ["payments", { cash_on_delivery: true }, 200],
    ["payments", { bank_account: { ...account, iban: "de89370400440532013000" } }, 200],
  ] as const)
    expect([group, change, (await save(group, change)).status]).toEqual([group, change, status]);
});

test("16.3.3 administrators hear of another mail server by the one before it, and on their dashboard", async () => {
  await app.jobs.drain();
  trusted.received.length = 0;
  await save("emails", { smtp: smtpOf(stranger), password });
  await app.jobs.drain();
  expect(trusted.received.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [email, expect.stringContaining("mail server")],
  ]);
  expect(stranger.received).toEqual([]);
  const { body } = await ask("GET /notifications", { token });
  expect(body.data).toContainEqual(
    expect.objectContaining({ type: "settings_changed", title: expect.stringContaining("mail server") }),
  );
  const { rows } = await sql<{ facts: string }>`select facts::text from email_outbox`.execute(app.db);
  expect(JSON.stringify(rows)).not.toContain(String(portOf(trusted)));
});

test("16.3.3 administrators hear of another sender and of other recipients of new orders", async () => {
  const change = { from_address: "orders@shop.example", order_recipients: ["team@shop.example"], password };
  expect((await save("emails", change)).status).toBe(200);
  const { body } = await ask("GET /notifications", { token });
  expect(body.data[0].title).toBe("An administrator has changed: sender, recipients of new orders");
  expect((await save("emails", { ...change, from_address: null, order_recipients: [] })).status).toBe(200);
});

test("8.2.1 staff who change the contact address don't change the sender with it", async () => {
  const own = await openTestShop({ publicUrl: "https://shop.example" });
  const staff = await own.person("staff", { settings: "write" });
  const contact = async (email: string) => {
    const { general } = (await own.ask("GET /settings", { token: staff.token })).body.data;
    const body = { ...general, contact: { ...general.contact, email } };
    return (await own.ask("PUT /settings/general", { token: staff.token, body })).body.data.emails.from_address;
  };
  expect(await contact("hello@elsewhere.example")).toBe("no-reply@shop.example");
  expect(await contact("stranger@elsewhere.example")).toBe("no-reply@shop.example");
});

test("8.2.1 a sender that came from the contact address stays when that changes", async () => {
  const { general } = (await ask("GET /settings", { token })).body.data;
  await sql`update settings set value = value || '{"contact": {"email": "hello@shop.example"}}'
    where name = 'general'`.execute(app.db);
  const body = { ...general, contact: { ...general.contact, email: "stranger@elsewhere.example" } };
  const saved = await ask("PUT /settings/general", { token, body });
  expect(saved.body.data.emails.from_address).toBe("hello@shop.example");
});

test("A7 no undo sets protected settings back", async () => {
  const changes = [
    await save("payments", { bank_account: null, password }),
    await save("emails", { order_recipients: ["new@shop.example"], password }),
    await save("emails", { from_address: "new@shop.example", password }),
  ];
  for (const { status, headers } of changes) expect([status, headers.undo]).toEqual([200, undefined]);
});
