import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useController } from "react-hook-form";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { ancestorPath, type CategoryIndex, indexCategories } from "#web/catalogue/categories/category-index.ts";
import { CategoryOptions } from "#web/catalogue/categories/category-picker.tsx";
import { useEditor, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { adminProductQuery } from "#web/catalogue/products/products.queries.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { Checkbox, FieldError } from "#web/ui/forms/fields/field.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";

const maxCategories = 20;
const noCategories = indexCategories([]);

/** The categories of the product, selected from a list or by search. */
export function CategoryField() {
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
