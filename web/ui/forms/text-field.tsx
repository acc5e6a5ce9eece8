import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = ComponentProps<"input"> &
  FieldText & {
    optional?: boolean;
    /** Inside the frame, before the text: an icon or a currency. */
    before?: ReactNode;
    /** Inside the frame, after the text: a button or a unit. */
    after?: ReactNode;
  };

/** One line of text. All else goes to the native input, so `{...register("email")}` fits. `className` is the whole field's. */
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
      {(wiring) => (
        <span className="relative block">
          <input
            // Addresses and numbers are written from left to right in every language.
            dir={input.type === "email" || input.type === "tel" ? "ltr" : undefined}
            {...input}
            {...wiring}
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
