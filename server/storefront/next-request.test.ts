import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#server/app.ts";
import type { App } from "#server/platform/app.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { mountStorefront } from "./storefront.ts";

// Two shops on one database, like two processes: one learns of the changes of the other by notifications.
const shop = await openTestShop();
const there = await openApp(shop.app.config, shop.app.database.connection);
afterAll(() => there.close());
const { product } = selling(shop);

interface Front {
  pages: { hits: number; misses: number };
  get(path: string): Promise<string>;
}
async function front(app: App): Promise<Front> {
  await mountStorefront(app);
  const pages = app.responseCache.counts.document;
  const base = await app.http.listen({ host: "127.0.0.1", port: 0 });
  return { pages, get: async (path) => (await fetch(base + path)).text() };
}
let [one, other] = [] as unknown as [Front, Front];
beforeAll(async () => {
  [one, other] = [await front(shop.app), await front(there.app)];
});

test("R2 R3 L6 a price changed in one process is on the pages of another in the next request; other pages stay cached", async () => {
  const { productId, slug } = await product({ price: 1000 });
  const { token } = await shop.person("admin");
  const showing = [`/details/${slug}`, "/products"];
  const { body } = await shop.ask(`GET /product/${productId}`, { token });
  const { name, product_type_id, variations } = body.data;
  let [version, before] = [body.data.version as number, "€10.00"];
  for (const price_amount of [1111, 1222, 1333, 1444]) {
    for (const { get, pages } of [one, other])
      for (const path of [...showing, "/privacy"]) {
        await get(path);
        const { hits } = pages;
        expect(await get(path)).toContain(path === "/privacy" ? "Privacy policy" : before);
        expect(pages.hits, `${path} is cached`).toBe(hits + 1);
      }
    const changed = await shop.ask(`PUT /product/${productId}`, {
      token,
      body: { name, slug, product_type_id, version, variations: [{ id: variations[0].id, price_amount }] },
    });
    version = changed.body.data.version;
    const now = `€${price_amount / 100}`;
    for (const { get, pages } of [other, one]) {
      for (const path of showing) {
        const html = await get(path);
        expect(html, path).toContain(now);
        expect(html, path).not.toContain(before);
      }
      const { hits, misses } = pages;
      await get("/privacy");
      expect([pages.hits, pages.misses]).toEqual([hits + 1, misses]);
    }
    before = now;
  }
});
