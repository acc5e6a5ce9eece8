import { afterAll, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import { mountStorefront } from "#server/storefront/storefront.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
// Two apps on one database, as two processes are.
const there = await openApp(shop.app.config, shop.app.database.connection);
afterAll(() => there.close());
const { token } = await shop.person("admin");

async function save(group: string, change: object) {
  const { body } = await shop.ask("GET /settings", { token });
  return shop.ask(`PUT /settings/${group}`, { token, body: { ...body.data[group], ...change } });
}

const script = `<p onclick="steal()">Hello <strong>you</strong><script>steal()</script></p>`;
const clean = "<p>Hello <strong>you</strong></p>";

test("A7 policies are sanitized when they are saved, and one without text shows the template again", async () => {
  await save("policies", { privacy: script });
  expect((await shop.ask("GET /shop/policies/privacy")).body.data).toEqual({ html: clean, language: "en" });
  await save("policies", { privacy: "<script>only()</script>" });
  expect((await shop.ask("GET /shop/policies/privacy")).body.data).toEqual({ html: null, language: "en" });
  expect((await shop.ask("GET /shop/policies/unknown")).status).toBe(404);
  // Half a character, which JSON in the database can't hold.
  expect((await save("policies", { privacy: "\ud800" })).body.code).toBe("bad_input");
});

test("A7 pages of a merchant's own are sanitized, on the storefront until they are removed, and have unique addresses", async () => {
  const about = { slug: "about-us", title: "About us", html: script };
  expect((await save("policies", { pages: [about, about] })).body.errors).toMatchObject([{ field: "pages" }]);
  expect((await save("policies", { pages: [{ ...about, slug: "about us/" }] })).status).toBe(400);
  await save("policies", { pages: [about] });
  expect((await shop.ask("GET /shop/pages")).body.data).toEqual([{ slug: "about-us", title: "About us" }]);
  expect((await shop.ask("GET /shop/pages/about-us")).body.data).toEqual({ ...about, html: clean });
  await save("policies", { pages: [] });
  expect((await shop.ask("GET /shop/pages/about-us")).status).toBe(404);
});

test("A7 links lead to the shop or the web only", async () => {
  for (const href of ["javascript:alert(1)", "//evil.example", "/\\evil.example", "products"]) {
    const refused = await save("content", { footer_links: [{ label: "Bad", href }] });
    expect([href, refused.status]).toEqual([href, 400]);
  }
  expect((await save("content", { footer_links: [{ label: "Guide", href: "/products?name=guide" }] })).status).toBe(
    200,
  );
});

test("A7 R2 announcement, home sections and policies are on the next page of every process", async () => {
  await mountStorefront(there.app);
  const base = await there.app.http.listen({ host: "127.0.0.1", port: 0 });
  const page = async (path: string) => (await fetch(base + path)).text();
  expect(await page("/")).not.toContain("Closed on Monday");
  const template = await page("/returns");
  // Only administrators see the template, as its promises are theirs to make.
  expect(template).toContain("This text will follow.");
  for (const text of ["How to return an item", "Template text"]) expect(template).not.toContain(text);
  await save("content", {
    announcement: { text: "Closed on Monday", href: "/contact" },
    navigation_links: [{ label: "For the garden", href: "/products?name=garden" }],
    home: [{ kind: "hero", heading: "Our workshop", product_id: null }],
  });
  const about = { slug: "about-us", title: "About us", html: "<p>Two potters.</p>" };
  expect(await page("/pages/about-us")).not.toContain("Two potters.");
  await save("policies", { returns: "<p>Send it back.</p>", pages: [about] });
  expect(await page("/pages/about-us")).toContain("<p>Two potters.</p>");
  expect(await page("/sitemap.xml")).toContain("/pages/about-us</loc>");
  const home = await page("/");
  for (const text of ["Closed on Monday", "Our workshop", "For the garden"]) expect(home).toContain(text);
  const returns = await page("/returns");
  expect(returns).toContain("<p>Send it back.</p>");
  expect(returns).not.toContain("This text will follow.");
});
