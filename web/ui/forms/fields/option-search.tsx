import { type KeyboardEvent, useId, useState } from "react";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { TextField } from "./field.tsx";

interface SearchOption {
  id: number | string;
  label: string;
  /** Shown when the pointer rests on it. */
  hint?: string | undefined;
}
interface Props<Option extends SearchOption> {
  label: string;
  value: string;
  onValue: (text: string) => void;
  /** What was found, offered below the field. */
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /** Whether Enter chooses the first option before another is chosen by the arrow keys. */
  startsAtFirst?: boolean;
  /** Shown in the empty field; the label if absent. */
  placeholder?: string;
  /** Enter without an option. */
  onEnter?: () => void;
  error?: string | undefined;
  maxLength?: number | undefined;
}

/** A search field whose results are options: arrow keys choose one while the focus stays in the field, Enter takes it. */
export function OptionSearch<Option extends SearchOption>(props: Props<Option>) {
  const { label, value, onValue, options, onChoose, startsAtFirst = false, onEnter, ...field } = props;
  const id = useId();
  const [moved, setMoved] = useState<Option["id"]>();
  const at = options.findIndex((option) => option.id === moved);
  const active = at < 0 && startsAtFirst && options.length > 0 ? 0 : at;
  const optionId = (index: number) => `${id}-${index}`;
  const choose = (option: Option) => {
    setMoved(undefined);
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys choose a word while one is composed, such as a Japanese one.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    const option = options[step ? nextIndex(active, step, options.length) : active];
    if (step) setMoved(option?.id);
    else if (option) choose(option);
    else onEnter?.();
  };
  return (
    <>
      <TextField
        placeholder={label}
        {...field}
        label={label}
        labelHidden
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        value={value}
        onChange={({ target }) => {
          setMoved(undefined);
          onValue(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label="Results" className="flex flex-wrap gap-2 empty:hidden">
        {options.map((option, index) => (
          <Chip
            key={option.id}
            id={optionId(index)}
            option={option}
            isActive={index === active}
            onClick={() => choose(option)}
          />
        ))}
      </div>
    </>
  );
}

type ChipProps = { id: string; option: SearchOption; isActive: boolean; onClick: () => void };

/** Not reached by Tab, as the arrow keys reach it from the field. */
const Chip = ({ id, option, isActive, onClick }: ChipProps) => (
  <button
    type="button"
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    title={option.hint}
    onClick={onClick}
    className={classes(buttonLook({ size: "small" }), isActive && "bg-sunken outline-2 outline-ink")}
  >
    {option.label}
  </button>
);

/** From the field (-1) through the options and back. */
const nextIndex = (index: number, step: number, count: number) => ((index + 1 + step + count + 1) % (count + 1)) - 1;
