import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { ProductStatus } from "#contract/catalogue/product-form.ts";
import { productLimits } from "#contract/catalogue/product-limits.ts";
import { useProductItems } from "#web/api/picker-items.ts";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { ancestorPath, type CategoryIndex, indexCategories } from "#web/catalogue/categories/category-index.ts";
import { CategoryOptions } from "#web/catalogue/categories/category-picker.tsx";
import { useEditor, useProductFields, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { productStatusLabels } from "#web/catalogue/products/product-status.ts";
import { adminProductQuery, productTypes, taxClasses } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { DateField } from "#web/ui/forms/fields/date-field.tsx";
import { Checkbox, FieldError, SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { MultiPicker } from "#web/ui/forms/fields/multi-picker.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TagPicker } from "./tag-picker.tsx";

const statuses: ProductStatus[] = ["active", "draft", "archived"];

/** The product's status, and when it changes by itself. */
export function Status() {
  const { control } = useProductForm();
  const register = useProductFields(["publish_at", "unpublish_at"]);
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
        {field.value === "draft" && <DateField label="Publish at" optional withTime {...register("publish_at")} />}
        {field.value !== "archived" && (
          <DateField
            label="Unpublish at"
            optional
            withTime
            hint="Sets it back to draft."
            {...register("unpublish_at")}
          />
        )}
      </div>
    </CardSection>
  );
}

/** Type, brand, categories, tags and related products. */
export const Organization = () => (
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
  const register = useProductFields(["product_type_id", "brand", "tax_class_id"]);
  const types = useQuery(productTypes()).data?.data ?? [];
  const classes = useQuery(taxClasses()).data?.data ?? [];
  return (
    <>
      <SelectField
        // Remounts when the options are loaded, as a select ignores a value without an option.
        key={`types-${types.length}`}
        label="Type"
        hint={types.length === 0 ? undefined : "Sets the attributes, the tax class and whether the product is shipped."}
        {...register("product_type_id")}
        placeholder="Select a product type"
        options={types.map(({ id, name }) => [id, name])}
      />
      <TextField label="Brand" optional maxLength={productLimits.brand} {...register("brand")} />
      {classes.length > 1 && (
        <SelectField
          key={`classes-${classes.length}`}
          label="Tax class"
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

const maxCategories = 20;
const noCategories = indexCategories([]);

/** The categories of the product, selected from a list or by search. */
function CategoryField() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "category_ids" });
  const { data: index = noCategories } = useCategoryIndex();
  const label = useId();
  const toggle = (id: number, on: boolean) =>
    field.onChange(on ? [...field.value, id] : field.value.filter((one) => one !== id));
  const chosen = field.value.map((id) => {
    const node = index.byId.get(id);
    return { id, label: node?.category.name ?? `Category ${id}`, hint: node && ancestorPath(node) };
  });
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        Categories
      </span>
      <ChosenList label="Selected categories" items={chosen} onRemove={(id) => toggle(id, false)} />
      {chosen.length > 1 && (
        <p className="text-sm text-muted">
          {chosen[0]?.label} is the main category, used in the product's breadcrumbs.
        </p>
      )}
      <RuleCategories index={index} />
      <CategoryOptions
        index={index}
        option={(node) => (
          <div key={node.category.id} className="px-2.5 py-1">
            <Checkbox
              label={
                <>
                  {node.category.name}
                  <span className="block text-muted">{ancestorPath(node)}</span>
                </>
              }
              checked={field.value.includes(node.category.id)}
              disabled={!field.value.includes(node.category.id) && field.value.length >= maxCategories}
              onChange={({ target }) => toggle(node.category.id, target.checked)}
            />
          </div>
        )}
      />
      {fieldState.error?.message && <FieldError id={`${label}-error`}>{fieldState.error.message}</FieldError>}
    </div>
  );
}

/** The categories that the saved product is in because it matches their rules. */
function RuleCategories({ index }: { index: CategoryIndex }) {
  const { productId } = useEditor();
  const { data } = useQuery({ ...adminProductQuery(productId ?? 0), enabled: productId !== undefined });
  const nodes = (data?.data.rule_category_ids ?? []).flatMap((id) => index.byId.get(id) ?? []);
  if (nodes.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
      <span>By rules:</span>
      {nodes.map(({ category: { id, name } }) => (
        <ShopLink key={id} to={dashboardPaths.category(id)} className="text-link underline underline-offset-4">
          {name}
        </ShopLink>
      ))}
    </div>
  );
}
