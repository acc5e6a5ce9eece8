import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { query, queryClient } from "#web/api/call.ts";
import DeliveryPage from "./delivery.page.tsx";

test.each([
  ["kg", "2.5 kg"],
  ["lb", "5.512 lb"],
])("the delivery page that the server renders gives weights in the shop's unit, %s", (weight_unit, weight) => {
  const money = (amount: number) => ({ amount, currency: "EUR" });
  const price = { price: money(490), max_price: money(490), free_from: money(5000), free_max_weight_g: 2500 };
  const zone = {
    countries: ["DE"],
    postal_patterns: [],
    methods: [{ name: "Parcel", min_days: 1, max_days: 2, ...price }],
  };
  const client = queryClient(() => Promise.reject(new Error("nothing is asked")));
  client.setQueryData([...query("GET /shop", {}).queryKey], { data: { name: "Shop", demo: true, weight_unit } });
  client.setQueryData([...query("GET /shipping/rates", {}).queryKey], { data: [zone] });
  client.setQueryData([...query("GET /shop/policies/:policy", { params: { policy: "delivery" } }).queryKey], {
    data: { html: null, language: "en" },
  });
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DeliveryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(drawn).toContain(`up to ${weight}`);
});
