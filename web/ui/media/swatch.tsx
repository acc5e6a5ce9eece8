import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  color: string;
  crossed?: boolean;
  className?: string;
};

/** A color; hidden from screen readers, so name it next to it. */
export const Swatch = ({ color, crossed = false, className = "size-4" }: Props) => (
  <span aria-hidden="true" className={classes("swatch", className)} style={{ backgroundColor: color }}>
    {crossed && <span className="swatch-cross" />}
  </span>
);
