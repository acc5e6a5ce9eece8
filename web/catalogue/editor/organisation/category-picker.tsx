import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { Category } from "#contract/catalogue/categories.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { adminCategories } from "#web/catalogue/products/products.queries.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ChosenList } from "./chosen-list.tsx";

interface Line {
  id: number;
  name: string;
  depth: number;
  /** With its ancestors: "Home / Chairs". */
  path: string;
}
const maxCategories = 20;

/** The categories of the product, selected in the tree or by search. */
export function CategoryPicker() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "category_ids" });
  const [searchText, setSearchText] = useState("");
  const { data } = useQuery(adminCategories());
  const lines = flattenTree(data?.data ?? []);
  const label = useId();
  const needle = searchText.trim().toLowerCase();
  const visible = needle ? lines.filter(({ path }) => path.toLowerCase().includes(needle)) : lines;
  const toggle = (id: number, on: boolean) =>
    field.onChange(on ? [...field.value, id] : field.value.filter((one) => one !== id));
  const chosen = field.value.map(
    (id) => lines.find((line) => line.id === id) ?? { id, name: `Category ${id}`, path: "" },
  );
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        Categories
      </span>
      <ChosenList
        label="Chosen categories"
        items={chosen.map(({ id, name, path }) => ({ id, label: name, hint: path }))}
        onRemove={(id) => toggle(id, false)}
      />
      {chosen.length > 1 && (
        <p className="text-sm text-muted">{chosen[0]?.name} is the main one: its way leads to the product.</p>
      )}
      <TextField
        label="Find a category"
        labelHidden
        type="search"
        placeholder="Find a category"
        autoComplete="off"
        before={<Search aria-hidden="true" />}
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
        // Enter must not submit the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Tree lines={visible} isFlat={needle !== ""} chosen={field.value} onToggle={toggle} />
      {fieldState.error?.message && <FieldError id={`${label}-error`}>{fieldState.error.message}</FieldError>}
    </div>
  );
}

type TreeProps = {
  lines: Line[];
  /** Search results: shown with their ancestors. */
  isFlat: boolean;
  chosen: number[];
  onToggle: (id: number, on: boolean) => void;
};

const Tree = ({ lines, isFlat, chosen, onToggle }: TreeProps) => (
  <ul aria-label="All categories" className="grid max-h-60 gap-1 overflow-y-auto rounded border border-hairline p-3">
    {lines.map(({ id, name, depth, path }) => (
      <li key={id} style={isFlat ? undefined : { paddingInlineStart: `${depth * 1.25}rem` }}>
        <Checkbox
          label={isFlat ? path : name}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= maxCategories}
          onChange={({ target }) => onToggle(id, target.checked)}
        />
      </li>
    ))}
    {lines.length === 0 && (
      <li className="text-sm text-muted">{isFlat ? "No category is called that." : "There are no categories yet."}</li>
    )}
  </ul>
);

const flattenTree = (categories: Category[], depth = 0, above = ""): Line[] =>
  categories.flatMap(({ id, name, subfolder }) => {
    const path = above ? `${above} / ${name}` : name;
    return [{ id, name, depth, path }, ...flattenTree(subfolder, depth + 1, path)];
  });
