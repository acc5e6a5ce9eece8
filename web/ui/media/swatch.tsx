import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  colour: string;
  crossed?: boolean;
  className?: string;
};

/** A colour; hidden from screen readers, so name it next to it. */
export const Swatch = ({ colour, crossed = false, className = "size-4" }: Props) => (
  <span aria-hidden="true" className={classes("swatch", className)} style={{ backgroundColor: colour }}>
    {crossed && <span className="swatch-cross" />}
  </span>
);
