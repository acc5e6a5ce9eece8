import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  /** A CSS colour. */
  colour: string;
  crossed?: boolean;
  className?: string;
};

/** A round of colour; decorative, so its name stands beside it or in the control around it. */
export const Swatch = ({ colour, crossed = false, className = "size-4" }: Props) => (
  <span aria-hidden="true" className={classes("swatch", className)} style={{ backgroundColor: colour }}>
    {crossed && (
      <span className="absolute inset-0 bg-[linear-gradient(to_top_right,transparent_calc(50%-1.5px),var(--surface)_calc(50%-1.5px),var(--ink)_50%,var(--surface)_calc(50%+1.5px),transparent_calc(50%+1.5px))]" />
    )}
  </span>
);
