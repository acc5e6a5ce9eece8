import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  labelHidden?: boolean;
  /** Some, but not all, of what it selects is selected. */
  some?: boolean;
};

/** A checkbox with its label; other props go to the input. */
export const Checkbox = ({ label, labelHidden, some = false, ...input }: Props) => (
  <label
    className={classes("tick", labelHidden && "touch-target min-w-6")}
    ref={(element) => {
      // There is no attribute for it.
      const box = element?.querySelector("input");
      if (box) box.indeterminate = some;
    }}
  >
    <input {...input} type="checkbox" />
    <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
  </label>
);
