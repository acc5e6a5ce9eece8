import { classes } from "#web/ui/layout/classes.ts";

/** The first letter of a name in a circle; hidden from screen readers. */
export const Avatar = ({ name, large = false, className }: { name: string; large?: boolean; className?: string }) => (
  <span
    aria-hidden="true"
    className={classes(
      "grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-link",
      large ? "size-12 text-lg" : "size-8 text-xs",
      className,
    )}
  >
    {[...name][0]?.toUpperCase() ?? "?"}
  </span>
);
