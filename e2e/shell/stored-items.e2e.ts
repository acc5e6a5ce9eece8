import { type BrowserContext, expect, type Page } from "@playwright/test";
import { demoAdmin, demoCustomer, signIn, visit } from "#e2e/support/session.ts";
import { test } from "#e2e/support/test.ts";
import { type StoredItem, storedItems } from "#web/shop/stored-items.ts";

test.use({ serviceWorkers: "allow" });

const matches = (kind: StoredItem["kind"], name: string) =>
  storedItems.find(
    (item) =>
      item.kind === kind &&
      item.names.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one)),
  );

/** What the browser holds that the table doesn't have, or for longer than it says; adds what was found to `found`. */
async function listUnknown(page: Page, context: BrowserContext, found: Set<string>): Promise<string[]> {
  const held = await page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    cache: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? "?"),
  }));
  const unknown = held.databases.map((name) => `IndexedDB ${name}`);
  for (const kind of ["localStorage", "sessionStorage", "cache"] as const)
    for (const name of held[kind]) {
      found.add(`${kind} ${name}`);
      if (!matches(kind, name)) unknown.push(`${kind} ${name}`);
    }
  for (const { name, expires } of await context.cookies()) {
    found.add(`cookie ${name}`);
    const most = matches("cookie", name)?.days;
    const days = (expires - Date.now() / 1000) / 86_400;
    if (most === undefined || days > most + 0.01) unknown.push(`cookie ${name} for ${Math.round(days)} days`);
  }
  return unknown;
}

test("Privacy: a browser holds only what the privacy page says, in shop and dashboard", async ({ page, context }) => {
  test.slow();
  const found = new Set<string>();
  const walk = async (...addresses: string[]) => {
    for (const address of addresses) {
      await visit(page, address);
      expect(await listUnknown(page, context, found), address).toEqual([]);
    }
  };
  await walk("/", "/products", "/details/yard-broom", "/products?query=lamp", "/cart", "/privacy");
  // A guest's cart, a language and a theme of their own.
  await page.evaluate(() => fetch("/v1/cart/guest/init"));
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await signIn(page, demoCustomer);
  await walk("/checkout", "/account", "/account/orders", "/account/profile", "/wishlist", "/details/yard-broom");
  await signIn(page, demoAdmin);
  await walk(
    "/dashboard",
    "/dashboard/orders",
    "/dashboard/products",
    "/dashboard/users",
    "/dashboard/settings/policies",
  );
  for (const item of ["cookie guest_id", "cookie device_id", "localStorage access_token", "localStorage theme"])
    expect([...found]).toContain(item);
  expect([...found].some((item) => item.startsWith("cache pages-"))).toBe(true);
});
