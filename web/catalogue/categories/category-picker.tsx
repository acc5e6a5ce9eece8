import { type ReactNode, useDeferredValue, useId, useMemo, useState } from "react";
import { FieldError, TextField } from "#web/ui/forms/fields/field.tsx";
import { ancestorPath, type CategoryIndex, type CategoryNode, searchCategories } from "./category-index.ts";

type PickerProps = {
  index: CategoryIndex;
  /** Accessible name of the choice. */
  legend: string;
  /** Null is the top level, or all categories; undefined is no selection. */
  value: number | null | undefined;
  onValue: (id: number | null) => void;
  /** Label of null; without it null can't be selected. */
  topLabel?: string | undefined;
  /** Categories that can't be selected. */
  isExcluded?: ((node: CategoryNode) => boolean) | undefined;
  error?: string | undefined;
};

/** Picks one category by search or from a list. */
export function CategoryPicker({ index, legend, value, onValue, topLabel, isExcluded, error }: PickerProps) {
  const id = useId();
  const radio = (of: number | null) => ({
    name: id,
    checked: value === of,
    onChange: () => onValue(of),
    isBad: Boolean(error),
  });
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <CategoryOptions
        index={index}
        chosen={value}
        isExcluded={isExcluded}
        topOption={topLabel && <RadioOption {...radio(null)} label={topLabel} />}
        option={(node) => (
          <RadioOption
            key={node.category.id}
            {...radio(node.category.id)}
            label={node.category.name}
            path={ancestorPath(node)}
          />
        )}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

type OptionsProps = {
  index: CategoryIndex;
  /** Renders an option with its key. */
  option: (node: CategoryNode) => ReactNode;
  /** Shown above the others unless there is a search. */
  topOption?: ReactNode;
  /** Shown first where it would not be among the options. */
  chosen?: number | null | undefined;
  isExcluded?: ((node: CategoryNode) => boolean) | undefined;
};

/** Options rendered at most; the search finds the others. A tree has thousands. */
const maxShown = 60;

/** A search and the categories it finds. */
export function CategoryOptions({ index, option, topOption, chosen, isExcluded }: OptionsProps) {
  const [input, setInput] = useState("");
  const searchText = useDeferredValue(input).trim();
  const matches = useMemo(
    () => (searchText ? searchCategories(index, searchText) : [...index.byId.values()]),
    [index, searchText],
  );
  const found = isExcluded ? matches.filter((node) => !isExcluded(node)) : matches;
  const visible = found.slice(0, maxShown);
  const current = chosen === null || chosen === undefined ? undefined : index.byId.get(chosen);
  if (current && !visible.includes(current) && !searchText) visible.unshift(current);
  return (
    <>
      <TextField
        label="Search categories"
        labelHidden
        type="search"
        placeholder="Search categories"
        value={input}
        onChange={({ target }) => setInput(target.value)}
        // Enter would submit the form around it.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="h-64 overflow-y-auto overscroll-contain rounded border border-hairline p-1">
        {!searchText && topOption}
        {visible.map(option)}
        {found.length === 0 && (
          <p className="p-3 text-sm text-muted">
            {index.byId.size === 0 ? "No categories yet." : "No categories found. Try another part of the name."}
          </p>
        )}
        {found.length > maxShown && (
          <p className="p-3 text-sm text-muted">
            {(found.length - maxShown).toLocaleString("en")} more. Enter part of the name.
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {searchText && `${found.length} found`}
      </p>
    </>
  );
}

type RadioProps = {
  name: string;
  checked: boolean;
  onChange: () => void;
  isBad: boolean;
  label: string;
  path?: string;
};

const RadioOption = ({ label, path, isBad, ...input }: RadioProps) => (
  <label
    className={
      "flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 text-sm hover:bg-sunken " +
      "has-checked:bg-accent-soft pointer-coarse:min-h-11"
    }
  >
    <input {...input} type="radio" aria-invalid={isBad || undefined} className={dot} />
    <span className="min-w-0">
      <span className="block">{label}</span>
      {path && <span className="block text-xs text-muted">{path}</span>}
    </span>
  </label>
);

const dot =
  "size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface " +
  "checked:border-[0.3rem] checked:border-accent forced-colors:appearance-auto";
