import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage, shopLanguage, shopLocale } from "#words/say.ts";
import { formatMoney, formatPercent, updateSettings } from "./shop.ts";

const german = await openTestShop({ shopLocale: "de-DE" });
const { product, fill, bought } = selling(german);

// All shops of one process speak the same language, so each test says which.
beforeEach(() =>
  setLanguage("de-DE", {
    "Incorrect username or password.": "Name und Passwort passen nicht zusammen.",
    "Use at least 8 characters.": "Verwende mindestens 8 Zeichen.",
    "{n} items": { one: "1 Artikel", other: "{n} Artikel" },
    "Total including tax": "Steuer ist enthalten",
    "Only {n} left in stock.": { one: "Nur noch 1 davon ist da.", other: "Nur noch {n} davon sind da." },
    "Order confirmed.": "Bestellung bestätigt.",
    "Order {number} is confirmed": "Bestellung {number} ist bestätigt",
  }),
);

test("C11 problems and field errors are in the language of the shop", async () => {
  const refused = await german.ask("POST /auth/login", { body: { username: "nobody", password: "12345678" } });
  expect(refused.body).toMatchObject({
    code: "bad_credentials",
    message: "Name und Passwort passen nicht zusammen.",
  });
  const { body } = await german.ask("POST /auth/register", { body: { email: "a@example.com", password: "1234" } });
  expect(body.errors).toEqual([{ field: "password", code: "too_small", message: "Verwende mindestens 8 Zeichen." }]);
});

test("C11 the reasons of a cart are in the language of the shop, with its number format", async () => {
  const buyer = await german.person();
  const cup = await product({ price: 1999, stock: 3 });
  const { body } = await fill(buyer, cup.id, 2);
  const said = body.reasons.map(({ text }: { text: string }) => text);
  expect(said).toContain("2 Artikel");
  expect(said).toContain("Steuer ist enthalten");
  const short = await fill(buyer, cup.id, 5);
  expect(short.body).toMatchObject({ code: "out_of_stock", message: "Nur noch 3 davon sind da." });
  expect([formatMoney(-1999, "EUR"), formatPercent(255_000)]).toEqual(["−19,99\u00a0€", "25,5\u00a0%"]);
});

test("C11 the history of an order and its notifications are in the language of the shop", async () => {
  const { buyer, id, order } = await bought();
  const { body } = await german.ask(`GET /orders/${id}`, { token: buyer.token });
  expect(body.data.timeline.map(({ text }: { text: string }) => text)).toContain("Bestellung bestätigt.");
  const list = await german.ask("GET /notifications", { token: buyer.token });
  expect(list.body.data[0].title).toBe(`Bestellung ${order.number} ist bestätigt`);
  setLanguage("en", undefined);
  const later = await german.ask("GET /notifications", { token: buyer.token });
  expect(later.body.data[0].title).toBe(`Order ${order.number} is confirmed`);
});

test("C11 SHOP_LOCALE overrides the setting, and a changed setting applies at once", async () => {
  // Shops of its own, gone before the next test: one that still receives changes of settings would set the language of that
  // one.
  const germanShop = await openTestShop({ shopLocale: "de-DE" });
  const other = await openTestShop();
  const said = async (shop: typeof german) => (await shop.ask("GET /shop")).body.data.locale;
  await inTransaction(germanShop.app.db, (tx) => updateSettings(tx, { locale: "fr-FR" }));
  expect(await said(germanShop)).toBe("de-DE");
  await germanShop.close();
  expect(await said(other)).toBe("en");
  await inTransaction(other.app.db, (tx) => updateSettings(tx, { locale: "de-AT" }));
  expect(await said(other)).toBe("de-AT");
  await expect.poll(() => [shopLocale(), shopLanguage()]).toEqual(["de-AT", "de-AT"]);
});
