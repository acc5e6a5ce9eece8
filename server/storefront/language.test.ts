import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mountStorefront } from "./storefront.ts";

const shop = await openTestShop({ shopLocale: "de-AT" });
const { product } = selling(shop);
let base = "";

// Hijacked answers need a real socket. The build is part of the gate's set-up.
beforeAll(async () => {
  await mountStorefront(shop.app);
  base = await shop.app.http.listen({ host: "127.0.0.1", port: 0 });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers, redirect: "manual" });
const offer = (...other_languages: string[]) =>
  inTransaction(shop.app.db, (tx) => updateSettings(tx, { other_languages }));

test("C11 a document is in the language of the shop, declares it, and formats prices for it", async () => {
  await product({ price: 1999 });
  const response = await get("/products", { "accept-language": "en", cookie: "language=en" });
  const page = await response.text();
  expect(page).toMatch(/<html lang="de-AT" dir="ltr" data-locale="de-AT"/);
  expect(page).toContain('aria-label="Anmelden"');
  expect(page).toContain("€\u00a019,99");
  expect(page).not.toContain("€19.99");
  expect(page).not.toContain('action="/language"');
  expect(response.headers.get("vary")).toBe("accept-encoding");
});

test("C11 a document preloads the translations of the shop's language once", async () => {
  const page = await (await get("/products")).text();
  const addresses = [...page.matchAll(/<link rel="deferred"[^>]*href="([^"]+)"/g)].map(([, address]) => address);
  const files = await Promise.all(addresses.map(async (address) => (await fetch(base + address)).text()));
  expect(files.filter((file) => file.includes("Anmelden"))).toHaveLength(1);
});

const texts = {
  de: [
    '<html lang="de-AT" dir="ltr" data-locale="de-AT"',
    "Datenschutz",
    "Ungültige Option",
    "Diese Anfrage ist ungültig.",
  ],
  en: [
    '<html lang="en" dir="ltr" data-locale="en-AT"',
    "Privacy policy",
    "Invalid option",
    "This request isn't valid.",
  ],
  ar: ['<html lang="ar-AT" dir="rtl" data-locale="ar-AT"', "سياسة الخصوصية", "اختيار غير مقبول", "هذا الطلب غير صالح."],
};
const languages = ["de", "en", "ar"] as const;

test("C11 requests in several languages at once have documents and answers in their own, from the cache too", async () => {
  await offer("en", "ar", "xx", "de");
  expect((await shop.ask("GET /shop")).body.data.other_languages).toEqual(["en", "ar"]);
  const read = async (language: keyof typeof texts, turn: number) => {
    const accepted = `xx,de;q=0,${language}-CH;q=0.9,*;q=0.1`;
    const headers: Record<string, string> =
      turn % 2 ? { cookie: `language=${language}`, "accept-language": "ar" } : { "accept-language": accepted };
    const malformed = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: "{" };
    const answers = await Promise.all([
      get("/privacy", headers),
      get("/v1/product?sort=unknown", headers),
      fetch(`${base}/v1/auth/login`, malformed),
    ]);
    return { language, answers: await Promise.all(answers.map((answer) => answer.text())) };
  };
  const said = await Promise.all([0, 1, 2, 3].flatMap((turn) => languages.map((language) => read(language, turn))));
  for (const { language, answers } of said)
    for (const other of languages)
      for (const text of texts[other]) expect(answers.join("").includes(text), text).toBe(other === language);
  expect(new Set(said.map(({ answers }) => answers[0])).size).toBe(languages.length);
});

test("C11 the language form sets a cookie for a year and shows the same page; an unknown language is ignored", async () => {
  const choose = (language: string, referer = `${base}/products?name=cup`) =>
    fetch(`${base}/language`, {
      method: "POST",
      body: new URLSearchParams({ language }),
      headers: { referer },
      redirect: "manual",
    });
  const chosen = await choose("ar");
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `${base}/products?name=cup`]);
  expect(chosen.headers.get("set-cookie")).toBe("language=ar; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
  const ignored = await choose("xx", "https://elsewhere.example/");
  expect([ignored.status, ignored.headers.get("location"), ignored.headers.get("set-cookie")]).toEqual([
    303,
    "/",
    null,
  ]);
  const unknown = await get("/privacy", { cookie: "language=xx" });
  expect(await unknown.text()).toContain('<html lang="de-AT"');
  expect(await (await get("/dashboard/home", { cookie: "language=ar" })).text()).toContain('<html lang="de-AT"');
  const call = await get("/v1/product?sort=unknown", { cookie: "language=ar", referer: `${base}/dashboard/home` });
  expect(await call.text()).toContain("Ungültige Option");
  const shopPage = await get("/privacy", { cookie: "language=en", referer: `${base}/dashboard/home` });
  expect(await shopPage.text()).toContain("Privacy policy");
  expect(unknown.headers.get("vary")).toBe("accept-encoding, accept-language, cookie");
});
