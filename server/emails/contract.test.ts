import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { holdOrder } from "#server/orders/orders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { loadLanguage } from "#server/platform/language.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { home, selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage } from "#words/say.ts";
import { expectSums } from "./email-sums.fixture.ts";
import { mailServer } from "./mail-server.fixture.ts";

const server = mailServer();
await server.start();
afterAll(server.stop);
let compose: typeof import("./compose.ts").composeEmail;
beforeAll(async () => {
  ({ composeEmail: compose } = await import("./compose.ts"));
});
const shop = await openTestShop({ smtpUrl: server.url(), publicUrl: "https://shop.example" });
const { app, ask } = shop;
const { product, fill, order, pay, placed, bought, look } = selling(shop);
const set = (settings: object) => inTransaction(app.db, (tx) => updateSettings(tx, settings));
const account = { account_holder: "Kiosk", iban: "DE02 1203 0000 0000 2020 51", bic: "", bank_name: "" };

beforeEach(async () => {
  setLanguage("en", undefined);
  await set({
    legal_name: "Lamps GmbH",
    address: "Lampenweg 1\n10115 Berlin",
    representative: "Lou Lamp",
    register_entry: "Amtsgericht Berlin, HRB 1",
    vat_id: "DE123456789",
    contact: { email: "hello@lamps.example", phone: "+49 30 1", messaging: null, chat: null, video: null },
    bank_account: account,
    terms: "<p>Our first terms.</p>",
    returns: "<p>You pay for returns.</p>",
    privacy: "<p>Your data.</p>",
  });
});

/** The email of an order, composed now. */
async function compositionOf(orderId: string, template = "order_confirmed") {
  const waiting = {
    id: "1",
    recipient: null,
    user_id: null,
    facts: { order_id: orderId },
    attempts: 0,
    created_at: "",
  };
  const email = await compose(app, { ...waiting, template });
  if (typeof email === "string") throw new Error(email);
  return { ...email, terms: email.attachments?.[0]?.content ?? "" };
}

test("the attached terms say what the page says: struck text is marked, and links lead somewhere", async () => {
  await set({
    terms:
      '<p>You have <s>30 days</s> 14 days. See <a href="/delivery">delivery</a>, <a href="returns">returns</a> or ' +
      '<a href="mailto:a@b.example">ask</a>.</p>',
  });
  const { order: made } = await bought({ price: 1999 });
  const { terms } = await compositionOf(made.id);
  expect(terms.replaceAll(/\s+/g, " ")).toContain(
    "You have [struck out: 30 days] 14 days. See delivery https://shop.example/delivery, " +
      "returns https://shop.example/returns or ask a@b.example.",
  );
});

test("the confirmation of an order has seller, sums, delivery, withdrawal instructions, form and terms", async () => {
  const { buyer, order: made } = await bought({ price: 1999, quantity: 2 });
  await app.jobs.drain();
  const email = server.received.findLast(({ to }) => to?.some(({ address }) => address === buyer.email));
  const text = email?.text ?? "";
  for (const part of [
    "Lamps GmbH",
    "Lampenweg 1",
    "Represented by Lou Lamp",
    "Register: Amtsgericht Berlin, HRB 1",
    "VAT ID DE123456789",
    "hello@lamps.example",
    "+49 30 1",
    "This email confirms your order.",
    "Arrives",
    "within 30 days without giving any reason",
    "physical possession of the last good",
    "https://shop.example/withdraw",
    "Effects of withdrawal",
    "Model withdrawal form",
    "To Lamps GmbH, Lampenweg 1, 10115 Berlin, hello@lamps.example:",
    "Our returns policy, which is attached",
  ])
    expect(text.replaceAll(/\s+/g, " "), part).toContain(part);
  expect(expectSums(text, "EUR").Total).toBe(made.totals.total.amount);
  const [file, ...others] = email?.attachments ?? [];
  expect(others).toEqual([]);
  expect(file).toMatchObject({ filename: "Terms of use.txt", mimeType: "text/plain" });
  const terms = new TextDecoder().decode(file?.content as ArrayBuffer);
  expect(terms).toContain("Our first terms.");
  expect(terms).toContain("You pay for returns.");
  expect(terms).not.toContain("Your data.");
});

test("an order that staff look at is confirmed with all that the law asks for, but isn't said to be got ready", async () => {
  const { id } = await bought({ price: 1999 });
  expect((await compositionOf(id)).text).toContain("are getting it ready");
  await inTransaction(app.db, (tx) => holdOrder(app, tx, id, { type: "system", id: null }, "Look at it."));
  const { text, terms } = await compositionOf(id);
  expect(text).not.toContain("getting it ready");
  expect(text).toContain("is on hold while we review it.");
  expect(text).toContain("Model withdrawal form");
  expect(text).not.toContain("Look at it.");
  expect(terms).toContain("Our first terms.");
});

test("a bank transfer is confirmed as received at once, with the same information", async () => {
  const { buyer, id } = await placed();
  await pay(buyer, id, { provider: "bank" });
  const { text, terms } = await compositionOf(id, "order_waiting");
  expect(text).toContain("This email confirms that we received your order.");
  expect(text).not.toContain("This email confirms your order.");
  expect(text).toContain("Model withdrawal form");
  expect(text).toContain("Lamps GmbH");
  expect(terms).toContain("Our first terms.");
});

test("a guest who pays on delivery gets it at once, without what the guest typed", async () => {
  const { body } = await ask("POST /auth/guest", { body: { email: "guest@example.com" } });
  const guest = { id: body.user.id, token: body.access_token, email: "guest@example.com" };
  await fill(guest, (await product()).id);
  const { id } = (await order(guest, { shipping_address: { ...home, fullname: "Visit evil.example" } })).body.data;
  await pay(guest, id, { provider: "cod" });
  await app.jobs.drain();
  const email = server.received.findLast(({ to }) => to?.some(({ address }) => address === guest.email));
  expect(email?.text).toContain("This email confirms your order.");
  expect(email?.text).toContain("Model withdrawal form");
  expect(email?.attachments).toHaveLength(1);
  expect(email?.text).not.toContain("evil");
});

test.each([
  ["de", "ltr", "Muster-Widerrufsformular", "Vertreten durch Lou Lamp", "AGB.txt"],
  ["ar", "rtl", "نموذج الانسحاب من العقد", "يمثّلها Lou Lamp", "شروط الاستخدام.txt"],
])("the confirmation is in the language of the order: %s", async (language, direction, form, represented, filename) => {
  const { id } = await bought();
  setLanguage(language, loadLanguage(language).messages);
  const { html, attachments } = await compositionOf(id);
  expect(html).toContain(`dir="${direction}"`);
  expect(html).toContain(form);
  expect(html).toContain(represented);
  expect(html).not.toContain("right of withdrawal");
  expect(attachments?.map((file) => file.filename)).toEqual([filename]);
});

test("the terms of an order are those of its buyer's language, and of the first one where there is none", async () => {
  await set({ policy_translations: { de: { terms: "<p>Unsere AGB.</p>" } } });
  const { id, buyer } = await bought();
  await sql`update orders set language = 'de' where id = ${id}::uuid`.execute(app.db);
  await set({ policy_translations: {} });
  const { terms } = await compositionOf(id);
  expect(terms).toContain("Unsere AGB.");
  expect(terms).toContain("You pay for returns.");
  expect((await ask(`GET /orders/${id}/policies`, { token: buyer.token })).body.data).toContainEqual({
    policy: "terms",
    html: "<p>Unsere AGB.</p>",
  });
  await sql`update orders set language = 'ar' where id = ${id}::uuid`.execute(app.db);
  expect((await compositionOf(id)).terms).toContain("Our first terms.");
});

test("an order keeps the terms it was placed under, for its emails, its customer and staff", async () => {
  const { buyer, id } = await bought();
  await set({ terms: "<p>Our second terms.</p>" });
  const later = await bought();
  await set({ terms: null, returns: null, privacy: null });
  const without = await bought();
  expect((await compositionOf(id)).terms).toContain("Our first terms.");
  expect((await compositionOf(later.id)).terms).toContain("Our second terms.");
  expect((await compositionOf(without.id)).attachments).toBeUndefined();
  const read = async (orderId: string, { token }: { token: string }) =>
    (await ask(`GET /orders/${orderId}/policies`, { token })).body.data;
  expect(await read(id, buyer)).toEqual([
    { policy: "privacy", html: "<p>Your data.</p>" },
    { policy: "terms", html: "<p>Our first terms.</p>" },
    { policy: "returns", html: "<p>You pay for returns.</p>" },
  ]);
  expect(await read(id, await shop.person("admin"))).toHaveLength(3);
  expect(await read(without.id, without.buyer)).toEqual([]);
  const { token } = await shop.person();
  expect((await ask(`GET /orders/${id}/policies`, { token })).status).toBe(404);
});

test("staff read the terms of an order after its customer's account is deleted", async () => {
  const [email, password] = [`${crypto.randomUUID()}@example.com`, "battery staple"];
  const { body } = await ask("POST /auth/register", { body: { email, password } });
  const buyer = { id: body.user.id, token: body.access_token, email };
  await fill(buyer, (await product()).id);
  const { id } = (await order(buyer)).body.data;
  expect((await ask("POST /account/deletion", { token: buyer.token, body: { password } })).status).toBeLessThan(300);
  const { token } = await shop.person("admin");
  expect((await ask(`GET /orders/${id}/policies`, { token })).body.data).toHaveLength(3);
});

test("a save that changes no policy makes no version of them", async () => {
  const count = async () => {
    const counted = sql<{ count: number }>`select count(*)::int as count from policy_versions`;
    return (await counted.execute(app.db)).rows[0]?.count;
  };
  const before = await count();
  const { token } = await shop.person("admin");
  const { policies } = (await ask("GET /settings", { token })).body.data;
  expect((await ask("PUT /settings/policies", { token, body: policies })).status).toBe(200);
  expect(await count()).toBe(before);
});

test("terms of the greatest length are attached whole", async () => {
  const sentence = "<p>These terms are long.</p>";
  const terms = sentence.repeat(Math.floor((100_000 - 30) / sentence.length));
  await set({ terms: `${terms}<p>The end of them.</p>`, returns: terms, delivery: terms });
  const { id } = await bought();
  const { terms: text } = await compositionOf(id);
  expect(text.split("These terms are long.").length - 1).toBe(3 * (terms.length / sentence.length));
  expect(text).toContain("The end of them.");
  await set({ delivery: null });
});

test("goods without a right of withdrawal are named, and alone have no instructions", async () => {
  const { buyer, id } = await bought();
  const exclude = (exclusion: string) =>
    sql`update order_lines set withdrawal_exclusion = ${exclusion} where order_id = ${id}::uuid`.execute(app.db);
  await exclude("made_to_order");
  const { text } = await compositionOf(id);
  expect(text).toContain("No right of withdrawal, as it is made to order.");
  expect(text).not.toContain("Model withdrawal form");
  await exclude("sealed_hygiene");
  const sealed = await compositionOf(id);
  expect(sealed.text).toContain("No right of withdrawal once its hygiene seal is broken.");
  expect(sealed.text).toContain("Model withdrawal form");
  expect((await look(buyer, id)).status).toBe("confirmed");
});
