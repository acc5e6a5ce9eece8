import { X } from "lucide-react";
import { useRef } from "react";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";

type Props = {
  label: string;
  items: { id: number; label: string; hint?: string | undefined }[];
  onRemove: (id: number) => void;
};

/** The selected items, each with a remove button. */
export function ChosenList({ label, items, onRemove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  if (items.length === 0) return null;
  const remove = (id: number, at: number) => {
    const buttons = list.current?.querySelectorAll("button");
    (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
    onRemove(id);
  };
  return (
    <ul ref={list} aria-label={label} className="flex flex-wrap gap-2">
      {items.map(({ id, label: name, hint }, at) => (
        <li
          ref={moveFocusToNextRow}
          key={id}
          className="inline-flex h-8 max-w-full items-center gap-1 rounded-full border border-hairline bg-surface ps-3 pe-1 text-sm"
        >
          <span className="truncate" title={hint}>
            {name}
          </span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => remove(id, at)}
            className="touch-target grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
          >
            <X className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
