import type { ComponentProps } from "react";
import { classes } from "./classes.ts";

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
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={classes(
      "touch-target inline-grid shrink-0 place-items-center text-ink transition-colors",
      "disabled:cursor-not-allowed disabled:opacity-40",
      size === "small" ? "size-8 [&_svg]:size-4" : "size-11 [&_svg]:size-5",
      floating
        ? "rounded-full bg-raised shadow hover:not-disabled:text-link"
        : "rounded hover:not-disabled:bg-sunken aria-pressed:bg-sunken",
      className,
    )}
  >
    {children}
  </button>
);
