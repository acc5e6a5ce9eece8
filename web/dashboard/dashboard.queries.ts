import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLive } from "#web/api/live-store.ts";
import { query } from "#web/api/query.ts";

export const periods = ["7", "30", "90"] as const;
export type Period = (typeof periods)[number];

/** The figures of a period. They are asked for anew when the live line says that an order or a customer came. */
export function useSummary(period: Period) {
  const client = useQueryClient();
  const moved = useLive(({ order_summary, user_summary }) => `${order_summary?.seq} ${user_summary?.total}`);
  useEffect(() => {
    const soon = setTimeout(() => void client.invalidateQueries({ queryKey: ["GET /dashboard/summary"] }), gatherMs);
    return () => clearTimeout(soon);
  }, [client, moved]);
  return useQuery({
    ...query("GET /dashboard/summary", { query: { days: Number(period) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}

/** News come in bursts; one look is enough for each. */
const gatherMs = 400;
