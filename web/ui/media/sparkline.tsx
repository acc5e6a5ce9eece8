import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = Omit<ComponentProps<"svg">, "values"> & {
  values: number[];
  /** What the line says, in words ("Revenue rose from 12 to 40"); without it the line is decoration. */
  label?: string;
};

/** A tiny line of figures, without axes. Its colour is that of the text around it. */
export function Sparkline({ values, label, className, ...rest }: Props) {
  const line = points(values);
  return (
    <svg
      {...rest}
      viewBox="0 0 100 32"
      preserveAspectRatio="none"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classes("h-8 w-24 overflow-visible rtl:-scale-x-100", className)}
    >
      <polygon points={`0,32 ${line} 100,32`} fill="currentColor" fillOpacity="0.1" />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** From the left edge to the right, the highest value at the top; a flat line runs through the middle. */
function points(values: number[]) {
  const known = values.length > 1 ? values : [values[0] ?? 0, values[0] ?? 0];
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const last = known.length - 1;
  return known
    .map((value, index) => {
      const height = span === 0 ? 0.5 : (value - low) / span;
      return `${((index / last) * 100).toFixed(1)},${(30 - height * 28).toFixed(1)}`;
    })
    .join(" ");
}
