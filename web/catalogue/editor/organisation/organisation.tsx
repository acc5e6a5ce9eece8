import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useFormState } from "react-hook-form";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { query } from "#web/api/call.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { productTypes, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker, type PickerItem } from "#web/ui/forms/fields/multi-picker.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { CategoryField } from "./category-field.tsx";
import { TagPicker } from "./tag-picker.tsx";

const statuses: ProductStatus[] = ["active", "draft", "archived"];

/** The product's status, and when it changes by itself. */
export function Status() {
  const { control, register } = useProductForm();
  const { errors } = useFormState({ control, name: ["publish_at", "unpublish_at"] });
  const { field } = useController({ control, name: "status" });
  return (
    <CardSection title="Status">
      <div className="grid gap-2">
        <SegmentedControl
          label="Status"
          value={field.value}
          options={statuses.map((value) => ({ value, label: productStatusLabels[value].label }))}
          onValueChange={field.onChange}
        />
        <p className="text-sm text-muted">{productStatusLabels[field.value].description}</p>
        {field.value === "draft" && (
          <TextField
            label="Publish at"
            optional
            type="datetime-local"
            error={errors.publish_at?.message}
            {...register("publish_at")}
          />
        )}
        {field.value !== "archived" && (
          <TextField
            label="Unpublish at"
            optional
            type="datetime-local"
            hint="Sets it back to draft."
            error={errors.unpublish_at?.message}
            {...register("unpublish_at")}
          />
        )}
      </div>
    </CardSection>
  );
}

/** Type, brand, categories, tags and related products. */
export const Organisation = () => (
  <CardSection title="Organization">
    <div className="grid gap-5">
      <TypeAndBrand />
      <CategoryField />
      <TagPicker />
      <RelatedProducts />
    </div>
  </CardSection>
);

function TypeAndBrand() {
  const { register, control } = useProductForm();
  const { errors } = useFormState({ control, name: ["product_type_id", "brand", "tax_class_id"] });
  const types = useQuery(productTypes()).data?.data ?? [];
  const classes = useQuery(taxClasses()).data?.data ?? [];
  return (
    <>
      <SelectField
        // Remounts when the options are loaded, as a select ignores a value without an option.
        key={`types-${types.length}`}
        label="Type"
        hint={types.length === 0 ? undefined : "Sets the attributes, the tax class and whether the product is shipped."}
        error={errors.product_type_id?.message}
        {...register("product_type_id")}
        placeholder="Select a product type"
        options={types.map(({ id, name }) => [id, name])}
      />
      <TextField
        label="Brand"
        optional
        maxLength={productLimits.brand}
        error={errors.brand?.message}
        {...register("brand")}
      />
      {classes.length > 1 && (
        <SelectField
          key={`classes-${classes.length}`}
          label="Tax class"
          error={errors.tax_class_id?.message}
          {...register("tax_class_id")}
          placeholder="Same as product type"
          options={classes.map(({ id, name }) => [id, name])}
        />
      )}
    </>
  );
}

/** The products shown first as related on the product's page. */
function RelatedProducts() {
  const { control } = useProductForm();
  const { field } = useController({ control, name: "related_ids" });
  const [search, setSearch] = useState("");
  const ids = field.value;
  const found = useProductItems({ name: search }, search.length > 1);
  const known = useProductItems({ id: ids }, ids.length > 0);
  const labelOf = (id: number) => [...known, ...found].find((item) => item.id === id) ?? { id, label: `No. ${id}` };
  return (
    <div className="grid gap-1.5">
      <MultiPicker
        label="Related products"
        items={ids.length < productLimits.related ? found : []}
        chosen={ids.map(labelOf)}
        onSearch={setSearch}
        onAdd={(id) => field.onChange([...ids, id])}
        onRemove={(id) => field.onChange(ids.filter((one) => one !== id))}
      />
      <p className="text-sm text-muted">
        Shown first on the product page, up to {productLimits.related}. Without any, products of the same category are.
      </p>
    </div>
  );
}

const useProductItems = (filters: { name?: string; id?: number[] }, enabled: boolean): PickerItem[] =>
  useQuery({
    ...query("GET /product/admin", { query: { ...filters, per_page: 24 } }),
    enabled,
    placeholderData: keepPreviousData,
    select: ({ data }) => data.map(({ id, name }) => ({ id, label: name })),
  }).data ?? [];
