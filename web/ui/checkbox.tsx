import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
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
        className="group relative inline-flex min-h-6 w-fit cursor-pointer items-start gap-2.5 pointer-coarse:py-2.5"
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
          className={box}
        />
        <Mark some={some} />
        <span className={labelHidden ? "sr-only" : "text-sm leading-6"}>
          {label}
          {hint && <span className="block text-muted">{hint}</span>}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

const box =
  "peer mt-0.5 size-5 shrink-0 cursor-pointer appearance-none rounded-sm border border-control bg-surface transition-colors " +
  "checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent group-hover:border-ink " +
  "disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger forced-colors:appearance-auto";

const Mark = ({ some }: { some: boolean }) => {
  const Icon = some ? Minus : Check;
  return (
    <Icon
      aria-hidden="true"
      strokeWidth={3}
      className="pointer-events-none absolute inset-s-0.5 mt-1 size-4 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 forced-colors:hidden"
    />
  );
};
