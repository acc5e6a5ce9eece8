import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { OrderReference } from "#web/orders/admin/order-reference.tsx";
import { ButtonLink, MayOpenContext, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { AlertList } from "./alerts/alert-list.tsx";
import { mayOpen } from "./page-access.ts";

/** What a member of staff with these permissions sees. */
const drawnFor = (permissions: Permissions, children: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MayOpenContext value={(path) => mayOpen(path, { isAdmin: false, permissions })}>{children}</MayOpenContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("P3 a page that may not be opened is named without a link, and has no button", () => {
  const links = (
    <>
      <ShopLink to={dashboardPaths.user(7)}>Ada</ShopLink>
      <ShopLink to="?page=2">Next</ShopLink>
      <ShopLink to={dashboardPaths.products({ tag: 3 })} aria-label="12 products with Oak">
        12
      </ShopLink>
      <OrderReference id="o7" order={undefined} />
      <ButtonLink to={dashboardPaths.productImport()} label="Import" />
    </>
  );
  const hrefs = (permissions: Permissions) =>
    [...drawnFor(permissions, links).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(hrefs({ orders: "write", catalogue: "read" })).toEqual([
    "/?page=2",
    "/dashboard/products?tag=3",
    "/dashboard/orders/o7",
  ]);
  expect(hrefs({ customers: "read", catalogue: "write" })).toEqual([
    "/dashboard/users/7",
    "/?page=2",
    "/dashboard/products?tag=3",
    "/dashboard/products/import",
  ]);
  expect(drawnFor({ orders: "write" }, links)).toContain(">Ada</span>");
  expect(drawnFor({ orders: "write" }, links)).toContain(">12 products with Oak</span>");
  expect(drawnFor({ orders: "write" }, links)).not.toContain("Import");
});

test("P3 an alert about a page that may not be opened can be marked as read", () => {
  const alert = (link: string): Notification => ({
    notification_id: 1,
    type: "settings_changed",
    title: "An administrator has changed: IBAN",
    body: null,
    link,
    read_at: null,
    created_at: "2026-11-28T06:00:00Z",
  });
  const seen = (link: string) => drawnFor({ settings: "read" }, <AlertList alerts={[alert(link)]} onOpen={() => {}} />);
  expect(seen(dashboardPaths.audit())).toMatch(/An administrator has changed: IBAN<\/span>.*Mark as read/);
  expect(seen(dashboardPaths.settings("payments"))).toMatch(/href="\/dashboard\/settings\/payments"/);
  expect(seen(dashboardPaths.settings("payments"))).not.toContain("Mark as read");
});
