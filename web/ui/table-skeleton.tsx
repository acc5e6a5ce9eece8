import { Skeleton } from "./skeleton.tsx";

/** The stand-in of a list's table; `label` is read aloud. */
export const TableSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="grid gap-px overflow-hidden rounded-lg border border-hairline">
    <span className="sr-only">{label}</span>
    {Array.from({ length: 12 }, (_, row) => (
      <div key={row} className="flex h-13 items-center gap-6 bg-surface px-4">
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-20" />
      </div>
    ))}
  </div>
);
