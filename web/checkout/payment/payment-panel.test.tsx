import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import type { Payment } from "#contract/payments.ts";
import { queryClient } from "#web/api/call.ts";
import { Expired, Paid } from "./payment-outcome.tsx";
import { PaymentPanel } from "./payment-panel.tsx";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const orderOf = (from_cart: boolean) =>
  ({ id: "order", number: 1001, from_cart, totals: { due: euros(1490) }, paid: euros(0) }) as Order;

const render = (page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );

test("Checkout: an order that staff placed can't be edited, as its items would return to no cart", () => {
  const panel = (from_cart: boolean) =>
    render(
      <PaymentPanel
        order={orderOf(from_cart)}
        payment={null}
        stage="choose"
        timeLeft={null}
        isDemo={false}
        methods={[]}
      />,
    );
  expect(panel(true)).toContain("Edit details");
  expect(panel(false)).not.toContain("Edit details");
});

test("Checkout: an order that is paid by bank transfer says that it was received", () => {
  const transfer = { provider: "bank", status: "requires_action" } as Payment;
  const panel = (stage: "choose" | "second_step", payment: Payment | null) =>
    render(
      <PaymentPanel
        order={orderOf(true)}
        payment={payment}
        stage={stage}
        timeLeft={null}
        isDemo={false}
        methods={[]}
      />,
    );
  expect(panel("second_step", transfer)).toContain("We&#x27;ve received order 1001");
  // Until then, and while another way to pay is chosen, it is to be paid.
  expect(panel("choose", null)).toContain("Pay order 1001");
  expect(panel("choose", transfer)).toContain("Pay order 1001");
});

test("Checkout: an order paid partly by gift card and the rest in cash says what is due on delivery", () => {
  const none = euros(0);
  const order = {
    ...orderOf(true),
    status: "confirmed",
    payment_status: "authorized",
    fulfilment_status: "unfulfilled",
    total: euros(1490),
    totals: {
      subtotal: euros(1490),
      discount: none,
      shipping: none,
      tax: none,
      total: euros(1490),
      gift_cards: euros(500),
      due: euros(990),
    },
    payments: [{ provider: "cod", status: "authorized", amount: euros(990) }],
    customer: {},
    shipping_method: null,
    refunded: none,
    refunds_to_send: none,
    credited: none,
    gift_cards_refunded: none,
  } as unknown as Order;
  const page = render(<Paid order={order} progress={null} documents={null} />);
  expect(page).toContain("€9.90 due on delivery");
  expect(page).not.toContain("14.90");
});

test("Checkout: a single payment method is shown without a choice", () => {
  const panel = (...providers: ("bank" | "cod")[]) =>
    render(
      <PaymentPanel
        order={{ ...orderOf(true), payments: [] as Order["payments"] } as Order}
        payment={null}
        stage="choose"
        timeLeft={null}
        isDemo={false}
        methods={providers.map((provider) => ({ provider, client: {} }))}
      />,
    );
  expect(panel("bank")).toMatch(/Payment method[\s\S]*Bank transfer[\s\S]*Show bank details/);
  expect(panel("bank")).not.toMatch(/type="radio"|How would you like to pay/);
  expect(panel("bank", "cod").match(/type="radio"/g)).toHaveLength(2);
});

test("Checkout: an expired order leads to the cart only if its items are back in it", () => {
  expect(render(<Expired order={orderOf(true)} />)).toMatch(/back in your cart[\s\S]*Go to cart/);
  expect(render(<Expired order={orderOf(false)} />)).not.toMatch(/cart/i);
});
