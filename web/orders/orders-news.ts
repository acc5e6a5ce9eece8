import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { sayLive, useLive } from "#web/api/live-store.ts";
import { refreshOrder } from "./orders.queries.ts";

/** Asks anew for what is shown of orders whenever the live line says that some order moved. For administrators. */
export function useOrdersNews() {
  const client = useQueryClient();
  const moved = useLive(({ order_summary }) => order_summary?.seq);
  const seen = useRef(moved);
  useEffect(() => {
    // The first figure says only what was just fetched anyway.
    if (seen.current !== undefined && moved !== seen.current) refreshOrder(client);
    seen.current = moved;
  }, [client, moved]);
}

/** Whoever opens the list of orders has seen that there are new ones. `visit` changes with each opening. */
export function useNewOrdersSeen(visit: string) {
  const isOpen = useLive(({ say }) => say !== null);
  const known = useLive(({ notification_summary }) => notification_summary !== null);
  useEffect(() => {
    if (isOpen && known) void sayLive("mark_all_notifications_read", { type: "new_order" });
  }, [isOpen, known, visit]);
}
