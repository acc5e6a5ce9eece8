import type { ComponentProps } from "react";
import { classes } from "#web/ui/layout/classes.ts";

/** A placeholder of the size of what is loading: `<Skeleton className="h-5 w-24" />`. */
export const Skeleton = ({ className, ...rest }: ComponentProps<"span">) => (
  <span {...rest} aria-hidden="true" className={classes("block animate-breathe rounded-sm bg-sunken", className)} />
);

export const TileSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="aspect-square rounded-lg" />
    <Skeleton className="h-5 w-3/4" />
    <Skeleton className="h-5 w-1/3" />
  </div>
);

export const TextSkeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="grid gap-2.5">
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} className={line === lines - 1 ? "h-4 w-3/5" : "h-4"} />
    ))}
  </div>
);

type LoadingProps = { label: string; looks: string[]; className?: string };

/** What is loading: a skeleton for each of the classes in `looks`; `label` is announced. */
export const Loading = ({ label, looks, className = "grid gap-5" }: LoadingProps) => (
  <div role="status" className={className}>
    <span className="sr-only">{label}</span>
    {looks.map((look, at) => (
      <Skeleton key={at} className={look} />
    ))}
  </div>
);
