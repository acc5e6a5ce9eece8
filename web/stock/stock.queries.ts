import { useMutation, useQuery } from "@tanstack/react-query";
import type { Args } from "#contract/api.ts";
import { StockFilters, type StockItem } from "#contract/stock.ts";
import { call, freshQuery, invalidate } from "#web/api/call.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { listAddress } from "#web/ui/lists/list-address.ts";

const { variation_id: _, ...filters } = StockFilters.shape;
export const stockList = listAddress(dashboardPaths.stock(), filters);

/** The stock of one variation; null if its stock is not tracked or it does not exist. */
export const useStockItem = (id: number) =>
  useQuery({
    ...freshQuery("GET /stock", { query: { variation_id: id, per_page: 1 } }),
    select: ({ data }) => data[0] ?? null,
  });

type Change = NonNullable<Args<"POST /variations/:id/stock">["body"]>;

/** Adjusts the stock of a variation. A change of the quantity can be undone. */
export function useAdjustStock({ variation_id: id }: StockItem) {
  const mutation = useMutation({
    mutationFn: ({ change, key }: { change: Change; key?: string | undefined }) =>
      call("POST /variations/:id/stock", { params: { id }, body: change }, key ? { idempotencyKey: key } : {}),
    onSettled: () => void invalidate("GET /stock", "GET /stock/movements", "GET /product/admin", "GET /product/:id"),
  });
  // By the difference, as units may be sold meanwhile.
  const undo = (delta: number) =>
    mutation.mutate(
      { change: { delta: -delta, reason: "correction", note: "Undone" } },
      { onError: toastProblem("Couldn't undo") },
    );
  /** `key` identifies the attempt of a form, so that a repeated one is applied once. */
  const adjust = async (change: Change, key?: string) => {
    const { data } = await mutation.mutateAsync({ change, key });
    const { delta } = data;
    toast({
      tone: "success",
      title: delta === 0 ? "Stock saved" : `${data.on_hand} on hand`,
      ...(delta === 0 ? {} : { action: { label: "Undo", onClick: () => undo(delta) } }),
    });
  };
  return { adjust, isPending: mutation.isPending };
}
