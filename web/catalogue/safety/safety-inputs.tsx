import type { ComponentProps } from "react";
import { CountrySelect } from "#web/ui/forms/fields/country-select.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/fields/field.tsx";
import type { SafetyField } from "./safety-fields.ts";

type Register = (field: SafetyField) => Partial<ComponentProps<typeof TextField>>;

/** Who answers for the safety of products, and what to warn of. */
export const SafetyInputs = ({ register }: { register: Register }) => (
  <div className="grid gap-5">
    <ContactInputs part="manufacturer" title="Manufacturer" register={register} />
    <ContactInputs part="responsible_person" title="Responsible person in the EU" register={register} />
    <TextAreaField
      label="Warnings and safety information"
      optional
      rows={3}
      maxLength={5000}
      {...(register("warnings") as object)}
    />
  </div>
);

type ContactProps = { part: "manufacturer" | "responsible_person"; title: string; register: Register };

const ContactInputs = ({ part, title, register }: ContactProps) => (
  <fieldset className="grid gap-4">
    <legend className="pb-3 text-sm font-semibold">{title}</legend>
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Company" optional maxLength={200} {...register(`${part}.name`)} />
      <TextField label="Email address or URL" optional maxLength={300} {...register(`${part}.contact`)} />
      <TextAreaField
        label="Postal address"
        optional
        rows={3}
        maxLength={500}
        {...(register(`${part}.address`) as object)}
      />
      <CountrySelect all optional {...(register(`${part}.country`) as object)} />
    </div>
  </fieldset>
);

/** The country that products come from. */
export const OriginSelect = (field: Omit<ComponentProps<typeof CountrySelect>, "all" | "label" | "optional">) => (
  <CountrySelect all label="Country of origin" optional {...field} />
);
