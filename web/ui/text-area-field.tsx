import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { controlLook } from "./control-look.ts";
import { Field, type FieldWords } from "./field.tsx";

type Props = ComponentProps<"textarea"> & FieldWords & { optional?: boolean };

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
