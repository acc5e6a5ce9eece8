import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { query, queryClient } from "#web/api/call.ts";
import { AddressFields } from "./address-fields.tsx";

const keyboardOf = (country: string) => {
  const client = queryClient(() => new Promise(() => {}));
  client.setQueryData(query("GET /shop", {}).queryKey, { data: { delivery_countries: [country] } } as never);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <AddressFields
        register={(name) => ({ name, onChange: async () => {}, onBlur: async () => {}, ref: () => {} })}
        errors={{}}
        country={country}
        company=""
      />
    </QueryClientProvider>,
  );
  return /<input[^>]*name="postal_code"[^>]*>/i.exec(html)?.[0].match(/inputmode="(\w+)"/i)?.[1];
};

test("R6 phones show digits for postal codes of digits, and letters for those with letters", () => {
  expect([keyboardOf("DE"), keyboardOf("US")]).toEqual(["numeric", "numeric"]);
  expect([keyboardOf("GB"), keyboardOf("NL")]).toEqual([undefined, undefined]);
});
