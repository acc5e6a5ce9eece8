import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { FieldError } from "./field.tsx";

type Props = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Some of what it stands for is chosen, but not all (the box over a list). */
  some?: boolean;
};

/** A box to tick, with its words beside it. All else goes to the native input. */
export function Checkbox({ label, labelHidden, hint, error, some = false, className, ...input }: Props) {
  const id = useId();
  return (
    <div className={classes("grid gap-1", className)}>
      <label
        className={classes("tick", labelHidden && "touch-target min-w-6")}
        ref={(whole) => {
          // There is no attribute for it.
          const input = whole?.querySelector("input");
          if (input) input.indeterminate = some;
        }}
      >
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span className={labelHidden ? "sr-only" : undefined}>
          {label}
          {hint && <span className="block text-muted">{hint}</span>}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
