import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = Omit<ComponentProps<"select">, "size"> & FieldText & { optional?: boolean; size?: "small" | "medium" };

/** A native select, which a phone opens in its own way. Give it `<option>`s as children. */
export function SelectField({ label, labelHidden, hint, error, optional, className, id, size, ...select }: Props) {
  const height = size === "small" ? "h-9 text-sm" : "h-11";
  return (
    <Field {...{ label, labelHidden, hint, error, optional, className, id }}>
      {(wiring) => (
        <span className="relative block">
          <select {...select} {...wiring} className={classes(controlLook, height, "appearance-none pe-10")} />
          <ChevronDown
            className="pointer-events-none absolute inset-e-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}
