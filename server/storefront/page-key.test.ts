import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, straightTarget } from "./page-key.ts";

test("a list page keeps what it reads, in one order, and nothing else", () => {
  expect(addressOf("/products?utm=1&sort=price&tag=2&tag=1&name=red%20cap&empty=").search).toBe(
    "?name=red+cap&tag=2&tag=1&sort=price",
  );
  expect(addressOf("/?name=cap")).toEqual({ path: "/", search: "", keep: true });
});

test("addresses past all reason are not kept", () => {
  expect(addressOf(`/products?name=${"x".repeat(500)}`).keep).toBe(false);
  expect(addressOf(`/details/${"x".repeat(500)}`).keep).toBe(false);
  expect(addressOf(`/products?${"tag=1&".repeat(1000)}`).search.length).toBeLessThan(400);
});

test("whatever is asked for, the address begins with one slash and is stable", () => {
  fc.assert(
    fc.property(fc.string(), fc.webQueryParameters(), (path, query) => {
      const { path: kept, search } = addressOf(`/${path}?${query}`);
      expect(kept).toMatch(/^\/(?!\/)/);
      expect(straightTarget(kept)).toBeUndefined();
      expect(addressOf(kept + search)).toMatchObject({ path: kept, search });
    }),
  );
});
