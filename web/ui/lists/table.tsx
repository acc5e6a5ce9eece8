import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists; read aloud, and the name of the part that scrolls. */
  label: string;
};

/** A plain table in a frame that scrolls sideways on its own, its head staying in sight. */
export const Table = ({ label, className, children, ...rest }: TableProps) => (
  // A part that scrolls must be reachable by keyboard, hence the tab stop.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section
    aria-label={label}
    tabIndex={0}
    className="@container relative w-full overflow-auto rounded-lg border border-hairline bg-surface"
  >
    <table {...rest} className={classes("w-full border-collapse text-start text-sm", className)}>
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  </section>
);

type HeadCellProps = ComponentProps<"th"> & {
  numeric?: boolean;
  /** Makes it a button; `"none"` is sortable but not sorted by. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
};

/** A column's heading. */
export const HeadCell = ({ numeric, sort, onSort, className, children, ...rest }: HeadCellProps) => (
  <th scope="col" {...rest} aria-sort={sort} className={classes(head, numeric ? "text-end" : "text-start", className)}>
    {sort ? (
      <SortButton sort={sort} onSort={onSort}>
        {children}
      </SortButton>
    ) : (
      children
    )}
  </th>
);

const SortButton = ({
  sort,
  onSort,
  children,
}: {
  sort: string;
  onSort: (() => void) | undefined;
  children: ReactNode;
}) => {
  const Icon = sort === "ascending" ? ArrowUp : sort === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className="-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-sm px-1.5 hover:text-ink"
    >
      {children}
      <Icon className={classes("size-3.5", sort === "none" && "opacity-50")} aria-hidden="true" />
    </button>
  );
};

/** A row; `selected` for one that is ticked. */
export const Row = ({ selected, className, ...rest }: ComponentProps<"tr"> & { selected?: boolean }) => (
  <tr
    {...rest}
    aria-selected={selected}
    className={classes(
      "border-b border-hairline transition-colors last:border-0 hover:bg-sunken/60 aria-selected:bg-accent-soft",
      className,
    )}
  />
);

/** A cell; numbers stand at the end, digit under digit. */
export const Cell = ({ numeric, className, ...rest }: ComponentProps<"td"> & { numeric?: boolean }) => (
  <td
    {...rest}
    className={classes(
      "h-13 px-3 py-1 align-middle pointer-fine:md:h-8",
      numeric && "text-end tabular-nums",
      className,
    )}
  />
);

const head =
  "sticky top-0 z-1 h-9 border-b border-hairline bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted";

/** The stand-in of a list's table; `label` is read aloud. */
export const TableSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="grid gap-px overflow-hidden rounded-lg border border-hairline">
    <span className="sr-only">{label}</span>
    {Array.from({ length: 12 }, (_, row) => (
      <div key={row} className="flex h-13 items-center gap-6 bg-surface px-3 pointer-fine:md:h-8">
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-20" />
      </div>
    ))}
  </div>
);
