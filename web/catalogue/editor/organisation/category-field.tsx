import { useId } from "react";
import { useController } from "react-hook-form";
import { useCategoryIndex } from "#web/catalogue/categories/categories.queries.ts";
import { ancestorPath, indexCategories } from "#web/catalogue/categories/category-index.ts";
import { CategoryOptions } from "#web/catalogue/categories/category-picker.tsx";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { Checkbox } from "#web/ui/forms/fields/checkbox.tsx";
import { FieldError } from "#web/ui/forms/fields/field.tsx";

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
