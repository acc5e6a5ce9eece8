import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToHeading } from "#web/ui/layout/focus-on-removal.ts";
import { useReadOnly } from "./read-only.ts";

type Props = Omit<ComponentProps<"button">, "aria-label"> & {
  /** Accessible name and tooltip. */
  label: string;
  size?: "small" | "medium";
  /** Round and opaque, on images. */
  floating?: boolean;
  /** Changes something: not shown where that isn't allowed. */
  writes?: boolean;
};

/** A button with an icon of `lucide-react`. */
export function IconButton({
  label,
  size = "medium",
  floating = false,
  writes = false,
  className,
  children,
  ...rest
}: Props) {
  if (useReadOnly() && writes) return null;
  return (
    <button
      ref={moveFocusToHeading}
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes("icon-button", size === "small" && "small", floating && "floating", className)}
    >
      {children}
    </button>
  );
}
