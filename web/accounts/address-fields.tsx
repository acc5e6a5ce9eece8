import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import type { NewAddress } from "#contract/accounts.ts";
import { query } from "#web/api/query.ts";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLocale } from "#web/ui/words.ts";

/** An address while it is typed: every field is text. `addressOf` makes what the shop takes of it. */
export type AddressText = { [Field in keyof Required<NewAddress>]: string };

interface Props {
  register: UseFormRegister<AddressText>;
  errors: FieldErrors<AddressText>;
  /** For the browser's own filling-in: "shipping" or "billing" keeps two addresses on one page apart. */
  section?: "shipping" | "billing";
}

/** The fields of a postal address, for a form of react-hook-form with values of `AddressText`. */
export function AddressFields({ register, errors, section }: Props) {
  const locale = useLocale();
  const { data } = useQuery(query("GET /checkout/countries", {}));
  const countries = useMemo(() => byName(data?.data ?? [], locale), [data, locale]);
  const token = (name: string) => (section ? `${section} ${name}` : name);
  const field = (name: keyof AddressText, autoComplete: string, missing?: string) => ({
    autoComplete: token(autoComplete),
    error: errors[name]?.message,
    ...register(name, missing ? { validate: (text) => text.trim() !== "" || missing } : {}),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Full name" className="sm:col-span-2" {...field("fullname", "name", "Name required")} />
      <TextField label="Company" optional className="sm:col-span-2" {...field("company", "organization")} />
      <TextField
        label="Street and number"
        className="sm:col-span-2"
        {...field("line1", "address-line1", "Street and number required")}
      />
      <TextField
        label="Apartment, floor, door"
        optional
        className="sm:col-span-2"
        {...field("line2", "address-line2")}
      />
      <TextField label="Postal code" {...field("postal_code", "postal-code", "Postal code required")} />
      <TextField label="City" {...field("city", "address-level2", "City required")} />
      <SelectField label="Country" {...field("country", "country", "Country required")} key={countries.length}>
        <option value="">Choose a country</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="State or region" optional {...field("region_code", "address-level1")} />
      <TextField
        label="Phone"
        type="tel"
        optional
        hint="Only for questions about the delivery."
        className="sm:col-span-2"
        {...field("phone", "tel")}
      />
    </div>
  );
}

/** Where the cursor goes first, and which fields a refusal may be about. */
export const addressFieldNames = [
  "fullname",
  "company",
  "line1",
  "line2",
  "postal_code",
  "city",
  "country",
  "region_code",
  "phone",
] as const satisfies (keyof AddressText)[];

/** The text of an address to begin with: that of a kept one, or nothing. */
export const addressText = (address?: Partial<NewAddress>): AddressText =>
  Object.fromEntries(addressFieldNames.map((name) => [name, address?.[name] ?? ""])) as AddressText;

/** What was typed, as the shop takes it. */
export const addressOf = (text: AddressText): NewAddress => ({
  fullname: text.fullname.trim(),
  company: text.company.trim() || null,
  line1: text.line1.trim(),
  line2: text.line2.trim() || null,
  city: text.city.trim(),
  region_code: text.region_code.trim() || null,
  postal_code: text.postal_code.trim(),
  country: text.country,
  phone: text.phone.trim() || null,
});

/** The name of a country in the visitor's language. */
export const countryName = (code: string, locale: string) =>
  new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;

const byName = (codes: string[], locale: string) =>
  codes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
