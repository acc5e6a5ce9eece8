import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = ComponentProps<"textarea"> & FieldText & { optional?: boolean };

/** Several lines of text, growing with what is written. All else goes to the native textarea. */
export const TextAreaField = ({ label, labelHidden, hint, error, optional, className, id, ...area }: Props) => (
  <Field {...{ label, labelHidden, hint, error, optional, className, id }}>
    {(wiring) => (
      <textarea
        rows={4}
        {...area}
        {...wiring}
        className={classes(controlLook, "field-sizing-content min-h-24 py-2.5")}
      />
    )}
  </Field>
);
