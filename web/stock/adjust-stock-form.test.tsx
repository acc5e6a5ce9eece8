import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { StockItem } from "#contract/stock.ts";
import { query } from "#web/api/call.ts";
import { AdjustStockForm, readQuantity } from "./adjust-stock-form.tsx";

test("units are read in the digits of any keyboard, with a sign", () => {
  expect(["12", "١٢", "۱۲", "+5", "-5", "−٥"].map(readQuantity)).toEqual([12, 12, 12, 5, -5, -5]);
  expect(["", "1.5", "1234567", "٥a"].map(readQuantity)).toEqual([undefined, undefined, undefined, undefined]);
});

test("the form shows the units of now, not those of when it was opened", () => {
  const opened = { variation_id: 7, product: "Lamp", variation: "", sku: "L", on_hand: 3, reserved: 1 } as StockItem;
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => {}) } } });
  const render = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AdjustStockForm item={opened} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  expect(render()).toContain("3 on hand");
  const { queryKey } = query("GET /stock", { query: { variation_id: 7, per_page: 1 } });
  client.setQueryData(queryKey, { data: [{ ...opened, on_hand: 23 }] } as never);
  expect(render()).toContain("23 on hand");
});
