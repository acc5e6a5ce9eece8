import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

type Props = Omit<ComponentProps<"input">, "type" | "size"> & {
  type?: "radio" | "checkbox";
  label: string;
  /** A CSS color shown instead of the label, which remains as tooltip and accessible name. */
  color?: string;
  /** After the label. */
  count?: ReactNode;
  /** Not available with the other selected options: struck through, but selectable. */
  crossed?: boolean;
};

/** A radio button or checkbox as a chip or, with `color`, as a swatch. */
export function OptionButton({ type = "radio", label, color, count, crossed = false, className, ...input }: Props) {
  const unavailable = crossed ? say(", not available") : "";
  return (
    <label
      title={color ? label : undefined}
      className={classes("choice", color ? "choice-round" : "choice-chip", crossed && "choice-crossed", className)}
    >
      <input
        {...input}
        type={type}
        aria-label={color && label + unavailable}
        style={color ? { backgroundColor: color } : undefined}
      />
      {!color && label}
      {!color && unavailable && <span className="sr-only">{unavailable}</span>}
      {count !== undefined && <span className="text-muted">{count}</span>}
    </label>
  );
}
