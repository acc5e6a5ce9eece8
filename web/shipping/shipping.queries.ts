import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { call, freshQuery, invalidateRoutes } from "#web/api/call.ts";
import { deleteWithUndo } from "#web/ui/feedback/delete-with-undo.ts";

export const useZones = () => useQuery({ ...freshQuery("GET /shipping/zones", {}), select: ({ data }) => data });
export const useMethods = () => useQuery({ ...freshQuery("GET /shipping/methods", {}), select: ({ data }) => data });

/** Invalidates every query that depends on shipping. */
export function useRefreshShipping() {
  const client = useQueryClient();
  const preview = ["GET /checkout/preview", "GET /checkout/countries"] as const;
  return () => invalidateRoutes(client, "GET /shipping/zones", "GET /shipping/methods", ...preview);
}

/** Deletes a method at once, with undo. */
export function useDeleteMethod() {
  const refresh = useRefreshShipping();
  return ({ id, version: _version, ...method }: ZoneMethod) =>
    deleteWithUndo({
      name: method.name,
      remove: () => call("DELETE /shipping/methods/:id", { params: { id } }),
      restore: () => call("POST /shipping/methods", { body: method }),
      refresh,
    });
}

/** Deletes a zone without methods at once, with undo. */
export function useDeleteZone() {
  const refresh = useRefreshShipping();
  return ({ id, version: _version, ...zone }: ShippingZone) =>
    deleteWithUndo({
      name: zone.name,
      remove: () => call("DELETE /shipping/zones/:id", { params: { id } }),
      restore: () => call("POST /shipping/zones", { body: zone }),
      refresh,
    });
}
