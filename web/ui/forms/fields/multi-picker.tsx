import { useId, useState } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { ChosenList } from "#web/ui/forms/chosen-list.tsx";
import { OptionSearch } from "./option-search.tsx";

export interface PickerItem {
  id: number;
  label: string;
  hint?: string | undefined;
}
type Props = {
  /** Plural: "Products". */
  label: string;
  chosen: PickerItem[];
  /** What can be added; those that don't contain the search are left out. */
  items: PickerItem[];
  onAdd: (id: number) => void;
  onRemove: (id: number) => void;
  /** Called with the text of the search, where the server searches. */
  onSearch?: (text: string) => void;
  /** Loads more items, where the server has them; all items are shown then, else the first few. */
  onMore?: (() => void) | undefined;
  /** How many match on the server. */
  total?: number;
};

const maxShown = 8;

/** A choice of several things: those chosen, and a search for others. */
export function MultiPicker({ label, chosen, items, onAdd, onRemove, onSearch, onMore, total }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const search = (input: string) => {
    setText(input);
    onSearch?.(input.trim());
  };
  const wanted = text.trim().toLowerCase();
  const isChosen = new Set(chosen.map((one) => one.id));
  const found = items.filter(
    (item) => !isChosen.has(item.id) && (onSearch || `${item.label} ${item.hint ?? ""}`.toLowerCase().includes(wanted)),
  );
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <ChosenList label={`Selected ${label.toLowerCase()}`} items={chosen} onRemove={onRemove} />
      <OptionSearch
        label={`Search ${label.toLowerCase()}`}
        value={text}
        onValue={search}
        options={wanted === "" ? [] : found.slice(0, total === undefined ? maxShown : undefined)}
        onChoose={(item) => {
          onAdd(item.id);
          // The next search is for something else.
          search("");
        }}
        startsAtFirst
      />
      {wanted !== "" && (
        <div className="flex flex-wrap gap-2">
          {onMore && (
            <Button size="small" look="ghost" onClick={onMore}>
              Show more
            </Button>
          )}
          <p role="status" className="text-sm text-muted empty:hidden">
            {found.length === 0 ? (
              "Nothing found."
            ) : (
              <span className={total === undefined ? "sr-only" : undefined}>{countFound(found.length, total)}</span>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

function countFound(shown: number, total = shown) {
  if (total > shown) return `${shown} of ${total} found`;
  return shown === 1 ? "1 found" : `${shown} found`;
}
