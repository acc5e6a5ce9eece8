import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classes } from "./classes.ts";
import { useWords } from "./words.ts";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "size"> & {
  value: number;
  onValueChange: (value: number) => void;
  min?: number;
  max?: number;
  /** What there is a number of; "Quantity" unless told. */
  label?: string;
  size?: "small" | "medium";
};

/** A number with one fewer and one more at its sides. A typed number counts when the field is left or Enter is pressed. */
export function Quantity({
  value,
  onValueChange,
  min = 1,
  max = 99,
  label,
  size = "medium",
  disabled,
  className,
  ...input
}: Props) {
  const words = useWords();
  const [typed, setTyped] = useState<string>();
  const settle = (text: string | undefined) => {
    setTyped(undefined);
    const wanted = Number.parseInt(text ?? "", 10);
    if (Number.isNaN(wanted)) return;
    const allowed = Math.min(max, Math.max(min, wanted));
    if (allowed !== value) onValueChange(allowed);
  };
  const name = label ?? words.quantity;
  return (
    <div className={classes(frame, size === "small" ? "h-9" : "h-11", className)}>
      <button
        type="button"
        className={step}
        disabled={disabled || value <= min}
        aria-label={`${name}: ${words.fewer}`}
        onClick={() => settle(String(value - 1))}
      >
        <Minus className="size-4" aria-hidden="true" />
      </button>
      <input
        inputMode="numeric"
        {...input}
        type="number"
        aria-label={name}
        {...{ min, max, disabled }}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => settle(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== undefined) settle(typed);
          if (event.key === "Escape") setTyped(undefined);
        }}
        className={number}
      />
      <button
        type="button"
        className={step}
        disabled={disabled || value >= max}
        aria-label={`${name}: ${words.add}`}
        onClick={() => settle(String(value + 1))}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}

const frame =
  "inline-flex w-fit items-stretch overflow-clip rounded border border-control bg-surface has-[input:disabled]:opacity-60";

const step =
  "touch-target grid aspect-square h-full place-items-center transition-colors hover:not-disabled:bg-sunken focus-visible:-outline-offset-2 " +
  "disabled:cursor-not-allowed disabled:text-muted disabled:opacity-50";

const number =
  "w-10 min-w-0 bg-transparent text-center text-base font-medium tabular-nums focus-visible:-outline-offset-2 " +
  "[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none";
