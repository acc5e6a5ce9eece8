import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { ApiRoute, Args, ReplyOf } from "#contract/api.ts";
import type { BulkOrderOutcome } from "#contract/orders/bulk.ts";
import type { Order, OrderStatus } from "#contract/orders/orders.ts";
import { browserClient, call, freshQuery, invalidate, pageQuery, query } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { useLiveChange } from "#web/api/live-updates.ts";
import { useAccess } from "#web/api/session/permissions.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const orderQuery = (id: string) => query("GET /orders/:id", { params: { id } });
export const ordersQuery = (filters: Args<"GET /orders">["query"]) => query("GET /orders", { query: filters });

/** The order of a page, refetched when the page is opened. */
export const useOrder = (id: string) => useQuery({ ...orderQuery(id), staleTime: 0, select: ({ data }) => data });

/** A page of orders; the previous one stays until it is loaded. */
export const useOrders = (filters: Args<"GET /orders">["query"]) =>
  useQuery({ ...ordersQuery(filters), staleTime: 0, placeholderData: keepPreviousData });

/** The number of orders of each view. */
export const useOrderCounts = () => useQuery({ ...freshQuery("GET /orders/counts", {}), select: ({ data }) => data });

const maxPerPage = 100;

/** The orders with these ids, at most 100, by id; undefined until they are loaded, and for those who may not see orders. */
export const useOrdersById = (ids: string[]) =>
  useQuery({
    ...pageQuery("GET /orders", { query: { id: ids.slice(0, maxPerPage), per_page: maxPerPage } }),
    enabled: useAccess("orders") && ids.length > 0,
    select: ({ data }) => new Map(data.map((order) => [order.id, order])),
  }).data;

export const useCustomerSpending = (customerIds: number[]) =>
  useQuery({
    ...pageQuery("GET /orders/by-customer", { query: { customer_id: customerIds } }),
    enabled: customerIds.length > 0,
    select: ({ data }) => data,
  });

/** Invalidates everything that shows this order, or any order. */
export function refreshOrder(orderId?: string) {
  void invalidate(
    "GET /orders",
    "GET /orders/counts",
    "GET /orders/by-customer",
    "GET /account/counts",
    "GET /returns",
    "GET /returns/counts",
    "GET /orders/:id/documents",
    ...(orderId
      ? [orderQuery(orderId), query("GET /payments/:order_id", { params: { order_id: orderId } })]
      : (["GET /orders/:id"] as const)),
  );
}

export const returnsQuery = (orderId: string) => query("GET /returns", { query: { order_id: orderId, per_page: 100 } });

export const useReturnCounts = () => useQuery({ ...freshQuery("GET /returns/counts", {}), select: ({ data }) => data });

/** Returns of an order; fetched only when something was shipped. */
export const useReturns = (order: Order) =>
  useQuery({
    ...returnsQuery(order.id),
    staleTime: 0,
    select: ({ data }) => data,
    enabled: order.fulfilments.length > 0,
  });

/** `key` is the idempotency key. */
type ActionCall<R extends ApiRoute> = {
  [One in R]: { route: One; args: Args<One> & Decided<One>; key?: string };
}[R];

const runAction = <R extends ApiRoute>({ route, args, key }: ActionCall<R>) =>
  (call as (route: R, args: object, options: object) => Promise<ReplyOf<R>>)(
    route,
    args,
    key ? { idempotencyKey: key } : {},
  );

type OrderAction = Extract<
  ApiRoute,
  | `POST /orders/:id/${"cancel" | "start" | "pack" | "hold" | "release" | "fulfilments" | "lines/cancel" | "refunds" | "notes" | "confirmation"}`
  | "PATCH /orders/:id"
  | "PUT /orders/:id/refund-account"
  | "POST /orders/:id/refunds/:refund_id/sent"
  | `POST /fulfilments/:id/${"deliver" | "undo-delivery" | "cancel"}`
>;

/** Of actions whose version the API doesn't ask for, so that a page that is out of date changes nothing. */
type DecidedRoute = `POST /orders/:id/${"cancel" | "release"}` | "POST /fulfilments/:id/undo-delivery";
type Decided<R extends ApiRoute> = R extends DecidedRoute
  ? { body: { version: number } | { status: OrderStatus } }
  : unknown;

/** Runs an action on an order and caches the result; refetches after a conflict. */
export const useOrderAction = (orderId: string) =>
  useMutation<{ data: Order }, CallProblem, ActionCall<OrderAction>>({
    mutationFn: runAction,
    onSuccess: (answer) => {
      browserClient().setQueryData(orderQuery(orderId).queryKey, answer);
      void invalidate("GET /orders", "GET /orders/counts", "GET /orders/:id/documents");
    },
    onError: ({ status }) => {
      if (status === 409 || status === 404) refreshOrder(orderId);
    },
  });

/** Closes a form about an order that has changed since it was opened, and says so. */
export const closeIfOrderChanged =
  (closeDialog: () => void) =>
  ({ code }: CallProblem): boolean => {
    if (code !== "stale" && code !== "order_state") return false;
    closeDialog();
    toast({ tone: "danger", title: "The order has changed. Review it, then try again." });
    return true;
  };

type BulkAction = Extract<ApiRoute, `POST /orders/bulk${string}`>;

/** Changes several orders, each for itself, then refetches what shows them. */
export const useBulkOrderAction = () =>
  useMutation<{ data: BulkOrderOutcome[] }, CallProblem, ActionCall<BulkAction>>({
    mutationFn: runAction,
    onSettled: () => refreshOrder(),
  });

type PaymentAction = Extract<ApiRoute, "POST /payments/:order_id/received" | "POST /orders/:id/capture">;
type ReturnAction = Extract<
  ApiRoute,
  "POST /returns" | `POST /returns/:id/${"approve" | "reject" | "close" | "receive"}`
>;

/** Records or captures a payment, then refetches the order. */
export const usePaymentAction = (orderId: string) => useRefetchingAction<PaymentAction>(orderId);

/** Requests a return or changes its status, then refetches the order. */
export const useReturnAction = (orderId: string) => useRefetchingAction<ReturnAction>(orderId);

function useRefetchingAction<R extends PaymentAction | ReturnAction>(orderId: string) {
  return useMutation<ReplyOf<R>, CallProblem, ActionCall<R>>({
    mutationFn: runAction,
    onSettled: () => refreshOrder(orderId),
  });
}

/** Refetches orders when the socket reports a change. For administrators. */
export function useLiveOrders() {
  useLiveChange(
    ({ order_summary }) => order_summary?.seq,
    () => refreshOrder(),
  );
}
