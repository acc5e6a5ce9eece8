import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { queryClient } from "#web/api/call.ts";
import { EditOrderForm } from "./edit-order-form.tsx";
import { OrderActions } from "./order-actions.tsx";
import { trackingOf } from "./ship-form.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const order = {
  id: "0199a3b0-0000-7000-8000-000000000000",
  number: 1001,
  version: 3,
  status: "confirmed",
  payment_status: "paid",
  actions: ["fulfil", "edit"],
  items: [],
  payments: [],
  totals: { due: euros(0) },
  customer: { email: "ada@example.com" },
  customer_note: null,
  shipping_method: { carrier: "DHL" },
  shipping_address: { fullname: "Ada Person", country: "DE", company: "Ada Ltd" },
} as unknown as Order;

const render = (form: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
      <RouterProvider router={createMemoryRouter([{ path: "/", element: form }])} />
    </QueryClientProvider>,
  );

test("Dashboard: the address of an order is edited with its company, second line and phone", () => {
  const form = render(<EditOrderForm order={order} />);
  for (const label of ["Company", "Apartment, suite, etc.", "Phone", "VAT ID"]) expect(form).toContain(label);
  // The country stays, as shipping and tax depend on it.
  expect(form).not.toContain("Country");
});

test("Dashboard: a shipment has the carrier of its shipping method", () => {
  expect(trackingOf(order)).toEqual({ carrier: "DHL", tracking_number: "", tracking_url: "" });
  expect(trackingOf({ ...order, shipping_method: null }).carrier).toBe("");
});

test("Dashboard: an order is printed from its page, unless it has expired", () => {
  const mutation = { isPending: false } as Parameters<typeof OrderActions>[0]["mutation"];
  const actions = (status: Order["status"]) =>
    render(<OrderActions order={{ ...order, status }} mutation={mutation} />);
  expect(actions("confirmed")).toContain("Print");
  expect(actions("expired")).not.toContain("Print");
});
