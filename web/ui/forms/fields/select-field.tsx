import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = Omit<ComponentProps<"select">, "size"> & FieldText & { size?: "small" | "medium" };

/** A native select with `<option>`s as children. */
export function SelectField({ label, labelHidden, hint, error, className, id, size, ...select }: Props) {
  const height = size === "small" ? "h-9 text-sm" : "h-11";
  return (
    <Field {...{ label, labelHidden, hint, error, className, id }}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={classes(controlLook, height, "appearance-none pe-10")} />
          <ChevronDown
            className="pointer-events-none absolute inset-e-3 top-1/2 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}
