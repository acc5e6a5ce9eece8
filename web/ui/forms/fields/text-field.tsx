import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = ComponentProps<"input"> &
  FieldText & {
    optional?: boolean;
    /** Inside the field, before the text. */
    before?: ReactNode;
    /** Inside the field, after the text. */
    after?: ReactNode;
  };

/** An input with label, hint and error; other props go to the input. `className` is that of the whole field. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  describedBy,
  optional,
  before,
  after,
  className,
  id,
  ...input
}: Props) {
  return (
    <Field {...{ label, labelHidden, hint, error, describedBy, optional, className, id }}>
      {(control) => (
        <span className="relative block">
          <input
            // Left to right in every language.
            dir={input.type === "email" || input.type === "tel" ? "ltr" : undefined}
            autoComplete="off"
            {...input}
            {...control}
            className={classes(controlLook, "h-11", Boolean(before) && "ps-10", Boolean(after) && "pe-12")}
          />
          {before && <span className={classes(inside, "pointer-events-none start-0 ps-3.5")}>{before}</span>}
          {after && <span className={classes(inside, "end-0 pe-1")}>{after}</span>}
        </span>
      )}
    </Field>
  );
}

const inside = "absolute inset-y-0 flex items-center text-muted [&_svg]:size-4.5";
