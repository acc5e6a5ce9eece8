import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

const pages = import.meta.glob(["/web/**/*.admin.page.tsx", "/web/dashboard/**/*.page.tsx"], { import: "default" });
const lists =
  "accounts/customers/users accounts/staff/staff audit/audit catalogue/bulk-edits/bulk-edits " +
  "catalogue/categories/categories catalogue/option-groups/option-groups catalogue/product-types/product-types " +
  "catalogue/products/products catalogue/tags/tags coupons/coupons dashboard/alerts/alerts dashboard/demand/demand " +
  "gift-cards/gift-cards media/media orders/admin/list/orders orders/admin/returns redirects/redirects " +
  "reviews/admin/reviews shipping/shipping stock/stock";

const none = { data: [], meta: { page: 1, per_page: 20, total: 0, pages: 0 } };
const client = new QueryClient({
  defaultOptions: { queries: { initialData: none, queryFn: () => new Promise(() => undefined) } },
});
client.setQueryDefaults(["GET /shop"], { initialData: { data: { currency: "EUR" } } });
client.setQueryDefaults(["GET /staff"], {
  initialData: { data: [{ id: 1, role: "admin", permissions: {}, last_seen_at: null }] },
});
client.setQueryDefaults(["GET /dashboard/lists/:list"], { initialData: { data: { views: [] } } });

test.each(lists.split(" "))("A7 the empty list of %s says what to do first", async (list) => {
  const Page = (await (
    pages[`/web/${list}.admin.page.tsx`] ?? pages[`/web/${list}.page.tsx`]
  )?.()) as FunctionComponent;
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(drawn).toMatch(/<h2[^>]*>(No alerts|No [a-z ]+ yet|Everything [a-z ]+)<\/h2><div[^>]*>[^<]{20,}/);
});
