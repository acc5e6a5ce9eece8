import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ProductCard } from "#contract/catalogue/products.ts";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { plainText, splitPlainText } from "./plain-text.ts";

const shop = await openTestShop();
const { db } = shop.app;
const { token, product, one } = await sampleCatalogue(shop);

const texts = [
  "Été Žluťoučký kůň ŒUVRE",
  "Café Café ﬁne ＡＢＣ１２",
  "أحمر إبريق آلة ٱلباب قهوة مستشفى مسؤول رئيس",
  "قَهْوَة مـحـمـود ١٢٣ ۴۵۶ کتاب یک",
  "שָׁלוֹם צ'יפס ג׳ירפה",
  "ΣΟΦΟΣ σοφός Σοφος",
  "กางเกงผู้ชาย ๑๒",
  "हिन्दी किताब १२",
  "電動自転車 けいたい 한국어",
  "L'Oréal Men’s ʻUkulele Kiosk™ co\u00adop می\u200cخواهم",
  "İstanbul ışık Ёлка Йод",
];

test("H5 text is read by the database as by the words of languages, whatever its script", async () => {
  for (const text of texts) {
    const { rows } = await sql<{ plain: string; words: string[] }>`
      select plain_words(${text}) as plain, words_of(${text}) as words`.execute(db);
    const plain = rows[0]?.plain ?? "";
    // unaccent of the database replaces more letters than this one, and typographic apostrophes.
    expect([text, rows[0]?.words]).toEqual([text, splitPlainText(plain)]);
    if (!/[Œİıʻ’]/.test(text)) expect(plain).toBe(plainText(text));
  }
});

const add = (name: string, more: object = {}) => product({ name, variations: [{ ...one(1000, 5), ...more }] });
const names = async (route: string) =>
  ((await shop.ask(route, { token })).body.data as ProductCard[]).map(({ name }) => name);
const inShop = (text: string) => names(`GET /product?name=${encodeURIComponent(text)}&per_page=48`);
const inDashboard = (text: string) => names(`GET /product/admin?name=${encodeURIComponent(text)}&per_page=50`);

test("H5 each spelling of a word finds it, in the shop and in the dashboard", async () => {
  const found: [name: string, ...typed: string[]][] = [
    ["فنجان قهوة أحمر", "قهوة", "قَهْوَة", "قهوه", "احمر", "أحمر", "قهـوة"],
    ["ΣΟΦΟΣ lamp", "σοφος", "σοφοσ", "Σοφός"],
    ["Robe l'été", "l'été", "lete", "ete", "été"],
    ["L’Oréal Shampoo", "L'Oréal", "loreal", "oreal"],
    ["Men's boots", "Men’s boots", "mens boots"],
    ["ʻUkulele", "ʻUkulele", "ukulele"],
    ["กางเกงผู้ชาย", "กางเกง", "ผู้ชาย"],
    ["電動自転車", "電動", "自転車", "転車"],
    ["무선이어폰", "이어폰"],
    ["Co-op mug", "coop", "co-op", "co op"],
    ["Wi\u2011Fi router", "wifi", "wi-fi", "wifi router"],
    ["T-Shirt blue", "tshirt", "t-shirt", "t shirt"],
    ["हिन्दी किताब", "किताब"],
  ];
  for (const [name] of found) await add(name);
  for (const [name, ...typed] of found)
    for (const text of typed) {
      expect([text, await inShop(text)]).toEqual([text, expect.arrayContaining([name])]);
      expect([text, await inDashboard(text)]).toEqual([text, expect.arrayContaining([name])]);
    }
});

test("H5 a SKU or barcode finds its product in the shop, and a part of one in the dashboard", async () => {
  const codes = ["42-315", "NOR.0707-60", "T710TBH", "00042"];
  for (const sku of codes)
    await add(`Thing of ${sku.length}${sku.slice(-2)}`, { sku, barcode: `400638${sku.slice(0, 2)}99` });
  for (const sku of codes) {
    const name = `Thing of ${sku.length}${sku.slice(-2)}`;
    for (const text of [sku, sku.toLowerCase(), sku.replaceAll(/[-.]/g, ""), `400638${sku.slice(0, 2)}99`]) {
      expect([text, await inShop(text)]).toEqual([text, [name]]);
      const suggested = await names(`GET /product/search-suggestion?q=${encodeURIComponent(text)}`);
      expect([text, suggested]).toEqual([text, [name]]);
      expect([text, await inDashboard(text)]).toEqual([text, expect.arrayContaining([name])]);
      expect([text, await inStock(text)]).toEqual([text, expect.arrayContaining([name])]);
    }
    expect(await inDashboard(sku.slice(1, 5).toLowerCase())).toContain(name);
  }
  expect(await inDashboard("' OR 1")).toEqual([]);
});
const inStock = async (text: string) => {
  const { body } = await shop.ask(`GET /stock?name=${encodeURIComponent(text)}`, { token });
  return (body.data as { product: string }[]).map((row) => row.product);
};

test("H5 one brand has one spelling, however its accents are put together", async () => {
  for (const brand of ["Café".normalize("NFC"), "Café".normalize("NFD")])
    await product({ name: "Bag", brand, variations: [one(100, 1)] });
  const { body } = await shop.ask("GET /product/admin/usage", { token });
  expect(body.data.brands.filter(({ brand }: { brand: string }) => brand.startsWith("Caf"))).toEqual([
    { brand: "Café".normalize("NFC"), products: 2 },
  ]);
});

test("H5 a short SKU and one with blanks are found as they are written, and with blanks for hyphens", async () => {
  for (const [name, sku, ...typed] of [
    ["Walnut tray", "AX 100 7", "ax 100 7", "AX1007"],
    ["Tiny spoon", "S-1", "s-1"],
    ["Linen towel", "LT-200", "lt 200"],
  ] as const) {
    await add(name, { sku });
    for (const text of [sku, ...typed]) expect([text, await inShop(text)]).toEqual([text, [name]]);
  }
});
