import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { AdminProductRow } from "#contract/catalogue/product-form.ts";
import { queryClient } from "#web/api/call.ts";
import { ProductTable } from "./product-table.tsx";

const euros = { amount: 900, currency: "EUR" };
const product = {
  id: 1,
  name: "Cup",
  thumbnail: "/cup.webp",
  images: { total: 1, ready: 1, failed: 0 },
  on_hand: 3,
  price: euros,
  max_price: euros,
  variation_count: 1,
  updated_at: "2026-11-28T12:00:00Z",
} as unknown as AdminProductRow;

test("A5 the list says which drafts go live and which products end by themselves", () => {
  const drawn = (more: Partial<AdminProductRow>) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
        <MemoryRouter>
          <ProductTable
            products={[{ ...product, publish_at: null, unpublish_at: null, ...more }]}
            selection={undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const at = "2026-12-24T08:00:00Z";
  expect(drawn({ status: "draft", publish_at: at })).toContain("Goes live Dec 24");
  expect(drawn({ status: "active", unpublish_at: at })).toContain("Ends Dec 24");
  // One that is on sale has gone live.
  for (const status of ["draft", "active"] as const) expect(drawn({ status })).not.toMatch(/Goes live|Ends/);
  expect(drawn({ status: "active", publish_at: at })).not.toContain("Goes live");
});
