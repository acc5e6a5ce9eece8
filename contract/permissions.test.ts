import { expect, test } from "vitest";
import { hasAccess, mayCall, type Permissions, permissionOf } from "./permissions.ts";

test("write access to an area includes reading it, read access no writing, and none nothing", () => {
  const permissions: Permissions = { orders: "write", catalogue: "read" };
  expect(hasAccess(permissions, "orders", "write")).toBe(true);
  expect(hasAccess(permissions, "orders", "read")).toBe(true);
  expect(hasAccess(permissions, "catalogue", "read")).toBe(true);
  expect(hasAccess(permissions, "catalogue", "write")).toBe(false);
  expect(hasAccess(permissions, "settings", "read")).toBe(false);
});

test.each([
  ["GET /orders", ["orders"], "read"],
  ["POST /orders/:id/refunds", ["orders"], "write"],
  ["DELETE /coupons/:id", ["marketing"], "write"],
  // The longest beginning of the path, by whole segments.
  ["GET /dashboard/summary", ["orders"], "read"],
  ["GET /dashboard/demand", ["catalogue"], "read"],
  ["GET /dashboard/setup", ["settings"], "read"],
  ["PUT /settings/shop", ["settings"], "write"],
  ["GET /settings/staff", [], "read"],
  ["POST /product/admin/search-synonyms", ["catalogue", "settings"], "write"],
  ["POST /product-types", ["catalogue"], "write"],
  // Single calls.
  ["GET /customers", ["customers", "orders"], "read"],
  ["GET /customers/:id", ["customers"], "read"],
  ["POST /customers", ["customers"], "write"],
  ["PUT /settings/payments", [], "write"],
  // A preview that only reads, and one that merges and takes it back.
  ["POST /home/preview", ["settings"], "read"],
  ["PUT /dashboard/lists/:list", ["catalogue", "orders"], "read"],
  ["GET /customers/:id/merge", ["customers"], "write"],
] as const)("%s needs access to one of %j: %s", (route, areas, access) => {
  expect(permissionOf(route)).toEqual({ areas, access });
});

test.each(["GET /products", "GET /ordersheet", "GET /"])("%s is of no area, and no permission allows it", (route) => {
  expect(permissionOf(route)).toBeUndefined();
  expect(mayCall({ orders: "write", catalogue: "write", settings: "write" }, route)).toBe(false);
});

test("one of the areas of a call is enough, and calls for administrators alone are allowed by none", () => {
  expect(mayCall({ orders: "read" }, "GET /customers")).toBe(true);
  expect(mayCall({ customers: "read" }, "GET /customers")).toBe(true);
  expect(mayCall({ marketing: "write" }, "GET /customers")).toBe(false);
  expect(mayCall({ orders: "read" }, "POST /orders/:id/refunds")).toBe(false);
  expect(mayCall({ customers: "read" }, "GET /customers/:id/merge")).toBe(false);
  expect(mayCall({ settings: "write" }, "PUT /settings/payments")).toBe(false);
  expect(mayCall({ settings: "write" }, "PUT /settings/shop")).toBe(true);
});
