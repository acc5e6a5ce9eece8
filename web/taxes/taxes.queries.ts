import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";

export const useTaxClasses = () =>
  useQuery({ ...query("GET /tax/classes", {}), staleTime: 0, select: ({ data }) => data });
export const useTaxRates = () =>
  useQuery({ ...query("GET /tax/rates", { query: {} }), staleTime: 0, select: ({ data }) => data });
/** The countries that the shop ships to. */
export const useShippedCountries = () =>
  useQuery({ ...query("GET /checkout/countries", {}), staleTime: 0, select: ({ data }) => data });

/** Invalidates every query that depends on taxes. */
export function useRefreshTaxes() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ["GET /tax/classes", "GET /tax/rates", "GET /checkout/preview"].map((route) =>
        client.invalidateQueries({ queryKey: [route] }),
      ),
    );
}

const report = (title: string) => (error: unknown) =>
  void toast({ tone: "danger", title, description: (error as Error).message });

/** Deletes a rate at once, with undo. */
export function useDeleteRate() {
  const refresh = useRefreshTaxes();
  const restore = ({ id: _id, version: _version, ...rate }: TaxRate) =>
    call("POST /tax/rates", { body: rate }).catch(report("Couldn't restore the rate")).then(refresh);
  return async (rate: TaxRate) => {
    try {
      await call("DELETE /tax/rates/:id", { params: { id: rate.id } });
      toast({
        tone: "success",
        title: `${rate.name} deleted`,
        action: { label: "Undo", onClick: () => void restore(rate) },
      });
    } catch (error) {
      report("Couldn't delete the rate")(error);
    }
    await refresh();
  };
}

/** Deletes a class that nothing uses, with undo, or makes it the default. */
export function useClassActions() {
  const refresh = useRefreshTaxes();
  const restore = ({ name }: TaxClass) =>
    call("POST /tax/classes", { body: { name } }).catch(report("Couldn't restore the class")).then(refresh);
  const remove = async (one: TaxClass) => {
    try {
      await call("DELETE /tax/classes/:id", { params: { id: one.id } });
      toast({
        tone: "success",
        title: `${one.name} deleted`,
        action: { label: "Undo", onClick: () => void restore(one) },
      });
    } catch (error) {
      report(`Couldn't delete ${one.name}`)(error);
    }
    await refresh();
  };
  const makeDefault = async ({ id, name, version }: TaxClass) => {
    try {
      await call("PUT /tax/classes/:id", { params: { id }, body: { name, version, is_default: true } });
      toast({ tone: "success", title: `${name} is now the default class` });
    } catch (error) {
      report(`Couldn't change ${name}`)(error);
    }
    await refresh();
  };
  return { remove, makeDefault };
}
