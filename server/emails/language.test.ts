import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage } from "#words/say.ts";

// The templates are loaded with the first email, which is slow on a busy machine.
let compose: typeof import("./compose.ts").composeEmail;
beforeAll(async () => {
  ({ composeEmail: compose } = await import("./compose.ts"));
});
const shop = await openTestShop({ shopLocale: "de-DE", publicUrl: "https://shop.example" });
const { bought, fill, order: place, pay, product } = selling(shop);
const queued = {
  id: "1",
  recipient: null,
  user_id: null,
  facts: {},
  attempts: 0,
  created_at: shop.app.now().toISOString(),
};
const confirmed = async () => {
  const { id, order } = await bought({ price: 1999 });
  const email = await compose(shop.app, { ...queued, template: "order_confirmed", facts: { order_id: id } });
  return { order, email: typeof email === "string" ? undefined : email };
};

beforeEach(() =>
  setLanguage("de-DE", {
    "Order {number} is confirmed": "Bestellung {number} ist bestätigt",
    "Thank you for your order": "Danke für Ihre Bestellung",
    "Your password was changed": "Dein Passwort ist neu",
    "Invoice {number}": "Rechnung {number}",
    "Tax included": "Enthaltene Steuer",
    "View your order": "Zur Bestellung",
  }),
);

test("C11 emails and their prices are in the language of the shop", async () => {
  const { order, email } = await confirmed();
  expect(email?.subject).toBe(`Bestellung ${order.number} ist bestätigt`);
  expect(email?.html).toContain('<html dir="ltr" lang="de-DE">');
  for (const words of ["Danke für Ihre Bestellung", "Enthaltene Steuer", "Zur Bestellung", "19,99\u00a0€"])
    expect(email?.html).toContain(words);
});

test("C11 an email in a right-to-left language has the direction rtl", async () => {
  setLanguage("ar", { "Thank you for your order": "شكرا لطلبك" });
  const { email } = await confirmed();
  expect(email?.html).toContain('<html dir="rtl" lang="ar">');
  expect(email?.html).toContain("شكرا لطلبك");
});

test("C11 emails and invoices are in the language the customer ordered in, emails to staff in the shop's", async () => {
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { other_languages: ["en"] }));
  const [cookie, address] = [{ cookie: "language=en" }, "ada@example.com"];
  const account = { email: address, password: "correct horse battery" };
  const { body } = await shop.ask("POST /auth/register", { body: account, headers: cookie });
  const verified = sql<{
    id: number;
  }>`update users set email_verified_at = now() where email = ${address} returning id`;
  const { id: userId } = (await verified.execute(shop.app.db)).rows[0] as { id: number };
  const buyer = { id: userId, email: address, token: body.access_token as string };
  await fill(buyer, (await product({ price: 1999 })).id);
  const { id, number } = (await place(buyer, {}, { "idempotency-key": randomUUID(), ...cookie })).body.data;
  await pay(buyer, id);
  const write = async (template: string, userId: number | null, facts: Record<string, string | number> = {}) => {
    const email = await compose(shop.app, { ...queued, template, user_id: userId, facts, recipient: address });
    return typeof email === "string" ? email : `${email.subject} ${email.html}`;
  };
  const confirmation = await write("order_confirmed", null, { order_id: id });
  for (const words of [`Order ${number} is confirmed`, '<html dir="ltr" lang="en">', "€19.99"])
    expect(confirmation).toContain(words);
  expect(await write("password_changed", userId)).toContain("Your password was changed");
  expect(await write("password_changed", (await shop.person("admin")).id)).toContain("Dein Passwort ist neu");
  await shop.ask(`GET /orders/${id}/documents`, { token: buyer.token });
  const invoices = sql<{ data: object }>`select data from invoices where order_id = ${id}::uuid`;
  expect((await invoices.execute(shop.app.db)).rows[0]?.data).toMatchObject({
    locale: "en-DE",
    words: { title: "Invoice {number}" },
  });
});
