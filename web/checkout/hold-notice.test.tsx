import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import { query, queryClient } from "#web/api/query.ts";
import { HoldNotice } from "./hold-notice.tsx";

const cart = { id: "one", items: [{ variation_id: 7, quantity: 2 }] } as unknown as Cart;

/** What the checkout says in a shop that holds goods for `minutes`, once it answered until when. */
function said(minutes: number, until: string | null) {
  const client = queryClient(() => Promise.reject(new Error("nothing is asked")));
  client.setQueryData(query("GET /shop", {}).queryKey, { data: { checkout_hold_minutes: minutes } } as never);
  client.setQueryData(["PUT /cart/hold", "one", "7:2"], until);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <HoldNotice cart={cart} enabled />
    </QueryClientProvider>,
  );
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("Checkout: the page says until when the goods are held, and that the time is over once it is", () => {
  const until = inMinutes(10);
  const time = new Intl.DateTimeFormat("en", { timeStyle: "short" }).format(new Date(until));
  expect(said(10, until)).toContain(`These items are reserved for you until ${time}.`);
  expect(said(10, inMinutes(-1))).toContain("These items are no longer reserved for you.");
  expect(said(10, null)).toMatch(/^<p role="status"[^>]*><\/p>$/);
});

test("Checkout: a shop that holds nothing before the order says nothing of it", () => {
  expect(said(0, null)).toBe("");
});
