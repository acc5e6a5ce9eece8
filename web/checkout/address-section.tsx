import type { ReactNode } from "react";
import { type UseFormRegisterReturn, type UseFormReturn, useWatch } from "react-hook-form";
import type { Address } from "#contract/accounts/accounts.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { RadioCard } from "#web/ui/forms/radio-card.tsx";
import { say, shopLocale } from "#words/say.ts";
import type { CheckoutDetails } from "./draft.ts";
import { fieldId } from "./validate-details.ts";

type Name = keyof CheckoutDetails["address"];
/** What the address fields need from the form. */
export interface AddressFieldsProps {
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  section: "shipping";
  country: string;
  idOf: (name: Name) => string;
}
/** Renders the address fields, which belong to the accounts module. */
export type RenderAddressFields = (place: AddressFieldsProps) => ReactNode;

type Props = {
  form: UseFormReturn<CheckoutDetails>;
  addresses: Address[];
  countries: string[];
  renderAddress: RenderAddressFields;
  /** Why the address can't be delivered to. */
  problem: CallProblem | null;
};

/** The delivery address: a saved one or a new one. */
export function AddressSection({ form, addresses, countries, renderAddress, problem }: Props) {
  const locale = shopLocale();
  const choice = useWatch({ control: form.control, name: "choice" });
  const names = new Intl.DisplayNames(locale, { type: "region" });
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
                countries.includes(address.country)
                  ? addressLine(address)
                  : say("{address}. We don't deliver to {country}.", {
                      address: addressLine(address),
                      country: names.of(address.country) ?? say("this country"),
                    })
              }
              disabled={!countries.includes(address.country)}
            />
          ))}
          <RadioCard value="new" {...form.register("choice")} label={say("Use another address")}>
            {choice === "new" && newAddress}
          </RadioCard>
        </fieldset>
      )}
      {problem?.code === "no_delivery" && (
        <Banner tone="warning" role="alert">
          {problem.message} {say("Your cart is saved.")}
        </Banner>
      )}
    </div>
  );
}

const addressLine = ({ line1, line2, postal_code, city, country }: Address) =>
  [line1, line2, `${postal_code} ${city}`.trim(), country].filter(Boolean).join(", ");

function NewAddress({ form, renderAddress }: Pick<Props, "form" | "renderAddress">) {
  const country = useWatch({ control: form.control, name: "address.country" });
  return (
    <div className="grid gap-4">
      {renderAddress({
        register: (name) => form.register(`address.${name}`),
        errors: form.formState.errors.address ?? {},
        section: "shipping",
        country,
        idOf: (name) => fieldId(`address.${name}`),
      })}
      <Checkbox label={say("Save this address to my account")} {...form.register("save_address")} />
    </div>
  );
}
