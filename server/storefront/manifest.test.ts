import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage } from "#words/say.ts";
import { registerManifest } from "./manifest.ts";

const { app } = await openTestShop({ shopLocale: "ar-EG" });

beforeAll(async () => {
  registerManifest(app);
  await inTransaction(app.db, (tx) => updateSettings(tx, { name: "Tea & <Cakes>" }));
});
// All shops of one process speak the same language, so each test says which.
beforeEach(() => setLanguage("ar-EG", { "You're offline": "أنت غير متصل", Home: "الرئيسية" }));

test("S13 the web manifest has the shop's name, language and direction", async () => {
  const { headers, body } = await app.http.inject("/site.webmanifest");
  expect(headers["content-type"]).toContain("application/manifest+json");
  expect(JSON.parse(body)).toMatchObject({
    name: "Tea & <Cakes>",
    short_name: "Tea & <Cakes>",
    lang: "ar-EG",
    dir: "rtl",
  });
});

test("S13 the offline page is in the shop's language and has its name", async () => {
  const { headers, body } = await app.http.inject("/offline.html");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toContain('<html lang="ar-EG" dir="rtl">');
  expect(body).toContain("<h1>أنت غير متصل</h1>");
  expect(body).toContain('<a href="/">الرئيسية</a>');
  expect(body).toContain("Tea &amp; &lt;Cakes></title>");
});
