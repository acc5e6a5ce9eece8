import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { CartItem } from "#contract/cart.ts";
import { queryClient } from "#web/api/call.ts";
import { CartLine } from "./cart-line.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });

test("Cart: a line of several units says the price of one, a line of one unit has its price once", () => {
  const drawn = (quantity: number) => {
    const line = {
      id: "1",
      variation_id: 1,
      quantity,
      max_quantity: 9,
      unit_price: euros(900),
      line_total: euros(900 * quantity),
      compare_at: euros(1200),
      price_per_measure: null,
      options: [],
      problems: [],
      product: { id: 1, slug: "cup", name: "Cup", thumbnail: "/cup.webp" },
    } as unknown as CartItem;
    return renderToStaticMarkup(
      <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
        <MemoryRouter>
          <CartLine line={line} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };
  const times = (text: string, page: string) => page.split(text).length - 1;
  expect(drawn(2)).toContain(" each");
  expect([times("€18.00", drawn(2)), times("€9.00", drawn(2)), times("€12.00", drawn(2))]).toEqual([1, 1, 1]);
  expect(drawn(1)).not.toContain(" each");
  expect([times("€9.00", drawn(1)), times("€12.00", drawn(1))]).toEqual([1, 1]);
});
