import { classes } from "#web/ui/layout/classes.ts";

/** A color; hidden from screen readers, so name it next to it. */
export const Swatch = ({ color, className = "size-4" }: { color: string; className?: string }) => (
  <span aria-hidden="true" className={classes("swatch", className)} style={{ backgroundColor: color }} />
);
