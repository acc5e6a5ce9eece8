import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Option = readonly [value: string | number, label: ReactNode];

type Props = Omit<ComponentProps<"select">, "size"> &
  FieldText & {
    size?: "small" | "medium";
    /** The label of the empty option, which comes first. */
    placeholder?: string | undefined;
    /** The labels by value, or pairs of both. */
    options?: Readonly<Record<string, string>> | readonly Option[];
  };

/** A native select; options that neither `placeholder` nor `options` can say are children. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  className,
  id,
  size,
  placeholder,
  options = [],
  children,
  ...select
}: Props) {
  const height = size === "small" ? "h-9 text-sm" : "h-11";
  const pairs: readonly Option[] = Array.isArray(options) ? options : Object.entries(options);
  return (
    <Field {...{ label, labelHidden, hint, error, className, id }}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={classes(controlLook, height, "appearance-none pe-10")}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {children}
            {pairs.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-e-3 top-1/2 size-4.5 -translate-y-1/2 text-muted" />
        </span>
      )}
    </Field>
  );
}
