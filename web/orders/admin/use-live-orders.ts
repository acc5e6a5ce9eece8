import { useQueryClient } from "@tanstack/react-query";
import { useMoved } from "#web/api/live-news.ts";
import { refreshOrder } from "#web/orders/orders.queries.ts";

/** Refetches orders when the socket reports a change. For administrators. */
export function useLiveOrders() {
  const client = useQueryClient();
  useMoved(
    ({ order_summary }) => order_summary?.seq,
    () => refreshOrder(client),
  );
}
