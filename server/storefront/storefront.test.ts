import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { sampleCatalogue } from "#server/catalogue/sample-catalogue.fixture.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { updateSettings } from "#server/shop/shop.ts";
import { withinOneMinute } from "#server/testing/minutes.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { buildFolder } from "./renderer.ts";
import { mountStorefront } from "./storefront.ts";

const shop = await openTestShop();
const pages = shop.app.responseCache.counts.document;
let base = "";

// Hijacked answers need a real socket. The build is part of the gate's set-up.
beforeAll(async () => {
  expect(
    existsSync(join(buildFolder, "server", "index.js")),
    "build the storefront first: npm start or npm test does",
  ).toBe(true);
  await mountStorefront(shop.app);
  base = await shop.app.http.listen({ host: "127.0.0.1", port: 0 });
});

/** The inline scripts of a document that run; data such as ld+json does not count. */
const inlineScripts = (document: string) =>
  [...document.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", script = ""]) =>
    /\bsrc=|\btype="application\/(ld\+)?json"/.test(attributes) ? [] : [script],
  );

const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers, redirect: "manual" });

test("a page is rendered once and then sent from the cache", async () => {
  await get("/privacy");
  const { hits, misses } = pages;
  const response = await get("/privacy");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Privacy policy");
  expect([pages.hits, pages.misses]).toEqual([hits + 1, misses]);
});

test("a browser that has the page gets a 304 without body", async () => {
  const etag = (await get("/terms")).headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const again = await get("/terms", { "if-none-match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
});

test("a change is on the page in the next request", async () => {
  expect(await (await get("/")).text()).toContain("Kiosk");
  const before = (await get("/")).headers.get("etag") ?? "";
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { tagline: "Words of a merchant." }));
  const after = await get("/", { "if-none-match": before });
  expect(after.status).toBe(200);
  expect(await after.text()).toContain("Words of a merchant.");
});

test("3.4.3 the content security policy has the hash of every inline script of the app: another one fails here", async () => {
  for (const path of ["/", "/nope", "/forbidden", "/account"]) {
    const response = await get(path);
    const policy = response.headers.get("content-security-policy") ?? "";
    const scripts = inlineScripts(await response.text());
    expect(scripts.length).toBeGreaterThan(3);
    for (const text of scripts)
      expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(policy).toMatch(/default-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'.*object-src 'none'/);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toMatch(/unsafe|\*/);
  }
});

test("C11 a document loads its scripts after the first paint", async () => {
  for (const path of ["/", "/nope", "/account"]) {
    const document = await (await get(path)).text();
    expect(document).toMatch(/<link rel="deferred" +href="\/assets\/[\w-]+\.js"/);
    expect(document).toMatch(/<script type="deferred" *>\s*import /);
    expect(document).not.toMatch(/<link rel="modulepreload"|<script type="module"/);
  }
});

test("query parameters no page reads share one cached document", async () => {
  await get("/products");
  const { misses } = pages;
  await get("/products?utm_source=newsletter&fbclid=1");
  await get("/products?page=");
  expect(pages.misses).toBe(misses);
  await get("/products?sort=newest");
  await get("/products?utm_source=x&sort=newest");
  expect(pages.misses).toBe(misses + 1);
});

test("a page is sent in the encoding the browser accepts, with the same content", async () => {
  const plain = await (await get("/privacy", { "accept-encoding": "identity" })).text();
  for (const [encoding, receive] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { body, headers } = await raw("/privacy", encoding);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(receive(body).toString()).toBe(plain);
  }
});

test("R13 an unknown path is a 404 page with a link home, and is not cached", async () => {
  const { misses } = pages;
  for (let time = 0; time < 2; time++) {
    const response = await get("/no/such/page");
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain("PAGE NOT FOUND");
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Home<\/a>/);
  }
  expect(pages.misses).toBe(misses + 2);
});

test("R12 /forbidden and /unauthorized are 403 pages with a link home", async () => {
  for (const path of ["/forbidden", "/unauthorized"]) {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(403);
    expect(html).toContain("PAGE IS FORBIDDEN");
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Home<\/a>/);
  }
});

test("R8 short paths redirect into the account, R9 /dashboard redirects to its home", async () => {
  for (const name of ["orders", "wishlist", "notifications", "reviews"]) {
    const response = await get(`/${name}`);
    expect([response.status, response.headers.get("location")]).toEqual([301, `/account/${name}`]);
  }
  expect((await get("/dashboard")).headers.get("location")).toBe("/dashboard/home");
});

test("a page has one address, and no address redirects to another host", async () => {
  expect((await get("/products/?page=2")).headers.get("location")).toBe("/products?page=2");
  expect((await get("//elsewhere.example/")).headers.get("location")).toBe("/elsewhere.example");
  expect((await raw("/", "br", { host: "<script>" })).status).toBe(400);
});

test("documents have caching and security headers", async () => {
  const { headers } = await get("/");
  // A browser asks for each page anew, so that it never shows one that has changed since.
  expect(headers.get("cache-control")).toBe("public, max-age=0, s-maxage=60");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("strict-transport-security")).toBeNull();
  expect(headers.get("set-cookie")).toBeNull();
});

test("R1 R2 documents have hreflang links", async () => {
  for (const path of ["/", "/products"]) {
    const html = await (await get(path)).text();
    const links = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)];
    expect(links.map(([, language, address]) => [language, address])).toEqual([
      ["en", base + path],
      ["x-default", base + path],
    ]);
  }
});

test("a missing asset or endpoint is not answered by a page", async () => {
  const asset = await get("/assets/gone-123.js");
  expect([asset.status, asset.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
  const answer = await get("/v1/no-such-call");
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
});

test("assets are immutable and compressed; the service worker is not cached", async () => {
  const file = /\/assets\/[\w-]+\.js/.exec(await (await get("/")).text())?.[0] ?? "";
  const { headers } = await raw(file, "br");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-encoding"]).toBe("br");
  expect((await get("/sw.js")).headers.get("cache-control")).toBe("no-cache");
  expect((await get("/favicon.ico")).status).toBe(200);
});

test("robots.txt names the sitemap, which lists the pages", async () => {
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${base}/sitemap.xml`);
  const xml = await (await get("/sitemap.xml")).text();
  expect(xml).toContain(`<loc>${base}/products</loc>`);
});

/** The bytes as sent, not decompressed. */
async function raw(path: string, encoding: string, more: Record<string, string> = {}) {
  const { request } = await import("node:http");
  return new Promise<{ status: number | undefined; body: Buffer; headers: Record<string, unknown> }>((done, fail) => {
    request(base + path, { headers: { "accept-encoding": encoding, ...more } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        done({ status: response.statusCode, body: Buffer.concat(parts), headers: response.headers }),
      );
    })
      .on("error", fail)
      .end();
  });
}

test.each(["/details/%00", "/details/a%00b", "/details/%E0%A4%A", "/%E0%A4%A", "/details/%"])(
  "R13 %s is answered by the 404 page",
  async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await response.text()).toContain("PAGE NOT FOUND");
  },
);

test("R2 a filter that is not valid text is ignored", async () => {
  for (const path of ["/products?category=%00", "/products?name=a%00b"]) expect((await get(path)).status).toBe(200);
});

test.each([
  "/.git/config",
  "/.env",
  "/package.json",
  "/assets/",
  "/.vite/manifest.json",
  "/assets/..%2f..%2fserver/index.js",
])("%s is not served", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("C11 pages that are rendered are limited for each address, and those in the cache are not", async () => {
  await get("/privacy");
  await withinOneMinute(shop.app.db, async (attempt) => {
    const [ip, name] = [`203.0.113.2${attempt}`, `name=limited-${attempt}`];
    const from = (ip: string) => ({ "x-forwarded-for": ip });
    expect((await get(`/products?${name}-first`, from(ip))).status).toBe(200);
    for (let times = 1; times < 600; times++) await shop.app.limit("page", { ip });
    const refused = await get(`/products?${name}-second`, from(ip));
    expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/plain; charset=utf-8"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const headers = { ...from(ip), host: "other.example" };
    expect((await shop.app.http.inject({ url: "/sitemap.xml", headers })).statusCode).toBe(429);
    expect((await get("/privacy", from(ip))).status).toBe(200);
    expect((await get(`/products?${name}-second`, from(`203.0.113.3${attempt}`))).status).toBe(200);
  });
});

test("C11 searches, filters and missing pages are cached from their second use on, the last for a minute", async () => {
  for (const path of [
    "/products?name=once-only",
    "/products?price_max=777777",
    "/products?attr.material=Unobtainium",
    "/no-such-page",
  ]) {
    const { misses } = pages;
    for (let times = 0; times < 4; times++) await get(path);
    expect(pages.misses - misses).toBe(2);
  }
});

test("C11 pages of hosts that anybody may send are cached from their second use on, and those of the first at once", async () => {
  const misses = async (host: string, uses: number) => {
    const before = pages.misses;
    for (let times = 0; times < uses; times++) await raw("/privacy", "br", { host });
    return pages.misses - before;
  };
  for (let at = 0; at < 20; at++) await misses(`host${at}.example`, 1);
  expect([await misses("host0.example", 2), await misses("later.example", 4)]).toEqual([0, 2]);
});

test("R13 an address too long for a redirect is answered by the 404 page", async () => {
  expect((await get(`/nope?q=${"x".repeat(4500)}`)).status).toBe(404);
});

test("R13 missing pages are limited by address, also those in the cache", async () => {
  const headers = { "x-forwarded-for": "198.51.100.77" };
  const statuses: number[] = [];
  for (let at = 0; at < 1300 && statuses.at(-1) !== 429; at++) statuses.push((await get("/gone", headers)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
  expect((await get("/gone", { "x-forwarded-for": "198.51.100.78" })).status).toBe(404);
});

test("X-Forwarded-Proto is http or https", async () => {
  const html = await (await get("/contact", { "x-forwarded-proto": "javascript" })).text();
  expect(html).not.toContain("javascript://");
});

test("X-Forwarded-Host is not believed", async () => {
  const html = await (await get("/privacy", { "x-forwarded-host": "evil.example" })).text();
  expect(html).not.toContain("evil.example");
});

test("R3 R13 an old address of a product takes one redirect, however it is written", async () => {
  const { stool } = await sampleCatalogue(shop);
  await sql`
    insert into slug_history (entity, entity_id, old_slug)
    values ('product', ${stool.id}, 'old-chair')`.execute(shop.app.db);
  shop.app.responseCache.clear();
  for (const path of ["/details/old-chair", "/details/old-chair/", "/Details/old-chair", "/product/old-chair/"]) {
    const moved = await get(path);
    expect([path, moved.status, moved.headers.get("location")]).toEqual([path, 301, `/details/${stool.slug}`]);
  }
  expect((await get(`/product/${stool.slug}`)).headers.get("location")).toBe(`/details/${stool.slug}`);
  expect((await get("/no-such-page/")).headers.get("location")).toBe("/no-such-page");
});

test("R3 a link to a variation that is gone says so, and shows the product", async () => {
  const { body } = await shop.ask("GET /product?per_page=1");
  const { body: product } = await shop.ask(`GET /product/details/${body.data[0].slug}`);
  const { slug, variations } = product.data;
  const says = async (id: number) =>
    (await (await get(`/details/${slug}?variation=${id}`)).text()).includes("This option is no longer available.");
  expect([await says(variations[0].id), await says(999_999)]).toEqual([false, true]);
});
