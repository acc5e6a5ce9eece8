import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Args, ReplyOf } from "#contract/api.ts";
import type { Cart } from "#contract/cart.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";
import { attempt } from "./attempt.ts";

export const countriesQuery = () => query("GET /checkout/countries", {});
export const addressesQuery = () => query("GET /account/addresses", {});
export type QuoteAsked = NonNullable<Args<"GET /checkout/quote">["query"]>;
export const quoteQuery = (asked: QuoteAsked) => query("GET /checkout/quote", { query: asked });

/** What the cart costs delivered there; the figures before stay in sight until the new ones are there. */
export const useQuote = (asked: QuoteAsked, enabled: boolean) =>
  useQuery({
    ...quoteQuery(asked),
    enabled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });

/**
 * Has the shop hold what is in the cart, once for what is in it. The cart that comes back says what could not be had; then
 * what the rest costs is asked for anew.
 */
export function useHold({ id, items }: Cart, enabled: boolean) {
  const client = useQueryClient();
  const goods = items.map(({ variation_id, quantity }) => `${variation_id}:${quantity}`).join();
  return useQuery<string | null, CallProblem>({
    queryKey: ["PUT /cart/hold", id, goods],
    queryFn: async () => {
      const { held_until, cart } = (await call("PUT /cart/hold")).data;
      client.setQueryData(query("GET /cart", {}).queryKey, cart);
      if (!cart.can_checkout) void client.invalidateQueries({ queryKey: ["GET /checkout/quote"] });
      return held_until;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Places the order, at most once however often it is pressed. */
export function usePlaceOrder() {
  const client = useQueryClient();
  return useMutation<ReplyOf<"POST /orders">, CallProblem, Args<"POST /orders">["body"]>({
    mutationFn: (body) =>
      attempt("order", body, (idempotencyKey) => call("POST /orders", { body }, { idempotencyKey })),
    onSuccess: (answer) => {
      client.setQueryData(query("GET /orders/:id", { params: { id: answer.data.id } }).queryKey, answer);
      for (const route of ["GET /cart", "GET /orders", "GET /account/addresses", "GET /account/counts"])
        void client.invalidateQueries({ queryKey: [route] });
    },
  });
}

export const paymentQuery = (order_id: string) => query("GET /payments/:order_id", { params: { order_id } });
const orderQuery = (id: string) => query("GET /orders/:id", { params: { id } });

const pollMs = 2000;

/** The latest payment of an order; asked for again while it is being worked on. */
export const usePayment = (orderId: string) =>
  useQuery({
    ...paymentQuery(orderId),
    staleTime: 0,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      const status = state.data?.data?.status;
      return status === "processing" || status === "created" ? pollMs : false;
    },
  });

type Payment = ReplyOf<"POST /payments/:order_id">;

/** Begins a payment, or does its second step. The order is asked for anew whatever came of it. */
export function usePay(orderId: string) {
  const client = useQueryClient();
  const order_id = orderId;
  const settle = {
    onSuccess: (answer: Payment) => void client.setQueryData(paymentQuery(orderId).queryKey, answer),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
      void client.invalidateQueries({ queryKey: paymentQuery(orderId).queryKey });
      for (const route of ["GET /orders", "GET /cart"]) void client.invalidateQueries({ queryKey: [route] });
    },
  };
  const begin = useMutation<Payment, CallProblem, Args<"POST /payments/:order_id">["body"]>({
    mutationFn: (body) =>
      attempt(`pay_${orderId}`, body, (idempotencyKey) =>
        call("POST /payments/:order_id", { params: { order_id }, body }, { idempotencyKey }),
      ),
    ...settle,
  });
  const confirm = useMutation<Payment, CallProblem, Args<"POST /payments/:order_id/confirm">["body"]>({
    mutationFn: (body) => call("POST /payments/:order_id/confirm", { params: { order_id }, body }),
    ...settle,
  });
  return { begin, confirm };
}
