import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { query, queryClient } from "#web/api/call.ts";
import { cartKey } from "#web/api/cart-cache.ts";
import { cart, line } from "./cart.fixture.ts";
import { useCartSuggestions } from "./suggestions.ts";

/** What is suggested for a cart with product 1, where others bought these with it. */
function suggestionsFor(ids: number[]) {
  const client = queryClient(() => new Promise(() => {}));
  client.setQueryData(cartKey, cart([line(1)]));
  const { queryKey } = query("GET /product/bought-together/:id", { params: { id: 1 }, query: { per_page: 8 } });
  client.setQueryData(queryKey, { data: ids.map((id) => ({ id, in_stock: true })) } as never);
  const Drawer = () =>
    useCartSuggestions()
      .products.map(({ id }) => id)
      .join();
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Drawer />
    </QueryClientProvider>,
  );
}

test("R4 what goes with the items of a cart is up to four products, and none rather than a single one", () => {
  expect(suggestionsFor([2, 3, 4, 5, 6])).toBe("2,3,4,5");
  expect(suggestionsFor([1, 2])).toBe("");
});
