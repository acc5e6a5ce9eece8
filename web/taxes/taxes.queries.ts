import { useQuery } from "@tanstack/react-query";
import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import { call, freshQuery, invalidate } from "#web/api/call.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { deleteWithUndo, toastDone } from "#web/ui/feedback/undo.ts";

export const useTaxClasses = () => useQuery({ ...freshQuery("GET /tax/classes", {}), select: ({ data }) => data });
export const useTaxRates = () =>
  useQuery({ ...freshQuery("GET /tax/rates", { query: {} }), select: ({ data }) => data });
/** The countries that the shop ships to. */
export const useShippedCountries = () =>
  useQuery({ ...freshQuery("GET /checkout/countries", {}), select: ({ data }) => data });

/** Invalidates every query that depends on taxes. */
export const refreshTaxes = () => invalidate("GET /tax/classes", "GET /tax/rates", "GET /checkout/preview");

/** Deletes a rate at once, with undo. */
export const deleteRate = ({ id, name }: TaxRate) =>
  deleteWithUndo({ name, remove: () => call("DELETE /tax/rates/:id", { params: { id } }), refresh: refreshTaxes });

/** Deletes a class that nothing uses at once, with undo. */
export const deleteClass = ({ id, name }: TaxClass) =>
  deleteWithUndo({ name, remove: () => call("DELETE /tax/classes/:id", { params: { id } }), refresh: refreshTaxes });

export const makeDefaultClass = ({ id, name, version }: TaxClass) =>
  call("PUT /tax/classes/:id", { params: { id }, body: { name, version, is_default: true } })
    .then((reply) => toastDone(reply, `${name} is now the default class`))
    .catch(toastProblem(`Couldn't change ${name}`))
    .then(refreshTaxes);
