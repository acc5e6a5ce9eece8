import { useQuery } from "@tanstack/react-query";
import { useFormState, useWatch } from "react-hook-form";
import type { Attribute } from "#contract/catalogue/attributes.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { productTypes } from "#web/catalogue/products/products.queries.ts";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";

/** The attributes of its type, and others it has. */
export function Attributes() {
  const { control, getValues } = useProductForm();
  const typeId = useWatch({ control, name: "product_type_id" });
  const { data } = useQuery(productTypes());
  const schema = data?.data.find(({ id }) => id === Number(typeId))?.attribute_schema ?? [];
  const known = new Set(schema.map(({ key }) => key));
  const others = Object.keys(getValues("attributes")).filter(
    (key) => !known.has(key) && getValues(`attributes.${key}`),
  );
  const all: Attribute[] = [...schema, ...others.map(unknownAttribute)];
  if (all.length === 0) return null;
  return (
    <CardSection title="Attributes" hint="Shown in a table below the description. Empty attributes aren't shown.">
      <div className="grid gap-4 sm:grid-cols-2">
        {all.map((attribute) => (
          // Remounts with its kind, as types differ in it.
          <AttributeField key={`${attribute.key} ${attribute.kind}`} attribute={attribute} />
        ))}
      </div>
    </CardSection>
  );
}

/** An attribute of an imported product, or of a former type. */
const unknownAttribute = (key: string): Attribute => ({
  key,
  label: key,
  kind: "text",
  required: false,
  filterable: false,
  choices: [],
});

function AttributeField({ attribute: { key, label, kind, unit, required, choices } }: { attribute: Attribute }) {
  const { control } = useProductForm();
  const { errors } = useFormState({ control, name: "attributes" });
  const props = {
    label: unit ? `${label} (${unit})` : label,
    hint: required ? "Required for products on sale." : undefined,
    error: errors.attributes?.[key]?.message,
    ...useAttribute(key),
  };
  if (kind === "bool" || kind === "select") {
    const options = kind === "bool" ? { true: "Yes", false: "No" } : choices.map((value) => [value, value] as const);
    return <SelectField {...props} placeholder="Not specified" options={options} />;
  }
  return <TextField {...props} inputMode={kind === "number" ? "decimal" : "text"} maxLength={500} />;
}

/** The value of one attribute. Those that the product hasn't have none: a registered field would set "" for good. */
function useAttribute(key: string) {
  const { control, getValues, setValue } = useProductForm();
  const { defaultValues, isSubmitted } = useFormState({ control, name: "attributes" });
  const value = useWatch({ control, name: `attributes.${key}` }) ?? "";
  const onChange = ({ target }: { target: { value: string } }) => {
    const { [key]: _, ...others } = getValues("attributes");
    const isAbsent = target.value === "" && defaultValues?.attributes?.[key] === undefined;
    const attributes = isAbsent ? others : { ...getValues("attributes"), [key]: target.value };
    setValue("attributes", attributes, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return { name: `attributes.${key}`, value, onChange };
}
