import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import type { usePlaceOrder } from "./checkout.queries.ts";
import { blankDetails, type CheckoutDetails } from "./draft.ts";
import { usePlaceOrderForm } from "./use-place-order-form.ts";

type PlaceOrder = ReturnType<typeof usePlaceOrderForm>;
type Props = {
  place: ReturnType<typeof usePlaceOrder>;
  onPlaced: (id: string) => void;
  onOpen: (it: PlaceOrder) => void;
};

const methods = [{ provider: "cash_on_delivery" }, { provider: "demo" }] as PaymentMethod[];

function Form({ place, onPlaced, onOpen }: Props) {
  const form = useForm<CheckoutDetails>({ defaultValues: { ...blankDetails, provider: "cash_on_delivery" } });
  onOpen(usePlaceOrderForm({ form, cart: { id: null, items: [] } as unknown as Cart, methods, place, onPlaced }));
  return null;
}

// Its quote says which methods there are; cash on delivery, chosen for an earlier address, was asked for and refused.
test("an order that is repeated, as its outcome was unknown, starts no payment by a method its quote may not have", async () => {
  const started: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    started.push(url);
    return Response.json({ data: {} });
  });
  const placed: string[] = [];
  const variables = { cart_id: "cart" };
  const mutateAsync = async () => ({ data: { id: "17", status: "pending_payment" } });
  const error = new CallProblem(0, { message: "Couldn't reach the shop." });
  const place = { variables, error, mutateAsync, isPending: false } as unknown as Props["place"];
  let order: PlaceOrder | undefined;
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form place={place} onPlaced={(id) => placed.push(id)} onOpen={(opened) => (order = opened)} />
    </QueryClientProvider>,
  );
  expect(order?.isAsking).toBe(true);
  await order?.submit(undefined);
  expect([placed, started]).toEqual([["17"], []]);
});
