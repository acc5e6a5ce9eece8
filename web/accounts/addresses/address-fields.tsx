import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import {
  type AddressMistake,
  phoneMistake,
  postalCodes,
  postalMistake,
  regionMistake,
  regionOf,
} from "#contract/formats/addresses.ts";
import { query } from "#web/api/query.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { say, shopLocale } from "#words/say.ts";

/** The form values of an address, all text; `toNewAddress` converts them. */
export type AddressFormValues = { [Field in keyof Required<NewAddress>]: string };

type Name = keyof AddressFormValues;
interface Props {
  /** `register` of react-hook-form, possibly with a prefix for a larger form. */
  register: (name: Name, rules?: { validate: (text: string) => boolean | string }) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  /** Autocomplete section: "shipping" or "billing" keeps two addresses on one page apart. */
  section?: "shipping" | "billing";
  /** The selected country, which decides whether a region is needed. */
  country: string;
  /** Ids of the inputs, for links from an error summary. */
  idOf?: (name: Name) => string;
}

const wide = "sm:col-span-6";

/** The fields of a postal address, for a form with `AddressFormValues`. */
export function AddressFields({ register, errors, section, country, idOf }: Props) {
  const checked = (name: Name, autoComplete: string, findProblem: (text: string) => string | undefined) => ({
    autoComplete: section ? `${section} ${autoComplete}` : autoComplete,
    error: errors[name]?.message,
    ...register(name, { validate: (text) => findProblem(text) ?? true }),
    ...(idOf ? { id: idOf(name) } : {}),
  });
  const field = (name: Name, autoComplete: string, missing?: string) =>
    checked(name, autoComplete, (text) => (text.trim() === "" ? missing : undefined));
  const codes = postalCodes(country);
  const region = regionOf(country);
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <CountryField {...field("country", "country", say("Country required"))} />
      <TextField className={wide} label={say("Full name")} {...field("fullname", "name", say("Name required"))} />
      <TextField className={wide} label={say("Company")} optional {...field("company", "organization")} />
      <TextField
        label={say("Street address")}
        className={wide}
        {...field("line1", "address-line1", say("Street address required"))}
      />
      <TextField label={say("Apartment, suite, etc.")} optional className={wide} {...field("line2", "address-line2")} />
      {codes !== "none" && (
        <TextField
          label={say("Postal code")}
          optional={codes === "optional"}
          autoCapitalize="characters"
          className="sm:col-span-2"
          {...checked("postal_code", "postal-code", (text) => problemText(postalMistake(country, text)))}
        />
      )}
      <TextField
        label={say("City")}
        className={codes === "none" ? "sm:col-span-6" : "sm:col-span-4"}
        {...field("city", "address-level2", say("City required"))}
      />
      {region && (
        <Region
          {...region}
          {...checked("region_code", "address-level1", (text) => problemText(regionMistake(country, text)))}
        />
      )}
      <TextField
        label={say("Phone")}
        type="tel"
        inputMode="tel"
        optional
        hint={say("In case the carrier needs to reach you.")}
        className={wide}
        {...checked("phone", "tel", (text) => problemText(phoneMistake(text)))}
      />
    </div>
  );
}

type RegionProps = { example: string; needed: boolean } & Omit<ComponentProps<typeof TextField>, "label">;

const Region = ({ example, needed, ...field }: RegionProps) => (
  <TextField
    label={say("State or province")}
    hint={say("Enter the abbreviation, such as {example}.", { example })}
    optional={!needed}
    autoCapitalize="characters"
    className={wide}
    {...field}
  />
);

function CountryField(field: Omit<ComponentProps<typeof SelectField>, "label">) {
  const locale = shopLocale();
  const { data } = useQuery(query("GET /checkout/countries", {}));
  const countries = useMemo(() => sortByName(data?.data ?? [], locale), [data, locale]);
  return (
    <SelectField label={say("Country")} className={wide} {...field} key={countries.length}>
      <option value="">{say("Select a country")}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const problemText = (problem: AddressMistake | undefined) => problem && say(problem.message, problem.values);

/** The fields in order; problems of the server are placed at them. */
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
] as const satisfies (keyof AddressFormValues)[];

/** Initial form values, from a saved address or empty. */
export const toAddressValues = (address?: Partial<NewAddress>): AddressFormValues =>
  Object.fromEntries(addressFieldNames.map((name) => [name, address?.[name] ?? ""])) as AddressFormValues;

/** The request body of the form values. */
export const toNewAddress = (text: AddressFormValues): NewAddress => ({
  fullname: text.fullname.trim(),
  company: text.company.trim() || null,
  line1: text.line1.trim(),
  line2: text.line2.trim() || null,
  city: text.city.trim(),
  region_code: (regionOf(text.country) && text.region_code.trim()) || null,
  postal_code: postalCodes(text.country) === "none" ? "" : text.postal_code.trim(),
  country: text.country,
  phone: text.phone.trim() || null,
});

/** Name of a country in this locale. */
export const countryName = (code: string, locale: string) =>
  new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;

const sortByName = (codes: string[], locale: string) =>
  codes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
