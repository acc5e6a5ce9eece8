import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { Order } from "#contract/orders/orders.ts";
import { call, invalidateRoutes, query } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { addressFieldNames, blankAddress } from "#web/checkout/draft.ts";
import { attempt } from "#web/checkout/idempotent-attempt.ts";
import { useSettled } from "#web/ui/forms/use-settled.ts";
import { blankOrder, type ManualOrderValues, orderDraft, toNewOrder, toQuoteRequest } from "./manual-order-values.ts";

/** The form of an order that staff create, with its quote. `country` is the country of a new address. */
export function useManualOrder(
  { country, currency, customerId }: { country: string; currency: string; customerId: number | undefined },
  onPlaced: (order: Order) => void,
) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const form = useForm<ManualOrderValues>({ defaultValues: { ...blankOrder, address: { ...blankAddress, country } } });
  useDraft(form);
  const { chooseCustomer, removeCustomer } = useCustomer(form, customerId, country);
  const quote = useManualQuote(form, currency);
  const save = form.handleSubmit(async (values) => {
    setProblem(undefined);
    if (values.lines.length === 0) return form.setError("lines", { message: "Add a product." });
    try {
      // The total on the screen may be of what was entered a moment ago.
      const entered = await client.ensureQueryData(manualQuote(JSON.stringify(toQuoteRequest(values, currency))));
      const body = toNewOrder(values, currency, entered.data.quote_hash);
      const { data } = await attempt("manual_order", body, (idempotencyKey) =>
        call("POST /orders/manual", { body }, { idempotencyKey }),
      );
      void invalidateRoutes(client, "GET /orders", "GET /orders/counts", "GET /orders/by-customer");
      client.setQueryData(query("GET /orders/:id", { params: { id: data.id } }).queryKey, { data });
      onPlaced(data);
    } catch (error) {
      setProblem(setFieldErrors(error, errorFields, form.setError));
      if (error instanceof CallProblem && error.status === 409) void quote.refetch();
    }
  });
  return { form, save, quote, problem, chooseCustomer, removeCustomer };
}

const errorFields = {
  email: "email",
  lines: "lines",
  "discount.value": "value",
  "discount.reason": "reason",
  ...Object.fromEntries(addressFieldNames.map((name) => [`shipping_address.${name}`, `address.${name}` as const])),
} as const;

/** The price of what is entered; the previous one stays until it is loaded. */
function useManualQuote({ control }: UseFormReturn<ManualOrderValues>, currency: string) {
  const values = useWatch({ control }) as ManualOrderValues;
  const request = useSettled(JSON.stringify(toQuoteRequest(values, currency)));
  return useQuery({
    ...manualQuote(request),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  });
}

/** Its data is only used while it is shown: prices may change. */
const manualQuote = (request: string | undefined) =>
  queryOptions({
    queryKey: ["POST /orders/manual/quote", request],
    queryFn: () => call("POST /orders/manual/quote", { body: JSON.parse(request ?? "{}") }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Restores the order being typed after a reload. */
function useDraft(form: UseFormReturn<ManualOrderValues>) {
  const { reset, watch, getValues } = form;
  useEffect(() => {
    const saved = orderDraft.read();
    if (saved) reset({ ...getValues(), ...(saved as Partial<ManualOrderValues>) }, { keepDefaultValues: true });
    const { unsubscribe } = watch((values) => orderDraft.write(values));
    return () => {
      unsubscribe();
      orderDraft.clear();
    };
  }, [reset, watch, getValues]);
}

/**
 * Chooses a customer and, if no address is entered, takes their default address. It goes with its customer: another one's,
 * or nobody's, is never left in the form.
 */
function useCustomer(form: UseFormReturn<ManualOrderValues>, customerId: number | undefined, country: string) {
  const { getValues, setValue } = form;
  const latest = useRef<number>(undefined);
  const clearFilled = useCallback(() => {
    const filled = getValues("filled_street");
    if (filled === null) return;
    setValue("filled_street", null);
    // Another street was entered by hand.
    if (!["", filled].includes(getValues("address.line1"))) return;
    for (const name of addressFieldNames)
      setValue(`address.${name}`, name === "country" ? country : "", { shouldDirty: true });
  }, [getValues, setValue, country]);
  const remove = useCallback(() => {
    latest.current = undefined;
    setValue("customer", null, { shouldDirty: true });
    clearFilled();
  }, [setValue, clearFilled]);
  const choose = useCallback(
    async (id: number) => {
      latest.current = id;
      clearFilled();
      const before = getValues("customer");
      // Without access to customers the address is entered by hand.
      const found = await call("GET /customers/:id", { params: { id } }).catch(() => undefined);
      // Another customer was chosen meanwhile, or this one removed.
      if (!found || latest.current !== id || getValues("customer") !== before) return;
      const { fullname, email, username, addresses } = found.data;
      const label = [fullname, email ?? username].filter(Boolean).join(" · ");
      setValue("customer", { id, label }, { shouldDirty: true });
      if (getValues("address.line1") !== "") return;
      const address = addresses.find((one) => one.is_default_shipping) ?? addresses[0];
      for (const name of addressFieldNames) {
        const text = address ? address[name] : name === "fullname" ? fullname : undefined;
        if (text) setValue(`address.${name}`, text, { shouldDirty: true });
      }
      setValue("filled_street", getValues("address.line1"));
    },
    [getValues, setValue, clearFilled],
  );
  const chosen = useRef(false);
  useEffect(() => {
    if (customerId === undefined || chosen.current || getValues("customer")) return;
    chosen.current = true;
    void choose(customerId);
  }, [customerId, choose, getValues]);
  return { chooseCustomer: choose, removeCustomer: remove };
}
