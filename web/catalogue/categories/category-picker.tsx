import { useDeferredValue, useId, useState } from "react";
import { FieldError } from "#web/ui/forms/field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ancestorPath, type CategoryIndex, type CategoryNode, searchCategories } from "./category-index.ts";

type Props = {
  index: CategoryIndex;
  /** Accessible name of the choice. */
  legend: string;
  /** Null is the top level; undefined is no selection. */
  value: number | null | undefined;
  onValue: (id: number | null) => void;
  /** Label of the top level; without it the top level can't be selected. */
  topLabel?: string;
  isExcluded: (node: CategoryNode) => boolean;
  error?: string | undefined;
};

/** Options rendered at most; the search finds the others. */
const maxShown = 60;

/** Picks one category by search or from a list. */
export function CategoryPicker({ index, legend, value, onValue, topLabel, isExcluded, error }: Props) {
  const id = useId();
  const [input, setInput] = useState("");
  const searchText = useDeferredValue(input);
  const found = (searchText.trim() ? searchCategories(index, searchText) : [...index.byId.values()]).filter(
    (one) => !isExcluded(one),
  );
  const chosen = value === null || value === undefined ? undefined : index.byId.get(value);
  const visible = found.slice(0, maxShown);
  if (chosen && !visible.includes(chosen) && !searchText.trim()) visible.unshift(chosen);
  const option = (of: number | null) => ({
    name: id,
    checked: value === of,
    onChange: () => onValue(of),
    isBad: Boolean(error),
  });
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <TextField
        label="Search categories"
        labelHidden
        type="search"
        autoComplete="off"
        placeholder="Search categories"
        value={input}
        onChange={({ target }) => setInput(target.value)}
        // Enter would submit the form around it.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="h-64 overflow-y-auto overscroll-contain rounded border border-hairline p-1">
        {topLabel && !searchText.trim() && <Option {...option(null)} label={topLabel} />}
        {visible.map((node) => (
          <Option
            key={node.category.id}
            {...option(node.category.id)}
            label={node.category.name}
            path={ancestorPath(node)}
          />
        ))}
        {found.length === 0 && (
          <p className="p-3 text-sm text-muted">No category fits. Look for another part of its name.</p>
        )}
        {found.length > maxShown && (
          <p className="p-3 text-sm text-muted">
            {(found.length - maxShown).toLocaleString("en")} more. Type a part of the name.
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {searchText.trim() && `${found.length} found`}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

type OptionProps = {
  name: string;
  checked: boolean;
  onChange: () => void;
  isBad: boolean;
  label: string;
  path?: string;
};

const Option = ({ label, path, isBad, ...input }: OptionProps) => (
  <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 text-sm hover:bg-sunken has-checked:bg-accent-soft pointer-coarse:min-h-11">
    <input {...input} type="radio" aria-invalid={isBad || undefined} className={dot} />
    <span className="min-w-0">
      <span className="block">{label}</span>
      {path && <span className="block text-xs text-muted">{path}</span>}
    </span>
  </label>
);

const dot =
  "size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface checked:border-[0.3rem] checked:border-accent forced-colors:appearance-auto";
