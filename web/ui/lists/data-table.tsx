import type { ComponentProps, Key, ReactNode, Ref } from "react";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Thumbnail } from "#web/ui/media/responsive-image.tsx";
import type { ListAddress, Shape } from "./list-address.ts";
import { nextSort, sortState, useListParams } from "./list-params.ts";
import { useListQuery } from "./list-toolbar.tsx";
import { type RowSelection, SelectAllCell, SelectCell } from "./row-selection.tsx";
import { Cell, HeadCell, LinkRows, Row, Table } from "./table.tsx";

export type Column<Item> = {
  head: ReactNode;
  cell: (item: Item) => ReactNode;
  /** Of its cells. */
  className?: string;
  numeric?: boolean;
  /** Muted text on one line. */
  quiet?: boolean;
  /** Shown from this width of the screen, or of the table. */
  from?: keyof typeof hiddenBelow;
  /** Makes it sortable: its first sort. */
  sort?: string;
};

const hiddenBelow = {
  sm: "max-sm:hidden",
  md: "max-md:hidden",
  lg: "max-lg:hidden",
  "@3xl": "@max-3xl:hidden",
  "@4xl": "@max-4xl:hidden",
};

type Props<Item> = {
  /** The table's accessible name. */
  label: string;
  rows: readonly Item[];
  rowKey: (item: Item) => Key;
  columns: readonly Column<Item>[];
  /** The menu or button of a row, in the last column. */
  actions?: (item: Item) => ReactNode;
  /** What a click on a row opens; the arrow keys move between the links of rows. */
  to?: (item: Item) => string;
  sorting?: Sorting | undefined;
  selection?: Selection<Item> | undefined;
  /** Of the checkbox that selects all. */
  selectAll?: Ref<HTMLInputElement>;
};

type Selectable<Item> = Item & { id: number | string };
type Selection<Item> = { rows: RowSelection<Selectable<Item>>; label: (item: Item) => string; allLabel: string };

/** A table of rows by its columns. */
export function DataTable<Item>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  to,
  sorting,
  selection,
  selectAll,
}: Props<Item>) {
  const Body = to ? LinkRows : "tbody";
  return (
    <Table label={label}>
      <thead>
        <tr>
          {selection && <SelectAllCell label={selection.allLabel} selection={selection.rows} ref={selectAll} />}
          {columns.map(({ head, numeric, from, sort }, at) => (
            <HeadCell
              key={at}
              numeric={numeric}
              className={from && hiddenBelow[from]}
              {...(sort && sorting ? { sort: sortState(sort, sorting.sort), onSort: () => sorting.onSort(sort) } : {})}
            >
              {head}
            </HeadCell>
          ))}
          {actions && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <Body>
        {rows.map((item) => {
          const row = item as Selectable<Item>;
          return (
            <Row key={rowKey(item)} to={to?.(item)} selected={selection?.rows.isSelected(row.id as (typeof row)["id"])}>
              {selection && <SelectCell label={selection.label(item)} row={row} selection={selection.rows} />}
              {columns.map(({ cell, numeric, quiet, className, from }, at) => (
                <Cell
                  key={at}
                  numeric={numeric}
                  className={classes(quiet && "whitespace-nowrap text-muted", className, from && hiddenBelow[from])}
                >
                  {cell(item)}
                </Cell>
              ))}
              {actions && <Cell className="w-0 ps-0 text-end">{actions(item)}</Cell>}
            </Row>
          );
        })}
      </Body>
    </Table>
  );
}

type Sorting = { sort: string; onSort: (first: string) => void };

/** How a list is sorted, and what a press on the heading of a column does. */
export function useSorting<Filters extends Shape>(list: ListAddress<Filters>, defaultSort: string): Sorting {
  type Sorted = { sort?: string; page?: number };
  const query = useListQuery(list) as Sorted;
  const change = useListParams<Sorted>(list.read as (search: URLSearchParams) => Sorted, list.write as () => string);
  return {
    sort: query.sort ?? defaultSort,
    onSort: (first) => change(({ sort = defaultSort }) => ({ sort: nextSort(first, sort) })),
  };
}

/** The small picture of a product in a row. */
export const RowImage = ({ url, className }: { url: string | null; className?: string }) => (
  <Thumbnail url={url} sizes="40px" className={classes("size-10 rounded-sm border border-hairline", className)} />
);

/** The name of a row as a link to its page. */
export const RowLink = ({ className, ...rest }: ComponentProps<typeof ShopLink>) => (
  <ShopLink {...rest} className={classes(rowName, className)} />
);

/** The name of a row as a button that edits it; only the name where that isn't allowed. */
export function RowButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  if (useReadOnly()) return <span className="block truncate font-semibold">{children}</span>;
  return (
    <button type="button" onClick={onClick} aria-label={label} className={rowName}>
      {children}
    </button>
  );
}

const rowName = "touch-target block max-w-full truncate text-start font-semibold underline-offset-4 hover:underline";
