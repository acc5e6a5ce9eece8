import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToHeading } from "#web/ui/layout/focus-on-removal.ts";

type Props = Omit<ComponentProps<"button">, "aria-label"> & {
  /** Accessible name and tooltip. */
  label: string;
  size?: "small" | "medium";
  /** Round and opaque, on images. */
  floating?: boolean;
};

/** A button with an icon of `lucide-react`. */
export const IconButton = ({ label, size = "medium", floating = false, className, children, ...rest }: Props) => (
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
