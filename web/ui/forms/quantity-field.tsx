import { Minus, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

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
export function QuantityField({
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
  const [typed, setTyped] = useState<string>();
  const settle = (text: string | undefined) => {
    setTyped(undefined);
    const wanted = Number.parseInt(text ?? "", 10);
    if (Number.isNaN(wanted)) return;
    const allowed = Math.min(max, Math.max(min, wanted));
    if (allowed !== value) onValueChange(allowed);
  };
  const name = label ?? say("Quantity");
  return (
    <div className={classes("quantity", size === "small" ? "h-9" : "h-11", className)}>
      <button
        type="button"
        disabled={disabled || value <= min}
        aria-label={say("{name}: decrease", { name })}
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
      />
      <button
        type="button"
        disabled={disabled || value >= max}
        aria-label={say("{name}: increase", { name })}
        onClick={() => settle(String(value + 1))}
      >
        <Plus className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
