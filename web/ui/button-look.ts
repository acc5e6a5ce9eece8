import { classes } from "./classes.ts";

export type ButtonLook = "primary" | "secondary" | "ghost" | "danger" | "link";
export type ButtonSize = "small" | "medium" | "large";

/** The classes of a button, for a link that should look like one: `<Link className={buttonLook({ look: "primary" })}>`. */
export function buttonLook({ look = "secondary", size = "medium", wide = false }: Choice = {}) {
  return classes("button", looks[look], look === "link" ? "text-[length:inherit]" : sizes[size], wide && "w-full");
}

type Choice = { look?: ButtonLook; size?: ButtonSize; wide?: boolean };

const looks: Record<ButtonLook, string> = {
  primary: "bg-accent text-on-accent hover:not-disabled:bg-accent-hover",
  secondary: "button-secondary",
  ghost: "text-ink hover:not-disabled:bg-sunken",
  danger: "bg-danger text-on-danger hover:not-disabled:opacity-90",
  link: "text-link underline decoration-1 underline-offset-4 hover:not-disabled:decoration-2",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-8 px-3 py-1 text-sm [&_svg]:size-4",
  medium: "min-h-11 px-5 py-2 text-sm [&_svg]:size-4.5",
  large: "min-h-13 px-7 py-2.5 text-base [&_svg]:size-5",
};
