import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, freshQuery, query } from "#web/api/call.ts";
import { useIsCustomer } from "#web/api/session/require-customer.ts";

const stockAlerts = (variationId: number) => query("GET /stock-alerts", { query: { variation_id: variationId } });

/** A page of the customer's alerts. */
export const myStockAlerts = (page: number) => freshQuery("GET /stock-alerts", { query: { page, per_page: 10 } });

/** Whether the customer has an alert for this variation; false for guests. */
export function useHasStockAlert(variationId: number): boolean {
  const { data } = useQuery({ ...stockAlerts(variationId), enabled: useIsCustomer() });
  return (data?.data.length ?? 0) > 0;
}

/** Creates an alert; guests give an `email`. */
export function useCreateStockAlert(variationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email }: { email?: string }) =>
      call("POST /stock-alerts", { body: { variation_id: variationId, ...(email ? { email } : {}) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: stockAlerts(variationId).queryKey }),
  });
}

export function useDeleteStockAlert(variationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /stock-alerts/:id", { params: { id: variationId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["GET /stock-alerts"] }),
  });
}
