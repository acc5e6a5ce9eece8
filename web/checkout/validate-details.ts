import { z } from "zod";
import { NewAddress } from "#contract/accounts/accounts.ts";
import type { NewOrder, Quote } from "#contract/checkout.ts";
import { postalCodes } from "#contract/formats/addresses.ts";
import { say, text } from "#words/say.ts";
import { addressFieldNames, type CheckoutDetails } from "./draft.ts";

const email = z.email(text("Enter a valid email address, such as name@example.com.")).max(254);
const address = NewAddress.safeExtend({ country: z.string().min(2, text("Select a country.")) });

/** The invalid fields; empty when the order can be placed. A saved address is not validated. */
export function validateDetails(details: CheckoutDetails): { field: FieldName; message: string }[] {
  const wrong: { field: FieldName; message: string }[] = [];
  const mail = details.email.trim() === "" ? undefined : email.safeParse(details.email.trim()).error;
  if (details.email.trim() === "") wrong.push({ field: "email", message: say("Email required") });
  if (mail) wrong.push({ field: "email", message: say(mail.issues[0]?.message ?? "") });
  if (details.choice !== "new") return wrong;
  const read = address.safeParse(details.address);
  const seen = new Set<string>();
  for (const issue of read.error?.issues ?? []) {
    const field = `address.${String(issue.path[0])}` as FieldName;
    const gaps = issue.code === "custom" ? issue.params : undefined;
    if (!seen.has(field)) wrong.push({ field, message: say(issue.message, gaps) });
    seen.add(field);
  }
  return wrong;
}

export type FieldName = "email" | "note" | `address.${keyof CheckoutDetails["address"]}`;
export const fieldNames: FieldName[] = [
  "email",
  "note",
  ...addressFieldNames.map((name) => `address.${name}` as const),
];

/** The id of a field's element. */
export const fieldId = (field: FieldName) => `checkout-${field.replace(".", "-")}`;

/** The request body, for exactly the figures of this quote. */
export function toNewOrder(details: CheckoutDetails, quote: Quote, cartId: string): z.input<typeof NewOrder> {
  const { email: mail, choice, note, save_address } = details;
  const written = Object.entries(details.address).filter(([, value]) => value.trim() !== "");
  const { postal_code = "", ...rest } = Object.fromEntries(written);
  // A postal code typed for another country is not sent.
  const to = postalCodes(details.address.country) === "none" ? rest : { ...rest, postal_code };
  return {
    cart_id: cartId,
    quote_hash: quote.quote_hash,
    email: mail.trim(),
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(quote.shipping_method_id === null ? {} : { shipping_method_id: quote.shipping_method_id }),
    ...(choice === "new"
      ? { shipping_address: to as z.input<typeof NewAddress>, save_address }
      : { address_id: Number(choice) }),
  };
}
