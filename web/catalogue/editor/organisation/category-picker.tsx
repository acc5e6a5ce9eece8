import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import type { Category } from "#contract/catalogue/categories.ts";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { adminCategories } from "#web/catalogue/products/products.queries.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FieldError } from "#web/ui/field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ChosenList } from "./chosen-list.tsx";

interface Line {
  id: number;
  name: string;
  depth: number;
  /** With the names above it: "Home / Chairs". */
  way: string;
}
const most = 20;

/** Which categories the product is in: ticked in the tree, or found by name. */
export function CategoryChoice() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "category_ids" });
  const [sought, setSought] = useState("");
  const { data } = useQuery(adminCategories());
  const lines = linesOf(data?.data ?? []);
  const label = useId();
  const words = sought.trim().toLowerCase();
  const shown = words ? lines.filter(({ way }) => way.toLowerCase().includes(words)) : lines;
  const toggle = (id: number, on: boolean) =>
    field.onChange(on ? [...field.value, id] : field.value.filter((one) => one !== id));
  const chosen = field.value.map(
    (id) => lines.find((line) => line.id === id) ?? { id, name: `Category ${id}`, way: "" },
  );
  return (
    <div role="group" aria-labelledby={label} className="grid gap-2">
      <span id={label} className="text-sm font-medium">
        Categories
      </span>
      <ChosenList
        label="Chosen categories"
        items={chosen.map(({ id, name, way }) => ({ id, label: name, hint: way }))}
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
        value={sought}
        onChange={({ target }) => setSought(target.value)}
        // Looking for one sends nothing.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <Tree lines={shown} isFlat={words !== ""} chosen={field.value} onToggle={toggle} />
      {fieldState.error?.message && <FieldError id={`${label}-error`}>{fieldState.error.message}</FieldError>}
    </div>
  );
}

type TreeProps = {
  lines: Line[];
  /** Found by name: each with the names above it. */
  isFlat: boolean;
  chosen: number[];
  onToggle: (id: number, on: boolean) => void;
};

const Tree = ({ lines, isFlat, chosen, onToggle }: TreeProps) => (
  <ul aria-label="All categories" className="grid max-h-60 gap-1 overflow-y-auto rounded border border-hairline p-3">
    {lines.map(({ id, name, depth, way }) => (
      <li key={id} style={isFlat ? undefined : { paddingInlineStart: `${depth * 1.25}rem` }}>
        <Checkbox
          label={isFlat ? way : name}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= most}
          onChange={({ target }) => onToggle(id, target.checked)}
        />
      </li>
    ))}
    {lines.length === 0 && (
      <li className="text-sm text-muted">{isFlat ? "No category is called that." : "There are no categories yet."}</li>
    )}
  </ul>
);

const linesOf = (categories: Category[], depth = 0, above = ""): Line[] =>
  categories.flatMap(({ id, name, subfolder }) => {
    const way = above ? `${above} / ${name}` : name;
    return [{ id, name, depth, way }, ...linesOf(subfolder, depth + 1, way)];
  });
