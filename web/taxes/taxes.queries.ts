import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import { call, freshQuery, invalidateRoutes } from "#web/api/call.ts";
import { deleteWithUndo } from "#web/ui/feedback/delete-with-undo.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const useTaxClasses = () => useQuery({ ...freshQuery("GET /tax/classes", {}), select: ({ data }) => data });
export const useTaxRates = () =>
  useQuery({ ...freshQuery("GET /tax/rates", { query: {} }), select: ({ data }) => data });
/** The countries that the shop ships to. */
export const useShippedCountries = () =>
  useQuery({ ...freshQuery("GET /checkout/countries", {}), select: ({ data }) => data });

/** Invalidates every query that depends on taxes. */
export function useRefreshTaxes() {
  const client = useQueryClient();
  return () => invalidateRoutes(client, "GET /tax/classes", "GET /tax/rates", "GET /checkout/preview");
}

/** Deletes a rate at once, with undo. */
export function useDeleteRate() {
  const refresh = useRefreshTaxes();
  return ({ id, version: _version, ...rate }: TaxRate) =>
    deleteWithUndo({
      name: rate.name,
      remove: () => call("DELETE /tax/rates/:id", { params: { id } }),
      restore: () => call("POST /tax/rates", { body: rate }),
      refresh,
    });
}

/** Deletes a class that nothing uses, with undo, or makes it the default. */
export function useClassActions() {
  const refresh = useRefreshTaxes();
  const remove = ({ id, name }: TaxClass) =>
    deleteWithUndo({
      name,
      remove: () => call("DELETE /tax/classes/:id", { params: { id } }),
      restore: () => call("POST /tax/classes", { body: { name } }),
      refresh,
    });
  const makeDefault = async ({ id, name, version }: TaxClass) => {
    try {
      await call("PUT /tax/classes/:id", { params: { id }, body: { name, version, is_default: true } });
      toast({ tone: "success", title: `${name} is now the default class` });
    } catch (error) {
      toast({ tone: "danger", title: `Couldn't change ${name}`, description: (error as Error).message });
    }
    await refresh();
  };
  return { remove, makeDefault };
}
