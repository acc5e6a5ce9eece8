import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { controlLook, Field, type FieldText } from "./field.tsx";

type Props = ComponentProps<"textarea"> & FieldText & { optional?: boolean };

/** A textarea that grows with its text, which gets the other props. */
export const TextAreaField = ({ label, labelHidden, hint, error, optional, className, id, ...area }: Props) => (
  <Field {...{ label, labelHidden, hint, error, optional, className, id }}>
    {(control) => (
      <textarea
        rows={4}
        {...area}
        {...control}
        className={classes(controlLook, "field-sizing-content min-h-24 py-2.5")}
      />
    )}
  </Field>
);
