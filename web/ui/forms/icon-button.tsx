import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToHeading } from "#web/ui/layout/focus-on-removal.ts";

type Props = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does, in words: read aloud and shown on hover. */
  label: string;
  size?: "small" | "medium";
  /** On a picture: a round, opaque surface of its own. */
  floating?: boolean;
};

/** A button that is only a picture. Give it one icon of `lucide-react` as its child. */
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
