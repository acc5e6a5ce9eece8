import { useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { type QuoteQuery, useQuote } from "./checkout.queries.ts";
import type { CheckoutDetails } from "./draft.ts";

/** Long enough not to fetch between two keys. */
const debounceMs = 500;

type QuoteDetails = Pick<CheckoutDetails, "choice" | "method"> & {
  address: Pick<CheckoutDetails["address"], "country" | "postal_code" | "region_code">;
  /** That of the billing address; undefined for that of the saved address. */
  vatId?: string | undefined;
};

/** The quote's input: shipping and tax also depend on postal code and region. */
export function toQuoteQuery({ choice, method, address, vatId }: QuoteDetails): QuoteQuery {
  const { country, postal_code, region_code } = address;
  const typed = {
    ...(country ? { country } : {}),
    ...(country && postal_code.trim() ? { postal_code: postal_code.trim() } : {}),
    ...(country && region_code.trim() ? { region_code: region_code.trim() } : {}),
  };
  return {
    ...(choice === "new" ? typed : { address_id: Number(choice) }),
    ...(method ? { shipping_method_id: Number(method) } : {}),
    ...(vatId || (vatId === "" && choice !== "new") ? { vat_id: vatId } : {}),
  };
}

type BuyerDetails = Pick<CheckoutDetails, "choice" | "billing_same" | "address" | "billing">;

/** The VAT ID that the invoice will have: as the form sends it, it belongs to a company. Undefined for a saved address. */
export function typedVatId({ choice, billing_same, address, billing }: BuyerDetails): string | undefined {
  if (billing_same && choice !== "new") return undefined;
  const { company, vat_id } = billing_same ? address : billing;
  return company.trim() === "" ? "" : vat_id.trim();
}

/**
 * The quote for the current address and shipping method; not fetched while the order is placed. `unsettled` while
 * typing may change it; `settle` fetches at once.
 */
export function useCurrentQuote(form: UseFormReturn<CheckoutDetails>, enabled: boolean) {
  const [choice, method, billing_same, typed, billing] = useWatch({
    control: form.control,
    name: ["choice", "method", "billing_same", "address", "billing"],
  });
  const { country, postal_code, region_code } = typed;
  const vatId = typedVatId({ choice, billing_same, address: typed, billing });
  const settledId = useDebounced(vatId ?? "");
  const place = useDebounced(`${postal_code}\n${region_code}\n${country}`);
  const address = settledAddress(place.settled, { country, postal_code, region_code });
  const askedId = vatId === undefined ? undefined : settledId.settled;
  const quote = useQuote(toQuoteQuery({ choice, method, address, vatId: askedId }), enabled);
  const isUnavailable = quote.error?.code === "not_found" && method !== "";
  // The selected method isn't available there: back to the cheapest.
  useEffect(() => {
    if (isUnavailable) form.setValue("method", "");
  }, [isUnavailable, form]);
  const isTyped = choice === "new" && country !== "";
  const isMoving = isTyped && (address.postal_code !== postal_code || address.region_code !== region_code);
  const settle = () => {
    place.settle();
    settledId.settle();
  };
  return { ...quote, unsettled: isMoving || askedId !== vatId, settle };
}

type Place = { country: string; postal_code: string; region_code: string };

/** The settled postal code and region; of another country they would be those of the former one. */
export function settledAddress(settled: string, typed: Place): Place {
  const [postal_code = "", region_code = "", country] = settled.split("\n");
  return country === typed.country ? { country, postal_code, region_code } : typed;
}

function useDebounced(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { settled, settle: () => setSettled(text) };
}
