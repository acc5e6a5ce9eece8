import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { fullPath } from "#web/catalogue/categories/category-index.ts";
import { energyLabelText } from "#web/catalogue/energy-label/energy-label-fields.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { allTags, productTypes, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { safetyText } from "#web/catalogue/safety/safety-fields.ts";
import { RadioCard } from "#web/ui/forms/fields/radio-card.tsx";
import { countryName } from "#web/ui/text/country-name.ts";
import { useEditor, useProductForm } from "./editor-context.ts";
import { type EditConflict, fieldLabels } from "./merge-edits.ts";
import type { ProductFields, VariationFields } from "./product-fields.ts";
import { useVariationTitles } from "./variations/variation-list.tsx";
import { rearrangeVariations } from "./variations/variation-matrix.ts";

/** The fields both sides changed, each with both values and a choice. */
export const EditConflicts = ({ conflicts }: { conflicts: EditConflict[] }) => (
  <div className="mt-3 grid gap-4 empty:hidden">
    {conflicts.map((conflict) => (
      <Choice key={keyOf(conflict)} conflict={conflict} />
    ))}
  </div>
);

const keyOf = (conflict: EditConflict) =>
  conflict.field === "variations" ? `${conflict.variation_id} ${conflict.key}` : conflict.field;

function Choice({ conflict }: { conflict: EditConflict }) {
  const form = useProductForm();
  const [chosen, setChosen] = useState<"mine" | "theirs">("mine");
  const label = useConflictLabel(conflict);
  const describe = useDescription(conflict);
  const name = useId();
  const radio = (side: "mine" | "theirs") => ({
    name,
    checked: chosen === side,
    onChange: () => {
      setChosen(side);
      setValue(form, conflict, conflict[side]);
    },
  });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium first-letter:uppercase">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <RadioCard {...radio("mine")} label={`Your version: ${describe(conflict.mine)}`} />
        <RadioCard {...radio("theirs")} label={`Their version: ${describe(conflict.theirs)}`} />
      </div>
    </fieldset>
  );
}

/** Sets the field; a variation is found by its id, as rows may have moved. */
function setValue(form: UseFormReturn<ProductFields>, conflict: EditConflict, value: EditConflict["mine"]) {
  const options = { shouldDirty: true };
  if (conflict.field === "groups") {
    const groups = value as ProductFields["groups"];
    form.setValue(
      "variations",
      rearrangeVariations(form.getValues("variations"), form.getValues("groups"), groups),
      options,
    );
  }
  if (conflict.field !== "variations") return form.setValue(conflict.field, value as never, options);
  const at = form.getValues("variations").findIndex(({ variation_id }) => variation_id === conflict.variation_id);
  if (at >= 0) form.setValue(`variations.${at}.${conflict.key}`, value as never, options);
}

const variationLabels: Record<keyof VariationFields, string> = {
  variation_id: "variation",
  option_value_ids: "options",
  price: "price",
  compare_at: "former price",
  cost: "cost",
  sku: "SKU",
  barcode: "barcode",
  weight: "weight",
  measure: "quantity for the unit price",
  on_hand: "stock",
  low_stock_level: "low-stock level",
  max_per_order: "maximum per order",
  track_stock: "stock is tracked",
  allow_backorder: "sold without stock",
  is_active: "sold",
};

/** "subtitle", "price of Small / Flat". */
function useConflictLabel(conflict: EditConflict) {
  const { getValues } = useProductForm();
  const titleOf = useVariationTitles(getValues("groups"));
  if (conflict.field !== "variations") return fieldLabels[conflict.field];
  const row = getValues("variations").find(({ variation_id }) => variation_id === conflict.variation_id);
  const title = row && titleOf(row.option_value_ids);
  return title ? `${variationLabels[conflict.key]} of ${title}` : variationLabels[conflict.key];
}

const none = "none";

/** Writes a value of the conflict's field as text. */
function useDescription({ field }: EditConflict) {
  const { optionGroups } = useEditor();
  const types = useQuery({ ...productTypes(), enabled: field === "product_type_id" }).data?.data;
  const classes = useQuery({ ...taxClasses(), enabled: field === "tax_class_id" }).data?.data;
  const tags = useQuery({ ...allTags(), enabled: field === "tag_ids" }).data?.data;
  const { data: categories } = useCategoryIndex();
  const nameOf = (all: { id: number; name: string }[] | undefined, id: unknown) =>
    all?.find((one) => one.id === Number(id))?.name ?? String(id);
  const list = (values: string[]) => values.join(", ") || none;
  const optionText = ({ group_id, value_ids }: ProductFields["groups"][number]) => {
    const group = optionGroups.find(({ id }) => id === group_id);
    const labels = value_ids.map((id) => group?.values.find((value) => value.id === id)?.label ?? String(id));
    return `${group?.name ?? group_id}: ${labels.join(", ")}`;
  };
  const texts: Partial<Record<keyof ProductFields, (value: never) => string>> = {
    product_type_id: (id: string) => nameOf(types, id),
    tax_class_id: (id: string) => (id ? nameOf(classes, id) : none),
    status: (status: ProductFields["status"]) => productStatusLabels[status].label,
    category_ids: (ids: number[]) =>
      list(
        ids.map((id) => {
          const node = categories?.byId.get(id);
          return node ? fullPath(node) : String(id);
        }),
      ),
    tag_ids: (ids: number[]) => list(ids.map((id) => nameOf(tags, id))),
    attributes: (facts: ProductFields["attributes"]) =>
      list(Object.entries(facts).flatMap(([key, value]) => (value ? [`${key}: ${value}`] : []))),
    safety: safetyText,
    energy_label: energyLabelText,
    country_of_origin: (code: string) => (code ? countryName(code) : none),
    groups: (groups: ProductFields["groups"]) => groups.map(optionText).join("; ") || none,
    images: (images: ProductFields["images"]) =>
      images.length === 0 ? none : `${images.length} (${list(images.map(({ alt, id }) => alt || `image ${id}`))})`,
    description_html: (html: string) =>
      new DOMParser().parseFromString(html, "text/html").body.textContent.trim() || none,
  };
  return (value: EditConflict["mine"]) => {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return texts[field]?.(value as never) ?? (String(value) || none);
  };
}
