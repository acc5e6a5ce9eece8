import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { clearPersonalStorage } from "#web/api/browser-storage.ts";
import { recentStorage } from "#web/catalogue/recently-viewed/has-viewed.ts";
import { attempt } from "#web/checkout/idempotent-attempt.ts";
import { orderDraft } from "#web/checkout/manual/manual-order-values.ts";

/** Storage with its items as own properties, which is how they are listed. */
function storageOf(items: Record<string, string>) {
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(items, name, { value });
  return items;
}
let local: Record<string, string>;
let session: Record<string, string>;
beforeEach(() => {
  local = storageOf({ theme: "dark" });
  session = storageOf({ "scroll-positions": "{}" });
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
});

/** An order whose answer never arrives, so that its key is kept. */
function startOrder(street: string) {
  const body = { email: "ada@example.com", shipping_address: { fullname: "Ada", line1: street } };
  const keys: string[] = [];
  void attempt("order", body, (key) => {
    keys.push(key);
    return new Promise(() => {});
  });
  return keys[0];
}

test("S4 an order under way is known again by its key, but leaves neither address nor email in the browser", () => {
  const key = startOrder("1 Elm Street");
  const kept = JSON.stringify([local, session]);
  expect(kept).toContain(key);
  expect(kept).not.toMatch(/elm|ada/i);
  expect(startOrder("1 Elm Street")).toBe(key);
  expect(startOrder("2 Elm Street")).not.toBe(key);
});

test("S4 signing out leaves nothing personal in either storage of the browser", () => {
  startOrder("1 Elm Street");
  orderDraft.write({ email: "ada@example.com" });
  recentStorage.write("[7]");
  expect([Object.keys(local).length, Object.keys(session).length]).toEqual([2, 3]);
  clearPersonalStorage();
  expect([local, session]).toEqual([{ theme: "dark" }, { "scroll-positions": "{}" }]);
});

test("S4 signing out deletes visited pages and their pictures, which tell what was viewed and searched for", async () => {
  const caches = new Set(["pages-4", "images-4", "files-4"]);
  const isGone = vi.fn(async (name: string) => caches.delete(name));
  vi.stubGlobal("caches", { keys: async () => [...caches], delete: isGone });
  clearPersonalStorage();
  await vi.waitUntil(() => isGone.mock.calls.length === 2);
  expect([...caches]).toEqual(["files-4"]);
  vi.stubGlobal("caches", { keys: async () => Promise.reject(new DOMException("blocked", "SecurityError")) });
  clearPersonalStorage();
});

test("storage that may be blocked or full is used in one place, but by what runs before it is loaded", () => {
  const using = globSync("web/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).filter((file) => {
    const code = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    // Others hand `() => localStorage` to browser-storage.ts, or name it.
    return /(?<!\(\) => |["'])\b(local|session)Storage\b(?!: text)/.test(code);
  });
  expect(using.sort()).toEqual([
    "web/hydration/lazy-component.tsx",
    "web/hydration/lost-navigation.ts",
    "web/ui/layout/theme.ts",
  ]);
});
