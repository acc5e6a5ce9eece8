import { useQueryClient } from "@tanstack/react-query";
import { useLiveChange } from "#web/api/live-updates.ts";
import { refreshOrder } from "#web/orders/orders.queries.ts";

/** Refetches orders when the socket reports a change. For administrators. */
export function useLiveOrders() {
  const client = useQueryClient();
  useLiveChange(
    ({ order_summary }) => order_summary?.seq,
    () => refreshOrder(client),
  );
}
