import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { RadioCard } from "#web/ui/radio-card.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLocale } from "#web/ui/words.ts";
import { fieldId } from "./details.ts";
import type { Details } from "./draft.ts";

type Form = UseFormReturn<Details>;
type Props = { form: Form; addresses: Address[]; countries: string[] };

/** Where to deliver: an address kept in the account, or a new one. */
export function AddressSection({ form, addresses, countries }: Props) {
  const choice = useWatch({ control: form.control, name: "choice" });
  if (addresses.length === 0) return <NewAddressFields form={form} countries={countries} />;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Deliver to</legend>
      {addresses.map((address) => (
        <RadioCard
          key={address.id}
          value={String(address.id)}
          {...form.register("choice")}
          label={address.fullname}
          hint={[address.line1, address.line2, `${address.postal_code} ${address.city}`, address.country]
            .filter(Boolean)
            .join(", ")}
          disabled={!countries.includes(address.country)}
        />
      ))}
      <RadioCard value="new" {...form.register("choice")} label="Another address">
        {choice === "new" && <NewAddressFields form={form} countries={countries} />}
      </RadioCard>
    </fieldset>
  );
}

/** Countries where an address is not complete without its state or province. */
const withRegions = new Set(["AU", "BR", "CA", "IN", "MX", "US"]);

function NewAddressFields({ form, countries }: Pick<Props, "form" | "countries">) {
  const locale = useLocale();
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const sorted = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale));
  const field = fieldOf(form);
  const country = useWatch({ control: form.control, name: "address.country" });
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <SelectField label="Country" className="sm:col-span-6" {...field("country", "country")}>
        <option value="">Choose a country</option>
        {sorted.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label="Full name" className="sm:col-span-6" {...field("fullname", "name")} />
      <TextField label="Company" optional className="sm:col-span-6" {...field("company", "organization")} />
      <TextField label="Street and number" className="sm:col-span-6" {...field("line1", "address-line1")} />
      <TextField
        label="Apartment, floor, door"
        optional
        className="sm:col-span-6"
        {...field("line2", "address-line2")}
      />
      <TextField
        label="Postal code"
        autoCapitalize="characters"
        className="sm:col-span-2"
        {...field("postal_code", "postal-code")}
      />
      <TextField label="City" className="sm:col-span-4" {...field("city", "address-level2")} />
      {withRegions.has(country) && (
        <TextField
          label="State or province"
          hint="Its short form, such as ON."
          optional
          autoCapitalize="characters"
          className="sm:col-span-6"
          {...field("region_code", "address-level1")}
        />
      )}
      <TextField
        label="Phone"
        optional
        type="tel"
        inputMode="tel"
        hint="For the carrier only, should they not find you."
        className="sm:col-span-6"
        {...field("phone", "tel")}
      />
      <Checkbox label="Keep this address in my account" className="sm:col-span-6" {...form.register("save_address")} />
    </div>
  );
}

const fieldOf =
  ({ register, formState }: Form) =>
  (name: keyof Details["address"], token: string) => ({
    ...register(`address.${name}`),
    id: fieldId(`address.${name}`),
    error: formState.errors.address?.[name]?.message,
    autoComplete: `shipping ${token}`,
  });
