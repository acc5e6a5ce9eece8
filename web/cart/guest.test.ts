import { afterEach, expect, test, vi } from "vitest";
import { withGuestCart } from "./guest.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser that stores cookies, says that it doesn't, or drops them. */
function browser(cookies: "stored" | "off" | "dropped") {
  let cookie = "";
  vi.stubGlobal("navigator", { cookieEnabled: cookies !== "off", onLine: true });
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal("document", {
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      if (cookies === "stored") cookie = text.split(";")[0] ?? "";
    },
  });
  const fetched = vi.fn(async () => Response.json({ guest_id: "g1" }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test.each([
  ["off", 0],
  ["dropped", 1],
] as const)(
  "R4 where cookies are %s a guest is told, and no cart is started again and again",
  async (cookies, starts) => {
    const fetched = browser(cookies);
    const add = vi.fn(async () => "added");
    await expect(withGuestCart(add)).rejects.toMatchObject({ code: "cookies_blocked" });
    expect([add.mock.calls.length, fetched.mock.calls.length]).toEqual([0, starts]);
  },
);

test("R4 a guest's first call starts a cart", async () => {
  const fetched = browser("stored");
  expect([await withGuestCart(async () => "added"), await withGuestCart(async () => "again")]).toEqual([
    "added",
    "again",
  ]);
  expect(fetched).toHaveBeenCalledTimes(1);
});
