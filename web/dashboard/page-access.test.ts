import { expect, test } from "vitest";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { mayChange, mayOpen } from "./page-access.ts";

const staff = { isAdmin: false, permissions: { orders: "write", catalogue: "read" } } as const;

test("P3 staff open the pages of their areas, and change those they may write", () => {
  const { home, orders, products, newProduct, product, coupons, settings, audit } = dashboardPaths;
  expect([home(), orders({ view: "to_ship" }), products(), product(7)].map((path) => mayOpen(path, staff))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    [newProduct(), newProduct(7), coupons(), settings("staff"), audit()].filter((path) => mayOpen(path, staff)),
  ).toEqual([]);
  expect([orders(), products(), home()].map((path) => mayChange(path, staff))).toEqual([true, false, true]);
});

test("P3 administrators open and change every page", () => {
  const admin = { isAdmin: true, permissions: {} };
  for (const path of [dashboardPaths.settings("staff"), dashboardPaths.newProduct(), dashboardPaths.audit()])
    expect([mayOpen(path, admin), mayChange(path, admin)]).toEqual([true, true]);
});
