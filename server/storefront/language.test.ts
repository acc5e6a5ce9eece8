import { beforeAll, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mountStorefront } from "./storefront.ts";

const shop = await openTestShop({ shopLocale: "de-DE" });
const { product } = selling(shop);
let base = "";

// Hijacked answers need a real socket. The build is part of the gate's set-up.
beforeAll(async () => {
  await mountStorefront(shop.app);
  base = await shop.app.http.listen({ host: "127.0.0.1", port: 0 });
});

test("C11 a document is in the language of the shop, declares it, and formats prices for it", async () => {
  await product({ price: 1999 });
  const page = await (await fetch(`${base}/products`)).text();
  expect(page).toMatch(/<html lang="de-DE" dir="ltr" data-locale="de-DE"/);
  expect(page).toContain('aria-label="Anmelden"');
  expect(page).toContain("19,99\u00a0€");
  expect(page).not.toContain("€19.99");
});

test("C11 a document preloads the translations of the shop's language once", async () => {
  const page = await (await fetch(`${base}/products`)).text();
  const addresses = [...page.matchAll(/<link rel="deferred"[^>]*href="([^"]+)"/g)].map(([, address]) => address);
  const files = await Promise.all(addresses.map(async (address) => (await fetch(base + address)).text()));
  expect(files.filter((file) => file.includes("Anmelden"))).toHaveLength(1);
});
