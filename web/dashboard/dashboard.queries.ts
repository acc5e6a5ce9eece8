import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { freshQuery, invalidate } from "#web/api/call.ts";
import { useLive } from "#web/api/live-store.ts";
import { withLiveFigures } from "./figures.ts";
import type { Period } from "./home/period.ts";

/** The figures of a period. Those of today are live, the lists follow within a few seconds. */
export function useSummary({ from, to, compare }: Period, enabled: boolean) {
  const orders = useLive(({ order_summary }) => order_summary);
  const users = useLive(({ user_summary }) => user_summary);
  const changed = `${orders?.seq} ${users?.total}`;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void invalidate("GET /dashboard/summary", "GET /orders");
    }, refetchMs);
  }, [changed]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useQuery({
    ...freshQuery("GET /dashboard/summary", { query: { from, to, compare } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => withLiveFigures(data, { orders, newToday: users?.new_today }),
  });
}

/** Changes come in bursts and reach many windows at once. */
const refetchMs = 4000;

const latestOrders = 6;

export const useLatestOrders = () =>
  useQuery({ ...freshQuery("GET /orders", { query: { per_page: latestOrders } }), select: ({ data }) => data });
