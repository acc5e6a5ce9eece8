import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import type { Order, OrderQuery } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

export type OrdersAsked = Partial<Pick<OrderQuery, "status" | "name" | "customer_id" | "sort" | "page" | "per_page">>;

/** An order as the one who asks may see it. */
export const orderQuery = (id: string) => query("GET /orders/:id", { params: { id } });
export const ordersQuery = (asked: OrdersAsked) => query("GET /orders", { query: asked });

/** The order of a page; asked for anew each time the page is opened, as others move it too. */
export const useOrder = (id: string) => useQuery({ ...orderQuery(id), staleTime: 0, select: ({ data }) => data });

/** A page of orders; the one before stays in sight until the next is there. */
export const useOrders = (asked: OrdersAsked) =>
  useQuery({ ...ordersQuery(asked), staleTime: 0, placeholderData: keepPreviousData });

/** What the orders of each of these customers come to. */
export const useWorthOf = (customerIds: number[]) =>
  useQuery({
    ...query("GET /orders/by-customer", { query: { customer_id: customerIds } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: customerIds.length > 0,
    select: ({ data }) => data,
  });

/** Asks anew for what shows this order: the lists, the order, its payment. Call it when the shop says that it changed. */
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

/** Returns of an order; asked for only when there can be any. */
export const useReturns = (order: Order) =>
  useQuery({
    ...returnsQuery(order.id),
    staleTime: 0,
    select: ({ data }) => data,
    enabled: order.fulfilments.length > 0,
  });

type Move = Extract<
  ApiRoute,
  | `POST /orders/:id/${"cancel" | "start" | "hold" | "release" | "fulfilments" | "lines/cancel" | "refunds" | "notes"}`
  | "PATCH /orders/:id"
  | `POST /fulfilments/:id/${"deliver" | "cancel"}`
>;
/** `key` makes sure that a repeat of the same wish happens once. */
type Wish = { [R in Move]: { route: R; args: Args<R>; key?: string } }[Move];

/** Moves an order. The page shows how it stands afterwards, also when the move was refused because it had changed. */
export function useMove(orderId: string) {
  const client = useQueryClient();
  return useMutation<{ data: Order }, CallProblem, Wish>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: Move, args: object, options: object) => Promise<ReplyOf<Move>>)(
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

type Taking = Extract<ApiRoute, "POST /payments/:order_id/received" | "POST /orders/:id/capture">;
type TakingWish = { [R in Taking]: { route: R; args: Args<R>; key: string } }[Taking];

/** Notes that money came, or has it taken; the order is asked for anew afterwards. */
export function useTaking(orderId: string) {
  const client = useQueryClient();
  return useMutation<ReplyOf<Taking>, CallProblem, TakingWish>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: Taking, args: object, options: object) => Promise<ReplyOf<Taking>>)(route, args, {
        idempotencyKey: key,
      }),
    onSettled: () => refreshOrder(client, orderId),
  });
}

type ReturnMove = Extract<
  ApiRoute,
  "POST /returns" | `POST /returns/:id/${"approve" | "reject" | "close" | "receive"}`
>;
type ReturnWish = { [R in ReturnMove]: { route: R; args: Args<R>; key?: string } }[ReturnMove];

/** Asks for a return or moves one; its order is asked for anew afterwards. */
export function useReturnMove(orderId: string) {
  const client = useQueryClient();
  return useMutation<{ data: Return }, CallProblem, ReturnWish>({
    mutationFn: ({ route, args, key }) =>
      (call as (route: ReturnMove, args: object, options: object) => Promise<{ data: Return }>)(
        route,
        args,
        key ? { idempotencyKey: key } : {},
      ),
    onSettled: () => refreshOrder(client, orderId),
  });
}
