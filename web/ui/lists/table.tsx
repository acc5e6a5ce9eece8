import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";

/** A table that scrolls sideways, with a sticky head; `label` is its accessible name. */
export const Table = ({ label, children }: { label: string; children: ReactNode }) => (
  // A scrollable region must be focusable.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section
    aria-label={label}
    tabIndex={0}
    className="@container relative w-full overflow-auto rounded-lg border border-hairline bg-surface"
  >
    <table className="w-full border-collapse text-start text-sm">
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  </section>
);

type HeadCellProps = ComponentProps<"th"> & {
  numeric?: boolean;
  /** Makes it a sort button; `"none"` when the list is sorted by another column. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
};

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

const SortButton = ({ sort, onSort, children }: Pick<HeadCellProps, "sort" | "onSort" | "children">) => {
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

/** The body of a table whose rows have `to`: the up and down arrow keys move between their links. */
export const LinkRows = ({ children }: { children: ReactNode }) => (
  <tbody
    onKeyDown={(event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const links = [...event.currentTarget.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      const next = step === undefined || at < 0 ? undefined : links[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }}
  >
    {children}
  </tbody>
);

type RowProps = {
  selected?: boolean;
  /** Opened by a click on the row, outside of its controls. */
  to?: string;
  children: ReactNode;
};

export function Row({ selected, to, children }: RowProps) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const onControl = event.target instanceof Element && event.target.closest("a, button, input, select, label");
    if (to && !onControl && !getSelection()?.toString()) void navigate(to);
  };
  return (
    <tr
      onClick={open}
      aria-selected={selected}
      className={classes(
        "border-b border-hairline transition-colors last:border-0 hover:bg-sunken/60 aria-selected:bg-accent-soft",
        to && "cursor-pointer",
      )}
    >
      {children}
    </tr>
  );
}

/** A cell; `numeric` ones are aligned to the end. */
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

/** Skeleton of a list; `label` is announced. */
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
