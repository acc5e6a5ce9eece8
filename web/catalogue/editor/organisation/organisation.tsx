import { useQuery } from "@tanstack/react-query";
import { useController, useFormState } from "react-hook-form";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { productTypes, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { CategoryField } from "./category-field.tsx";
import { RelatedProducts } from "./related-products.tsx";
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
