import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  label: string;
  /** From 0 to 1. */
  value: number;
  className?: string;
};

export const Progress = ({ label, value, className }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
    className={classes("h-2 overflow-hidden rounded-full bg-sunken", className)}
  >
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-(--calm)"
      style={{ width: `${value * 100}%` }}
    />
  </div>
);
