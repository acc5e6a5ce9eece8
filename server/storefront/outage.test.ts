import { expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { decompress } from "./document.ts";
import { createRenderer, loadBuild } from "./renderer.ts";
import { createDocumentCache } from "./storefront.ts";

const { app } = await openTestShop();
const origin = "http://shop.example";
const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });

/** Pages of a shop whose database is away for some of its calls. */
async function pagesOf(isAway: (route: string) => boolean) {
  const call: App["call"] = async (route, ...rest) => {
    if (isAway(route)) throw refused;
    return app.call(route, ...rest);
  };
  const halting: App = { ...app, call, log: { ...app.log, error: () => {} } as App["log"] };
  return createDocumentCache(halting, createRenderer(await loadBuild(), halting, "production"));
}

test("R14 R15 while the database is away a page is a 503 with Retry-After in the shop's layout, and not cached", async () => {
  let isAway = true;
  const getDocument = await pagesOf((route) => isAway && route !== "GET /shop");
  for (let time = 1; time <= 2; time++) {
    const cached = await getDocument("/products", origin);
    const { status, headers } = cached;
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "2", "no-store"]);
    expect(headers.etag).toBeUndefined();
    const html = decompress(cached).toString();
    expect(
      /<header.*<h1[^>]*>Something went wrong. Please try again.<.*href="\/"[^>]*>Go Home<.*<footer/s.test(html),
    ).toBe(true);
    expect(html.includes("ECONNREFUSED")).toBe(false);
    expect(app.responseCache.counts.document.misses).toBe(time);
  }
  isAway = false;
  expect((await getDocument("/products", origin)).status).toBe(200);
});

test("R16 when not even the layout can be rendered, the last fallback is a 503", async () => {
  const getDocument = await pagesOf(() => true);
  const cached = await getDocument("/", origin);
  const { status, headers } = cached;
  const body = decompress(cached).toString();
  expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  expect(body).toContain("Unexpected Application Error!");
  expect(body).toContain("Retry");
  expect(body).not.toContain("ECONNREFUSED");
});
