import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonLook } from "./button-look.ts";
import { classes } from "./classes.ts";
import { Spinner } from "./spinner.tsx";

type Props = ComponentProps<"button"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  /** As wide as what holds it. */
  wide?: boolean;
  /** Something is under way: a spinner over the words, the width kept, and presses ignored without losing focus. */
  busy?: boolean;
};

/** A button. It is `type="button"` unless told otherwise, so that it never sends a form by accident. */
export function Button({ look, size, wide, busy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonLook({ look, size, wide }), busy && "cursor-progress", className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      data-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  );
}
