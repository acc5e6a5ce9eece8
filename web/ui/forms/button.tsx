import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { moveFocusToHeading } from "#web/ui/layout/focus-on-removal.ts";

type Props = ComponentProps<"button"> &
  ButtonStyle & {
    /** Shows a spinner and ignores presses; width and focus stay. */
    busy?: boolean;
    /** Changes something: not shown where that isn't allowed, as submit, primary and danger buttons. */
    writes?: boolean;
  };

/** A button; `type="button"` by default, so that it never submits a form by accident. */
export function Button({
  look,
  size,
  wide,
  busy = false,
  writes = false,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const isWrite = writes || rest.type === "submit" || look === "primary" || look === "danger";
  if (useReadOnly() && isWrite) return null;
  return (
    <button
      ref={moveFocusToHeading}
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

export type ButtonVariant = "primary" | "secondary" | "ghost" | "ghost-danger" | "danger" | "link";
export type ButtonSize = "small" | "medium" | "large";

/** The classes of a button. */
export const buttonLook = ({ look = "secondary", size = "medium", wide = false }: ButtonStyle = {}) =>
  classes("button", looks[look], look === "link" ? "text-[length:inherit]" : sizes[size], wide && "w-full");

export type ButtonStyle = { look?: ButtonVariant; size?: ButtonSize; wide?: boolean };

const looks: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:not-disabled:bg-accent-hover",
  secondary: "button-secondary",
  ghost: "text-ink hover:not-disabled:bg-sunken",
  "ghost-danger": "text-danger hover:not-disabled:bg-sunken",
  danger: "bg-danger text-on-danger hover:not-disabled:opacity-90",
  link: "text-start text-link underline decoration-1 underline-offset-4 hover:not-disabled:decoration-2",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-8 px-3 py-1 text-sm [&_svg]:size-4",
  medium: "min-h-11 px-5 py-2 text-sm [&_svg]:size-4.5",
  large: "min-h-13 px-7 py-2.5 text-base [&_svg]:size-5",
};

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** Accessible name and tooltip. */
  label: string;
  /** An icon of `lucide-react`. */
  icon: ReactNode;
  size?: "small" | "medium";
  /** Round and opaque, on images. */
  floating?: boolean;
  /** Changes something: not shown where that isn't allowed. */
  writes?: boolean;
};

/** A button that shows only its icon. */
export function IconButton({ label, icon, size, floating, writes, className, ...rest }: IconButtonProps) {
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
      {icon}
    </button>
  );
}

/** Whether a click isn't the second of a double click, which acts once however fast the answer is. */
export const isFirstClick = ({ detail }: { detail: number }) => detail <= 1;

/** True on pages that the user may see but not change. */
export const ReadOnlyContext = createContext(false);

/** Whether the page may not be changed: controls that would change something are not shown. */
export const useReadOnly = () => useContext(ReadOnlyContext);
