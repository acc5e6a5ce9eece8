import { z } from "zod";
import { type NewAddress, PostalAddress } from "#contract/accounts/accounts.ts";
import type { NewOrder, Quote } from "#contract/checkout.ts";
import { addressFormat } from "#contract/formats/address-format.ts";
import { addressProblems, postalCodes } from "#contract/formats/addresses.ts";
import { regionsOf } from "#contract/formats/regions.ts";
import { say, text } from "#words/say.ts";
import { type AddressValues, addressFieldNames, type CheckoutDetails } from "./draft.ts";

const email = z.email(text("Enter a valid email address, such as name@example.com.")).max(254);
const address = PostalAddress.extend({
  country: z.string(text("Select a country.")).min(2, text("Select a country.")),
});

type Part = "address" | "billing";
export type FieldName = "email" | "note" | `${Part}.${keyof AddressValues}`;
export interface InvalidField {
  field: FieldName;
  message: string;
}

/** The invalid fields; empty when the order can be placed. A saved address is not validated. */
export function validateDetails(details: CheckoutDetails): InvalidField[] {
  const wrong: InvalidField[] = [];
  const mail = details.email.trim() === "" ? undefined : email.safeParse(details.email.trim()).error;
  if (details.email.trim() === "") wrong.push({ field: "email", message: say("Email required") });
  if (mail) wrong.push({ field: "email", message: say(mail.issues[0]?.message ?? "") });
  if (details.choice === "new") wrong.push(...validateAddress(details, "address"));
  if (!details.billing_same) wrong.push(...validateAddress(details, "billing"));
  return inFormOrder(wrong, details);
}

function validateAddress(details: CheckoutDetails, part: Part): InvalidField[] {
  const sent = toSentAddress(details[part]);
  const wrong = new Map<string, string>();
  for (const { path, message } of address.safeParse(sent).error?.issues ?? [])
    if (!wrong.has(String(path[0]))) wrong.set(String(path[0]), say(message));
  for (const [name, problem] of Object.entries(addressProblems({ ...sent, country: details[part].country })))
    if (problem && details[part].country) wrong.set(name, say(problem.message, problem.values));
  return [...wrong].map(([name, message]) => ({ field: `${part}.${name}` as FieldName, message }));
}

/** Problems in the order in which the form shows their fields. */
export function inFormOrder<P extends { field: FieldName }>(problems: P[], details: CheckoutDetails): P[] {
  const fields = listFields(details);
  return problems.toSorted((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field));
}

const listFields = (details: CheckoutDetails): FieldName[] => [
  "email",
  ...addressFields(details, "address"),
  ...addressFields(details, "billing"),
  "note",
];

const addressFields = (details: CheckoutDetails, part: Part): FieldName[] =>
  (
    [
      "country",
      "fullname",
      "company",
      "vat_id",
      "line1",
      "line2",
      ...addressFormat(details[part].country).order,
      "phone",
    ] as const
  ).map((name) => `${part}.${name}` as const);

export const fieldNames: FieldName[] = [
  "email",
  "note",
  ...addressFieldNames.flatMap((name) => [`address.${name}` as const, `billing.${name}` as const]),
];

/** The id of a field's element. */
export const fieldId = (field: FieldName) => `checkout-${field.replace(".", "-")}`;

/** The request body, for exactly the figures of this quote. */
export function toNewOrder(details: CheckoutDetails, quote: Quote, cartId: string): z.input<typeof NewOrder> {
  const { email: mail, choice, note, save_address, billing_same } = details;
  return {
    cart_id: cartId,
    quote_hash: quote.quote_hash,
    email: mail.trim(),
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(quote.shipping_method_id === null ? {} : { shipping_method_id: quote.shipping_method_id }),
    ...(choice === "new"
      ? { shipping_address: toSentAddress(details.address) as z.input<typeof NewAddress>, save_address }
      : { address_id: Number(choice) }),
    ...(billing_same ? {} : { billing_address: toSentAddress(details.billing) as z.input<typeof NewAddress> }),
  };
}

/** The typed values that this country's form shows: what was typed for another country is left out. */
export function toSentAddress(values: AddressValues): Partial<AddressValues> {
  const { country } = values;
  const hidden = new Set<string>([
    ...(postalCodes(country) === "none" ? ["postal_code"] : []),
    ...(regionsOf(country) ? [] : ["region_code"]),
    ...(values.company.trim() === "" ? ["vat_id"] : []),
  ]);
  const shown = Object.entries(values).filter(([name, value]) => !hidden.has(name) && value.trim() !== "");
  const { postal_code = "", ...rest } = Object.fromEntries(shown);
  return hidden.has("postal_code") ? rest : { ...rest, postal_code };
}
