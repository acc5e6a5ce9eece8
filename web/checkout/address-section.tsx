import type { ReactNode } from "react";
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import { cityLine } from "#contract/formats/address-format.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";
import type { AddressValues, CheckoutDetails } from "./draft.ts";
import { fieldId } from "./validate-details.ts";

type Name = keyof AddressValues;
/** What the address fields need from the form. */
export interface AddressFieldsProps {
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  section: "shipping" | "billing";
  country: string;
  company: string;
  idOf: (name: Name) => string;
}
/** Renders the address fields, which belong to the accounts module. */
export type RenderAddressFields = (place: AddressFieldsProps) => ReactNode;

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  addresses: Address[];
  /** Where the shop delivers to; it doesn't matter for a cart without anything to ship. */
  countries: string[];
  isShipped: boolean;
  renderAddress: RenderAddressFields;
  /** Why the address can't be delivered to. */
  problem: CallProblem | null;
};

/** The delivery address: a saved one or a new one. */
export function AddressSection({ form, addresses, countries, isShipped, renderAddress, problem }: Props) {
  const choice = useWatch({ control: form.control, name: "choice" });
  const isPossible = ({ country }: Address) => !isShipped || countries.includes(country);
  const newAddress = <NewAddress form={form} renderAddress={renderAddress} />;
  return (
    <div className="grid gap-4">
      {addresses.length === 0 ? (
        newAddress
      ) : (
        <fieldset className="grid gap-3">
          <legend className="sr-only">{say("Deliver to")}</legend>
          {addresses.map((address) => (
            <RadioCard
              key={address.id}
              value={String(address.id)}
              {...form.register("choice")}
              label={address.fullname}
              hint={
                isPossible(address)
                  ? addressLine(address, countryName(address.country))
                  : say("{address}. We don't deliver to {country}.", {
                      address: addressLine(address, countryName(address.country)),
                      country: countryName(address.country),
                    })
              }
              disabled={!isPossible(address)}
            />
          ))}
          <RadioCard value="new" {...form.register("choice")} label={say("Use another address")}>
            {choice === "new" && newAddress}
          </RadioCard>
        </fieldset>
      )}
      {(problem?.code === "no_delivery" || problem?.code === "legal_details_missing") && (
        <Banner tone="warning" role="alert">
          {problem.message} {say("Your cart is saved.")}
        </Banner>
      )}
    </div>
  );
}

const addressLine = (address: Address, country: string) =>
  [address.company, address.line1, address.line2, cityLine(address), country].filter(Boolean).join(", ");

const NewAddress = ({ form, renderAddress }: Pick<Props, "form" | "renderAddress">) => (
  <div className="grid gap-4">
    <AddressPart form={form} part="address" renderAddress={renderAddress} />
    <Checkbox label={say("Save this address to my account")} {...form.register("save_address")} />
  </div>
);

type PartProps = Pick<Props, "form" | "renderAddress"> & { part: "address" | "billing" };

/** The fields of the delivery address or the billing address. */
export function AddressPart({ form, part, renderAddress }: PartProps) {
  const [country, company] = useWatch({ control: form.control, name: [`${part}.country`, `${part}.company`] });
  return renderAddress({
    register: (name) => form.register(`${part}.${name}`),
    errors: form.formState.errors[part] ?? {},
    section: part === "billing" ? "billing" : "shipping",
    country,
    company,
    idOf: (name) => fieldId(`${part}.${name}`),
  });
}
