import { useQuery } from "@tanstack/react-query";
import type { ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { call, freshQuery, invalidate } from "#web/api/call.ts";
import { deleteWithUndo } from "#web/ui/feedback/undo.ts";

export const useZones = () => useQuery({ ...freshQuery("GET /shipping/zones", {}), select: ({ data }) => data });
export const useMethods = () => useQuery({ ...freshQuery("GET /shipping/methods", {}), select: ({ data }) => data });

/** Invalidates every query that depends on shipping. */
export const refreshShipping = () =>
  invalidate("GET /shipping/zones", "GET /shipping/methods", "GET /checkout/preview", "GET /checkout/countries");

/** Deletes a method at once, with undo. */
export const deleteMethod = ({ id, name }: ZoneMethod) =>
  deleteWithUndo({
    name,
    remove: () => call("DELETE /shipping/methods/:id", { params: { id } }),
    refresh: refreshShipping,
  });

/** Deletes a zone without methods at once, with undo. */
export const deleteZone = ({ id, name }: ShippingZone) =>
  deleteWithUndo({
    name,
    remove: () => call("DELETE /shipping/zones/:id", { params: { id } }),
    refresh: refreshShipping,
  });
