import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { hasAccess, isPermitted, type Permissions } from "./permissions.ts";

const permissionOf = (route: ApiRoute) => (api[route] as Endpoint).permission;
const mayCall = (permissions: Permissions, route: ApiRoute) => isPermitted(permissions, permissionOf(route));

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
  ["GET /dashboard/summary", ["orders"], "read"],
  ["GET /dashboard/demand", ["catalogue"], "read"],
  ["GET /dashboard/setup", ["settings"], "read"],
  ["GET /audit", [], "read"],
  ["POST /product/admin/brands", ["catalogue"], "write"],
  ["POST /product/admin/search-synonyms", ["catalogue", "settings"], "write"],
  ["POST /product-types", ["catalogue"], "write"],
  // Other areas' screens need the list of customers, but not one of them.
  ["GET /customers", ["customers", "orders"], "read"],
  ["GET /customers/:id", ["customers"], "read"],
  // Whoever sets these gets at the money or at the links of administrators.
  ["PUT /settings/payments", [], "write"],
  ["PUT /settings/emails", [], "write"],
  ["PUT /settings/general", ["settings"], "write"],
  // A preview that only reads, and one that merges and takes it back.
  ["POST /home/preview", ["settings"], "read"],
  ["PUT /dashboard/lists/:list", ["catalogue", "orders"], "read"],
  ["GET /customers/:id/merge", ["customers"], "write"],
] as const)("%s needs access to one of %j: %s", (route, areas, access) => {
  expect(permissionOf(route)).toEqual({ areas, access });
});

test("calls of the dashboard say what staff need, and others allow them nothing", () => {
  const endpoints = Object.entries(api) as [ApiRoute, Endpoint][];
  const ofDashboard = endpoints.filter(([, { caller }]) => caller === "admin").map(([route]) => route);
  expect(ofDashboard.filter((route) => !permissionOf(route))).toEqual([]);
  expect(mayCall({ orders: "write", catalogue: "write", settings: "write" }, "GET /product")).toBe(false);
});

test("a call that changes something needs write access, but for previews and one's own view of a list", () => {
  const readers = (Object.keys(api) as ApiRoute[]).filter(
    (route) => !route.startsWith("GET ") && permissionOf(route)?.access === "read",
  );
  expect(readers.sort()).toEqual(["POST /home/preview", "POST /settings/emails/preview", "PUT /dashboard/lists/:list"]);
});

test("one of the areas of a call is enough, and calls for administrators alone are allowed by none", () => {
  expect(mayCall({ orders: "read" }, "GET /customers")).toBe(true);
  expect(mayCall({ customers: "read" }, "GET /customers")).toBe(true);
  expect(mayCall({ marketing: "write" }, "GET /customers")).toBe(false);
  expect(mayCall({ orders: "read" }, "POST /orders/:id/refunds")).toBe(false);
  expect(mayCall({ customers: "read" }, "GET /customers/:id/merge")).toBe(false);
  expect(mayCall({ settings: "write" }, "PUT /settings/payments")).toBe(false);
  expect(mayCall({ settings: "write" }, "PUT /settings/general")).toBe(true);
});
