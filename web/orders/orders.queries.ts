import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import type { Order, OrderQuery } from "#contract/orders/orders.ts";
import type { Return } from "#contract/orders/returns.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

export type OrdersListQuery = Partial<
  Pick<OrderQuery, "status" | "view" | "name" | "customer_id" | "sort" | "page" | "per_page">
>;

export const orderQuery = (id: string) => query("GET /orders/:id", { params: { id } });
export const ordersQuery = (asked: OrdersListQuery) => query("GET /orders", { query: asked });

/** The order of a page, refetched when the page is opened. */
export const useOrder = (id: string) => useQuery({ ...orderQuery(id), staleTime: 0, select: ({ data }) => data });

/** A page of orders; the previous one stays until it is loaded. */
export const useOrders = (asked: OrdersListQuery) =>
  useQuery({ ...ordersQuery(asked), staleTime: 0, placeholderData: keepPreviousData });

/** Orders and spending of these customers. */
export const useCustomerSpending = (customerIds: number[]) =>
  useQuery({
    ...query("GET /orders/by-customer", { query: { customer_id: customerIds } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: customerIds.length > 0,
    select: ({ data }) => data,
  });

/** Invalidates everything that shows this order, or any order. */
export function refreshOrder(client: QueryClient, orderId?: string) {
  for (const route of [
    "GET /orders",
    "GET /orders/by-customer",
    "GET /account/counts",
    "GET /returns",
    "GET /orders/:id/documents",
  ])
    void client.invalidateQueries({ queryKey: [route] });
  if (!orderId) return void client.invalidateQueries({ queryKey: ["GET /orders/:id"] });
  void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey });
  void client.invalidateQueries({
    queryKey: query("GET /payments/:order_id", { params: { order_id: orderId } }).queryKey,
  });
}

/** The returns of one order, newest first. */
export const returnsQuery = (orderId: string) => query("GET /returns", { query: { order_id: orderId, per_page: 100 } });

/** Returns of an order; fetched only when something was shipped. */
export const useReturns = (order: Order) =>
  useQuery({
    ...returnsQuery(order.id),
    staleTime: 0,
    select: ({ data }) => data,
    enabled: order.fulfilments.length > 0,
  });

type OrderAction = Extract<
  ApiRoute,
  | `POST /orders/:id/${"cancel" | "start" | "hold" | "release" | "fulfilments" | "lines/cancel" | "refunds" | "notes"}`
  | "PATCH /orders/:id"
  | `POST /fulfilments/:id/${"deliver" | "undo-delivery" | "cancel"}`
>;
/** `key` is the idempotency key. */
type OrderActionCall = { [R in OrderAction]: { route: R; args: Args<R>; key?: string } }[OrderAction];

/** Runs an action on an order and caches the result; refetches after a conflict. */
export function useOrderAction(orderId: string) {
  const client = useQueryClient();
  return useMutation<{ data: Order }, CallProblem, OrderActionCall>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: OrderAction, args: object, options: object) => Promise<ReplyOf<OrderAction>>)(
        route,
        args,
        key ? { idempotencyKey: key } : {},
      ),
    onSuccess: (answer) => {
      client.setQueryData(orderQuery(orderId).queryKey, answer);
      for (const route of ["GET /orders", "GET /orders/:id/documents"])
        void client.invalidateQueries({ queryKey: [route] });
    },
    onError: ({ status }) => {
      if (status === 409 || status === 404) refreshOrder(client, orderId);
    },
  });
}

type PaymentAction = Extract<ApiRoute, "POST /payments/:order_id/received" | "POST /orders/:id/capture">;
type PaymentActionCall = { [R in PaymentAction]: { route: R; args: Args<R>; key: string } }[PaymentAction];

/** Records or captures a payment, then refetches the order. */
export function usePaymentAction(orderId: string) {
  const client = useQueryClient();
  return useMutation<ReplyOf<PaymentAction>, CallProblem, PaymentActionCall>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: PaymentAction, args: object, options: object) => Promise<ReplyOf<PaymentAction>>)(route, args, {
        idempotencyKey: key,
      }),
    onSettled: () => refreshOrder(client, orderId),
  });
}

type ReturnAction = Extract<
  ApiRoute,
  "POST /returns" | `POST /returns/:id/${"approve" | "reject" | "close" | "receive"}`
>;
type ReturnActionCall = { [R in ReturnAction]: { route: R; args: Args<R>; key?: string } }[ReturnAction];

/** Requests a return or changes its status, then refetches the order. */
export function useReturnAction(orderId: string) {
  const client = useQueryClient();
  return useMutation<{ data: Return }, CallProblem, ReturnActionCall>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: ReturnAction, args: object, options: object) => Promise<{ data: Return }>)(
        route,
        args,
        key ? { idempotencyKey: key } : {},
      ),
    onSettled: () => refreshOrder(client, orderId),
  });
}
