import { type ReactNode, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props<Value extends string> = {
  /** What is being chosen; read aloud. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onValueChange: (value: Value) => void;
  /** What the choices are called together; made up unless told. */
  name?: string;
  className?: string;
};

/** A few choices side by side, one of them on: a period, a view. With an `icon` the words are for screen readers only. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  name,
  className,
}: Props<Value>) {
  const made = useId();
  return (
    <fieldset className={classes("inline-flex w-fit max-w-full overflow-x-auto rounded bg-sunken p-1", className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.icon ? option.label : undefined} className="segment">
          <input
            type="radio"
            name={name ?? made}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          <span className={option.icon ? "sr-only" : undefined}>{option.label}</span>
          {option.icon && <span>{option.icon}</span>}
        </label>
      ))}
    </fieldset>
  );
}
