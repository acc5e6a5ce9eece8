import { useQueryClient } from "@tanstack/react-query";
import { useMoved } from "#web/api/live-news.ts";
import { refreshOrder } from "./orders.queries.ts";

/** Asks anew for what is shown of orders whenever the live line says that some order moved. For administrators. */
export function useOrdersNews() {
  const client = useQueryClient();
  useMoved(
    ({ order_summary }) => order_summary?.seq,
    () => refreshOrder(client),
  );
}
