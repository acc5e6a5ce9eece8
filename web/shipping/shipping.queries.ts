import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const useZones = () =>
  useQuery({ ...query("GET /shipping/zones", {}), staleTime: 0, select: ({ data }) => data });
export const useMethods = () =>
  useQuery({ ...query("GET /shipping/methods", {}), staleTime: 0, select: ({ data }) => data });

/** Invalidates every query that depends on shipping. */
export function useRefreshShipping() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["GET /shipping/zones", "GET /shipping/methods", "GET /checkout/preview", "GET /checkout/countries"].map(
        (route) => client.invalidateQueries({ queryKey: [route] }),
      ),
    );
}

/** Deletes a method at once, with undo. */
export function useDeleteMethod() {
  const refresh = useRefreshShipping();
  const restore = async ({ id: _id, version: _version, ...method }: ZoneMethod) => {
    try {
      await call("POST /shipping/methods", { body: method });
    } catch (error) {
      toast({ tone: "danger", title: `Couldn't restore ${method.name}`, description: (error as Error).message });
    }
    await refresh();
  };
  return async (method: ZoneMethod) => {
    try {
      await call("DELETE /shipping/methods/:id", { params: { id: method.id } });
      toast({
        tone: "success",
        title: `${method.name} deleted`,
        action: { label: "Undo", onClick: () => void restore(method) },
      });
    } catch (error) {
      toast({ tone: "danger", title: `Couldn't delete ${method.name}`, description: (error as Error).message });
    }
    await refresh();
  };
}

/** Deletes a zone without methods at once, with undo. */
export function useDeleteZone() {
  const refresh = useRefreshShipping();
  const restore = async ({ id: _id, version: _version, ...zone }: ShippingZone) => {
    try {
      await call("POST /shipping/zones", { body: zone });
    } catch (error) {
      toast({ tone: "danger", title: `Couldn't restore ${zone.name}`, description: (error as Error).message });
    }
    await refresh();
  };
  return async (zone: ShippingZone) => {
    try {
      await call("DELETE /shipping/zones/:id", { params: { id: zone.id } });
      toast({
        tone: "success",
        title: `${zone.name} deleted`,
        action: { label: "Undo", onClick: () => void restore(zone) },
      });
    } catch (error) {
      toast({ tone: "danger", title: `Couldn't delete ${zone.name}`, description: (error as Error).message });
    }
    await refresh();
  };
}
