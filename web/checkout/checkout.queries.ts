import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Args, ReplyOf } from "#contract/api.ts";
import type { Cart } from "#contract/cart.ts";
import { call, invalidateRoutes, query } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { cacheCart } from "#web/api/cart-cache.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { say } from "#words/say.ts";
import { attempt } from "./idempotent-attempt.ts";

export const countriesQuery = () => query("GET /checkout/countries", {});
export const addressesQuery = () => query("GET /account/addresses", {});
export const paymentMethodsQuery = () => query("GET /checkout/payment-methods", {});
export type QuoteQuery = NonNullable<Args<"GET /checkout/quote">["query"]>;
export const quoteQuery = (input: QuoteQuery) => query("GET /checkout/quote", { query: input });

/** The quote for this delivery; the previous one stays until it is loaded. */
export const useQuote = (input: QuoteQuery, enabled: boolean) =>
  useQuery({
    ...quoteQuery(input),
    enabled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });

/** Reserves the cart's items, once per contents; the answer says what is unavailable. */
export function useCheckoutHold({ id, items }: Cart, enabled: boolean) {
  const client = useQueryClient();
  const goods = items.map(({ variation_id, quantity }) => `${variation_id}:${quantity}`).join();
  return useQuery<string | null, CallProblem>({
    queryKey: ["PUT /cart/hold", id, goods],
    queryFn: async () => {
      const { held_until, cart } = (await call("PUT /cart/hold")).data;
      cacheCart(client, cart);
      if (!cart.can_checkout) void client.invalidateQueries({ queryKey: ["GET /checkout/quote"] });
      return held_until;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Places the order, at most once. */
export function usePlaceOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Args<"POST /orders">["body"]) =>
      attempt("order", body, (idempotencyKey) => call("POST /orders", { body }, { idempotencyKey })),
    onSuccess: (answer) => {
      client.setQueryData(query("GET /orders/:id", { params: { id: answer.data.id } }).queryKey, answer);
      // An account without a name is given the one of its order.
      void invalidateRoutes(client, "GET /cart", "GET /orders", "GET /account/addresses", "GET /account/counts");
      void invalidateRoutes(client, "GET /account/profile");
    },
  });
}

/** Cancels an order that awaits payment, so that its items return to the cart and its details can be edited. */
export function useEditOrder(onEdit: () => void) {
  const client = useQueryClient();
  return useMutation({
    // Only an unpaid order: it may have been paid in another tab.
    mutationFn: (id: string) =>
      call("POST /orders/:id/cancel", { params: { id }, body: { status: "pending_payment", to_cart: true } }),
    onSuccess: async (_answer, id) => {
      await client.invalidateQueries({ queryKey: ["GET /cart"], refetchType: "all" });
      onEdit();
      void client.invalidateQueries({ queryKey: orderQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: ["GET /orders"] });
    },
    onError: (problem, id) => {
      void client.invalidateQueries({ queryKey: orderQuery(id).queryKey });
      toastProblem(say("Couldn't edit your order"))(problem);
    },
  });
}

/** Starts the payment of a placed order; the payment page shows its outcome and lets the customer try again. */
export async function startPayment(
  client: QueryClient,
  order_id: string,
  body: Args<"POST /payments/:order_id">["body"],
) {
  try {
    const answer = await attempt(`pay_${order_id}`, body, (idempotencyKey) =>
      call("POST /payments/:order_id", { params: { order_id }, body }, { idempotencyKey }),
    );
    client.setQueryData(paymentQuery(order_id).queryKey, answer);
  } catch (problem) {
    if (!(problem instanceof CallProblem)) throw problem;
    if (!isDecided.has(problem.code))
      toast({ tone: "danger", title: say("Your payment wasn't processed"), description: problem.message });
  }
  await client.invalidateQueries({ queryKey: orderQuery(order_id).queryKey });
}
/** The order was paid in another tab, or is being paid there. */
const isDecided = new Set(["already_paid", "payment_in_progress"]);

export const paymentQuery = (order_id: string) => query("GET /payments/:order_id", { params: { order_id } });
const orderQuery = (id: string) => query("GET /orders/:id", { params: { id } });

const pollMs = 2000;

/** The latest payment of an order; polled while it is processed. */
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

/** Starts or confirms a payment, then refetches the order. */
export function usePay(orderId: string) {
  const client = useQueryClient();
  const order_id = orderId;
  const settle = {
    onSuccess: (answer: Payment) => void client.setQueryData(paymentQuery(orderId).queryKey, answer),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
      void client.invalidateQueries({ queryKey: paymentQuery(orderId).queryKey });
      void invalidateRoutes(client, "GET /orders", "GET /cart");
    },
  };
  const begin = useMutation({
    mutationFn: (body: Args<"POST /payments/:order_id">["body"]) =>
      attempt(`pay_${orderId}`, body, (idempotencyKey) =>
        call("POST /payments/:order_id", { params: { order_id }, body }, { idempotencyKey }),
      ),
    ...settle,
  });
  const confirm = useMutation({
    mutationFn: (body: Args<"POST /payments/:order_id/confirm">["body"]) =>
      call("POST /payments/:order_id/confirm", { params: { order_id }, body }),
    ...settle,
  });
  return { begin, confirm };
}
