import { useDeferredValue, useId, useState } from "react";
import { FieldError } from "#web/ui/field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { named, type Shelf, type Shelves, wayTo } from "./category-index.ts";

type Props = {
  shelves: Shelves;
  /** What is chosen here; read aloud. */
  legend: string;
  /** Null is the top; undefined nothing yet. */
  value: number | null | undefined;
  onValue: (id: number | null) => void;
  /** The words of the choice of no category, where that is one. */
  topLabel?: string;
  /** Those that can't be chosen. */
  isOut: (shelf: Shelf) => boolean;
  error?: string | undefined;
};

/** Drawn at once; whoever wants another types a part of its name. */
const most = 60;

/** One category of a tree of any size: a search over a list to choose from. */
export function CategoryChoice({ shelves, legend, value, onValue, topLabel, isOut, error }: Props) {
  const id = useId();
  const [words, setWords] = useState("");
  const looked = useDeferredValue(words);
  const found = (looked.trim() ? named(shelves, looked) : [...shelves.byId.values()]).filter((one) => !isOut(one));
  const chosen = value === null || value === undefined ? undefined : shelves.byId.get(value);
  const shown = found.slice(0, most);
  if (chosen && !shown.includes(chosen) && !looked.trim()) shown.unshift(chosen);
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
        value={words}
        onChange={({ target }) => setWords(target.value)}
        // Enter would send the form around it, with what was chosen before.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="h-64 overflow-y-auto overscroll-contain rounded border border-hairline p-1">
        {topLabel && !looked.trim() && <Option {...option(null)} label={topLabel} />}
        {shown.map((shelf) => (
          <Option
            key={shelf.category.id}
            {...option(shelf.category.id)}
            label={shelf.category.name}
            way={wayTo(shelf)}
          />
        ))}
        {found.length === 0 && (
          <p className="p-3 text-sm text-muted">No category fits. Look for another part of its name.</p>
        )}
        {found.length > most && (
          <p className="p-3 text-sm text-muted">
            {(found.length - most).toLocaleString("en")} more. Type a part of the name.
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {looked.trim() && `${found.length} found`}
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
  way?: string;
};

const Option = ({ label, way, isBad, ...input }: OptionProps) => (
  <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 text-sm hover:bg-sunken has-checked:bg-accent-soft pointer-coarse:min-h-11">
    <input {...input} type="radio" aria-invalid={isBad || undefined} className={dot} />
    <span className="min-w-0">
      <span className="block">{label}</span>
      {way && <span className="block text-xs text-muted">{way}</span>}
    </span>
  </label>
);

const dot =
  "size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface checked:border-[0.3rem] checked:border-accent forced-colors:appearance-auto";
