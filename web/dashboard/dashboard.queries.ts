import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLive } from "#web/api/live-store.ts";
import { query } from "#web/api/query.ts";

export const periods = ["7", "30", "90"] as const;
export type Period = (typeof periods)[number];
export const usualPeriod: Period = "30";

/** The period of an address; the usual one for anything else. */
export const parsePeriod = (days: string | null): Period => periods.find((one) => one === days) ?? usualPeriod;

/** The figures of a period, refetched when the socket reports an order or customer. */
export function useSummary(period: Period) {
  const client = useQueryClient();
  const changed = useLive(({ order_summary, user_summary }) => `${order_summary?.seq} ${user_summary?.total}`);
  useEffect(() => {
    const soon = setTimeout(() => void client.invalidateQueries({ queryKey: ["GET /dashboard/summary"] }), debounceMs);
    return () => clearTimeout(soon);
  }, [client, changed]);
  return useQuery({
    ...query("GET /dashboard/summary", { query: { days: Number(period) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}

/** Events come in bursts; one refetch is enough. */
const debounceMs = 400;
