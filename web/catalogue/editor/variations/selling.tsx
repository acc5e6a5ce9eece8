import { useFieldArray, useFormState, useWatch } from "react-hook-form";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { TypedGroup, TypedProduct } from "#web/catalogue/editor/product-fields.ts";
import { CardSection } from "#web/ui/card.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { Options } from "./options.tsx";
import { SaleFields } from "./variation-fields.tsx";
import { VariationList } from "./variation-list.tsx";
import { countOf, mostVariations, rearranged } from "./variation-matrix.ts";

export type VariationRows = ReturnType<typeof useFieldArray<TypedProduct, "variations", "key">>;

/** What the product comes in, for how much, and how many there are. A product of one kind needs no list of them. */
export function Selling() {
  const { control, getValues, setValue } = useProductForm();
  const rows = useFieldArray({ control, name: "variations", keyName: "key" });
  const groups = useWatch({ control, name: "groups" });
  const { errors } = useFormState({ control, name: "variations" });
  const rearrange = (after: TypedGroup[]) => {
    rows.replace(rearranged(getValues("variations"), getValues("groups"), after));
    setValue("groups", after, { shouldDirty: true });
  };
  const isPlain = rows.fields.length === 1 && rows.fields[0]?.option_value_ids.length === 0;
  const whole = errors.variations?.root?.message ?? (errors.variations as { message?: string } | undefined)?.message;
  return (
    <>
      {isPlain && (
        <CardSection title="Price and stock">
          <SaleFields at={0} key={rows.fields[0]?.key} errors={errors.variations?.[0]} />
        </CardSection>
      )}
      <CardSection
        title="Options"
        hint={groups.length === 0 ? "Add one to sell the product in several colours or sizes." : undefined}
      >
        <Options groups={groups} onChange={rearrange} isTooMany={(after) => countOf(after) > mostVariations} />
      </CardSection>
      {!isPlain && <VariationList rows={rows} errors={errors.variations} groups={groups} />}
      {whole && <FieldError id="variations-error">{whole}</FieldError>}
    </>
  );
}
