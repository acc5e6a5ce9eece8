import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "size"> & {
  value: number;
  onValueChange: (value: number) => void;
  min?: number;
  max?: number;
  /** Applies a number with each key, where the form shows at once what it means; an empty field is the minimum then. */
  immediate?: boolean;
  /** Called when 0 is typed, which the minimum replaces otherwise. */
  onZero?: () => void;
  /** Accessible name; "Quantity" by default. */
  label?: string;
  size?: "small" | "medium";
};

/** A number input with decrease and increase buttons. A typed number is applied on blur or Enter. */
export function QuantityField({
  value,
  onValueChange,
  onZero,
  immediate = false,
  min = 1,
  max = 99,
  label,
  size = "medium",
  disabled,
  className,
  ...rest
}: Props) {
  const { input, setInput, apply, type } = useTypedQuantity({ value, onValueChange, onZero, immediate, min, max });
  const name = label ?? say("Quantity");
  return (
    <div className={classes("quantity", size === "small" ? "h-9" : "h-11", className)}>
      <button
        type="button"
        disabled={disabled || value <= min}
        aria-label={say("{name}: decrease", { name })}
        onClick={() => apply(String(value - 1))}
      >
        <Minus className="size-4" />
      </button>
      <input
        inputMode="numeric"
        {...rest}
        type="number"
        aria-label={name}
        {...{ min, max, disabled }}
        value={input ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => apply(input)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && input !== undefined) apply(input);
          if (event.key === "Escape") setInput(undefined);
        }}
      />
      <button
        type="button"
        disabled={disabled || value >= max}
        aria-label={say("{name}: increase", { name })}
        onClick={() => apply(String(value + 1))}
      >
        <Plus className="size-4" />
      </button>
    </div>
  );
}

type TypedQuantity = Required<Pick<Props, "value" | "onValueChange" | "immediate" | "min" | "max">> & {
  onZero: Props["onZero"];
};

/** The text being typed until it is applied; undefined when the field shows its value. */
function useTypedQuantity({ value, onValueChange, onZero, immediate, min, max }: TypedQuantity) {
  const [input, setInput] = useState<string>();
  const apply = (text: string | undefined) => {
    setInput(undefined);
    const wanted = Number.parseInt(text ?? "", 10);
    if (Number.isNaN(wanted)) return;
    if (wanted === 0 && min > 0 && onZero) return onZero();
    change(wanted);
  };
  const change = (wanted: number) => {
    const allowed = Math.min(max, Math.max(min, wanted));
    if (allowed !== value) onValueChange(allowed);
  };
  const type = (text: string) => {
    setInput(text);
    if (immediate) change(Number.parseInt(text, 10) || min);
  };
  return { input, setInput, apply, type };
}
