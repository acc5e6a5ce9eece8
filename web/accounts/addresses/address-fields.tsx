import type { ComponentProps } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import { addressFormat } from "#contract/formats/address-format.ts";
import {
  type AddressProblem,
  hasNumericPostalCode,
  phoneProblem,
  postalCodes,
  postalProblem,
  regionProblem,
  vatIdProblem,
} from "#contract/formats/addresses.ts";
import { regionsOf } from "#contract/formats/regions.ts";
import { cityLabels, missingCity, postalLabels } from "#web/ui/forms/address-labels.ts";
import { CountrySelect, RegionSelect } from "#web/ui/forms/fields/country-select.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { say } from "#words/say.ts";

/** The form values of an address, all text; `toNewAddress` converts them. */
export type AddressFormValues = { [Field in keyof Required<NewAddress>]: string };

type Name = keyof AddressFormValues;
interface Props {
  /** `register` of react-hook-form, possibly with a prefix for a larger form. */
  register: (name: Name, rules?: { validate: (text: string) => boolean | string }) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  /** Autocomplete section: "shipping" or "billing" keeps two addresses on one page apart. */
  section?: "shipping" | "billing";
  /** The selected country, which decides the fields. */
  country: string;
  /** With a company its VAT ID is asked for. */
  company: string;
  /** Ids of the inputs, for links from an error summary. */
  idOf?: (name: Name) => string;
}

const wide = "sm:col-span-6";

/** The fields of a postal address, for a form with `AddressFormValues`, in the order and with the labels of its country. */
export function AddressFields({ register, errors, section, country, company, idOf }: Props) {
  const checked = (name: Name, autoComplete: string, findProblem: (text: string) => string | undefined) => ({
    autoComplete: section && autoComplete !== "off" ? `${section} ${autoComplete}` : autoComplete,
    error: errors[name]?.message,
    ...register(name, { validate: (text) => findProblem(text) ?? true }),
    ...(idOf ? { id: idOf(name) } : {}),
  });
  // Names and streets are no words of a dictionary.
  const field = (name: Name, autoComplete: string, missing?: string) => ({
    autoCapitalize: "words",
    autoCorrect: "off",
    spellCheck: false,
    ...checked(name, autoComplete, (text) => (text.trim() === "" ? missing : undefined)),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <CountrySelect
        className={wide}
        all={section === "billing"}
        {...field("country", "country", say("Country required"))}
      />
      <TextField className={wide} label={say("Full name")} {...field("fullname", "name", say("Name required"))} />
      <TextField className={wide} label={say("Company")} optional {...field("company", "organization")} />
      {company.trim() !== "" && (
        <TextField
          className={wide}
          label={say("VAT ID")}
          optional
          autoCapitalize="characters"
          hint={say("Shown on your invoice.")}
          {...checked("vat_id", "off", (text) => problemText(vatIdProblem(text)))}
        />
      )}
      <TextField
        label={say("Street address")}
        className={wide}
        {...field("line1", "address-line1", say("Street address required"))}
      />
      <TextField label={say("Apartment, suite, etc.")} optional className={wide} {...field("line2", "address-line2")} />
      <PlaceFields
        country={country}
        city={field("city", "address-level2", say(missingCity[addressFormat(country).city]))}
        region={checked("region_code", "address-level1", (text) => problemText(regionProblem(country, text)))}
        postalCode={checked("postal_code", "postal-code", (text) => problemText(postalProblem(country, text)))}
      />
      <TextField
        label={say("Phone")}
        type="tel"
        inputMode="tel"
        optional
        hint={say("In case the carrier needs to reach you.")}
        className={wide}
        {...checked("phone", "tel", (text) => problemText(phoneProblem(text)))}
      />
    </div>
  );
}

type PlaceProps = {
  country: string;
  city: Omit<ComponentProps<typeof TextField>, "label">;
  region: Omit<ComponentProps<typeof RegionSelect>, "country">;
  postalCode: Omit<ComponentProps<typeof TextField>, "label">;
};

/** City, region and postal code in the order of the country. */
function PlaceFields({ country, city, region, postalCode }: PlaceProps) {
  const { order, ...names } = addressFormat(country);
  const codes = postalCodes(country);
  const fields = {
    city: (
      <TextField
        key="city"
        label={say(cityLabels[names.city])}
        className={codes === "none" || regionsOf(country) ? wide : "sm:col-span-4"}
        {...city}
      />
    ),
    region_code: <RegionSelect key="region_code" country={country} className="sm:col-span-4" {...region} />,
    postal_code: codes !== "none" && (
      <TextField
        key="postal_code"
        label={say(postalLabels[names.postal])}
        optional={codes === "optional"}
        inputMode={hasNumericPostalCode(country) ? "numeric" : undefined}
        autoCapitalize="characters"
        className="sm:col-span-2"
        {...postalCode}
      />
    ),
  };
  return order.map((part) => fields[part]);
}

const problemText = (problem: AddressProblem | undefined) => problem && say(problem.message, problem.values);

/** The fields in order; problems of the server are placed at them. */
export const addressFieldNames = [
  "fullname",
  "company",
  "vat_id",
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
  vat_id: (text.company.trim() && text.vat_id.trim()) || null,
  line1: text.line1.trim(),
  line2: text.line2.trim() || null,
  city: text.city.trim(),
  region_code: (regionsOf(text.country) && text.region_code.trim()) || null,
  postal_code: postalCodes(text.country) === "none" ? "" : text.postal_code.trim(),
  country: text.country,
  phone: text.phone.trim() || null,
});
