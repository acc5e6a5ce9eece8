import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/call.ts";
import { ProductDelivery } from "./product-delivery.tsx";

const render = (page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );

test("R3 a cached document names no country, price or date of delivery, but links to the delivery page", () => {
  const price = { amount: 0, currency: "EUR" };
  const drawn = render(
    <ProductDelivery
      variationId={4}
      delivery={{ country: "DE", min_days: 2, max_days: 4, price, free_from: { amount: 4900, currency: "EUR" } }}
    />,
  );
  expect(drawn).toContain('href="/delivery"');
  expect(drawn.replaceAll(/<[^>]*>/g, " ").trim()).toBe("Delivery countries, times and costs.");
});
