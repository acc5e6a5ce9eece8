import { useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { type QuoteAsked, useQuote } from "./checkout.queries.ts";
import type { Details } from "./draft.ts";

/** As for the search box: long enough that nothing is asked for between two letters. */
const settlesMs = 500;

type Place = Pick<Details, "choice" | "method"> & {
  address: Pick<Details["address"], "country" | "postal_code" | "region_code">;
};

/** What figures hang on of what was chosen and typed: delivery and tax go by postal code and state as well. */
export function askedFor({ choice, method, address }: Place): QuoteAsked {
  const { country, postal_code, region_code } = address;
  const typed = {
    ...(country ? { country } : {}),
    ...(country && postal_code.trim() ? { postal_code: postal_code.trim() } : {}),
    ...(country && region_code.trim() ? { region_code: region_code.trim() } : {}),
  };
  return {
    ...(choice === "new" ? typed : { address_id: Number(choice) }),
    ...(method ? { shipping_method_id: Number(method) } : {}),
  };
}

/**
 * The quote for the address and way of delivery chosen now; none is asked for while the cart becomes an order. While
 * something is being typed that may change it, the quote is `unsettled`; `settle` asks for it without waiting longer.
 */
export function useQuoteFor(form: UseFormReturn<Details>, enabled: boolean) {
  const [choice, country, method, postal_code, region_code] = useWatch({
    control: form.control,
    name: ["choice", "address.country", "method", "address.postal_code", "address.region_code"],
  });
  const place = useSettled(`${postal_code}\n${region_code}`);
  const [settledCode = "", settledRegion = ""] = place.settled.split("\n");
  const address = { country, postal_code: settledCode, region_code: settledRegion };
  const quote = useQuote(askedFor({ choice, method, address }), enabled);
  const gone = quote.error?.code === "not_found" && method !== "";
  // The way of delivery chosen before is not offered there: back to the cheapest.
  useEffect(() => {
    if (gone) form.setValue("method", "");
  }, [gone, form]);
  const isTyped = choice === "new" && country !== "";
  return { ...quote, unsettled: isTyped && place.unsettled, settle: place.settle };
}

/** A text as it was when nobody typed for a while, or when `settle` was called last. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlesMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { settled, unsettled: settled !== text, settle: () => setSettled(text) };
}
