import type { ReactNode } from "react";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Sparkline } from "#web/ui/media/sparkline.tsx";
import { type Change, formatChange } from "./figures.ts";

type Props = {
  label: string;
  /** Undefined until loaded. */
  figure: string | undefined;
  change?: Change | undefined;
  /** The value compared with: "€120.00 by this time yesterday". */
  against?: ReactNode;
  spark?: number[] | undefined;
  badge?: ReactNode;
};

/** A figure with its change and history. */
export const FigureTile = ({ label, figure, change, against, spark, badge }: Props) => (
  <li className="flex flex-col gap-1 rounded-lg border border-hairline bg-surface p-4 md:p-5">
    <h2 className="flex items-center justify-between gap-2 text-sm font-medium text-muted">
      {label}
      {badge}
    </h2>
    <div className="flex items-end justify-between gap-3">
      {figure === undefined ? (
        <Skeleton className="my-1 h-6 w-24" />
      ) : (
        <p key={figure} className="text-2xl font-semibold tabular-nums">
          {figure}
        </p>
      )}
      {spark && <Sparkline values={spark} />}
    </div>
    <p className="flex min-h-5 flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
      {change && <ChangeText change={change} />}
      {against}
    </p>
  </li>
);

/** Increases are good for every figure shown this way. */
export const ChangeText = ({ change }: { change: Change }) => (
  <span
    className={classes(
      "font-medium",
      change.direction === "up" ? "text-success" : change.direction === "down" ? "text-danger" : "text-muted",
    )}
  >
    {formatChange(change)}
  </span>
);
