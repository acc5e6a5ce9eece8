import { globSync, readFileSync } from "node:fs";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, expect, test, vi } from "vitest";
import { cart } from "./cart.fixture.ts";

/** The browser's channel between tabs, without its delay. */
class Channel extends EventTarget {
  static open: Channel[] = [];
  constructor() {
    super();
    Channel.open.push(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this) other.dispatchEvent(new MessageEvent("message", { data }));
  }
}

/** The module as another tab has it. */
async function openTab() {
  vi.resetModules();
  return await import("#web/api/cart-cache.ts");
}
afterAll(() => vi.resetModules());

test("S11 a cart that is changed in one tab is fetched in the others, as sockets say nothing to guests", async () => {
  vi.stubGlobal("window", { BroadcastChannel: Channel });
  vi.stubGlobal("BroadcastChannel", Channel);
  const [here, there] = [await openTab(), await openTab()];
  const told: string[] = [];
  here.onCartAnnounced(() => told.push("here"));
  const stop = there.onCartAnnounced(() => told.push("there"));
  here.cacheCart(new QueryClient(), cart([]));
  expect(told).toEqual(["there"]);
  stop();
  here.announceCart();
  expect(told).toEqual(["there"]);
});

test("carts are cached in one place, so that no older answer replaces a newer cart", () => {
  const writing = globSync("web/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).filter((file) => {
    const code = readFileSync(file, "utf8");
    return /setQueryData(<Cart>)?\(\s*(cartKey|query\("GET \/cart"|\["GET \/cart")/.test(code);
  });
  expect(writing.sort()).toEqual(["web/api/cart-cache.ts"]);
});
