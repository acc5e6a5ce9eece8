import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/call.ts";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import CouponAdminPage from "#web/coupons/coupon.admin.page.tsx";
import { couponQuery } from "#web/coupons/coupons.queries.ts";
import ProductTypeAdminPage from "./product-type.admin.page.tsx";

const type = { id: 1, name: "Shoes", slug: "shoes", attribute_schema: [], version: 1 };
const coupon = { id: 1, code: "WELCOME10", scope: {}, version: 1 };

test.each([
  ["A5 a product type", ProductTypeAdminPage, "/product-types/:type_id", productTypes(), [type], "Shoes"],
  ["A7 a coupon", CouponAdminPage, "/coupons/:id", couponQuery(1), coupon, "WELCOME10"],
] as const)(
  "%s is edited from its current version, not from one that was loaded earlier",
  (_title, Page, path, { queryKey }, data, name) => {
    const client = queryClient(() => new Promise(() => {}));
    client.setQueryData(queryKey as never, { data } as never);
    const router = createMemoryRouter([{ path, Component: Page }], {
      initialEntries: [path.replace(/:\w+/, "1")],
    });
    const page = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(page).toContain("Loading");
    expect(page).not.toContain(name);
  },
);
