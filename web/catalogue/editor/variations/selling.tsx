import { useFieldArray, useFormState, useWatch } from "react-hook-form";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { OptionFields, VariationFields } from "#web/catalogue/editor/product-fields.ts";
import { FieldError } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Options } from "./options.tsx";
import { SingleVariationFields } from "./variation-fields.tsx";
import { VariationList } from "./variation-list.tsx";
import { countVariations, maxVariations, rearrangeVariations } from "./variation-matrix.ts";

/** Options, prices and stock; a list of variations only with options. */
export function Selling() {
  const { control, getValues, setValue } = useProductForm();
  const rows = useFieldArray({ control, name: "variations", keyName: "key" });
  const groups = useWatch({ control, name: "groups" });
  const { errors, defaultValues } = useFormState({ control, name: "variations" });
  const changeOptions = (after: OptionFields[]) => {
    const saved = defaultValues?.variations as VariationFields[] | undefined;
    rows.replace(rearrangeVariations(getValues("variations"), getValues("groups"), after, saved));
    setValue("groups", after, { shouldDirty: true });
  };
  const isPlain = rows.fields.length === 1 && rows.fields[0]?.option_value_ids.length === 0;
  const whole = errors.variations?.root?.message ?? (errors.variations as { message?: string } | undefined)?.message;
  return (
    <>
      {isPlain && (
        <CardSection title="Pricing and inventory">
          <SingleVariationFields at={0} key={rows.fields[0]?.key} errors={errors.variations?.[0]} />
        </CardSection>
      )}
      <CardSection
        title="Options"
        hint={groups.length === 0 ? "Add options if the product comes in different sizes or colors." : undefined}
      >
        <Options
          groups={groups}
          onChange={changeOptions}
          isTooMany={(after) => countVariations(after) > maxVariations}
        />
      </CardSection>
      {!isPlain && <VariationList rows={rows} errors={errors.variations} groups={groups} />}
      {whole && <FieldError id="variations-error">{whole}</FieldError>}
    </>
  );
}
