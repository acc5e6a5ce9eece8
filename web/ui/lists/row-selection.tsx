import { type ReactNode, type Ref, useState } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { Cell, HeadCell } from "./table.tsx";

type Identified = { id: number | string };

/** The selected rows of a list, by id; another page of it (`list`) starts empty. */
export function useRowSelection<Row extends Identified>(list: string, selectable: readonly Row[]) {
  const [selection, setSelection] = useState<{ list: string; ids: readonly Row["id"][] }>({ list, ids: [] });
  const ids = new Set<Row["id"]>(selection.list === list ? selection.ids : []);
  const rows = selectable.filter(({ id }) => ids.has(id));
  const select = (selected: readonly Row["id"][]) => setSelection({ list, ids: selected });
  return {
    rows,
    selectable,
    isSelected: (id: Row["id"]) => rows.some((row) => row.id === id),
    isAll: rows.length > 0 && rows.length === selectable.length,
    toggle: (id: Row["id"]) => select(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => select(rows.length === selectable.length ? [] : selectable.map(({ id }) => id)),
    clear: () => select([]),
  };
}

export type RowSelection<Row extends Identified> = ReturnType<typeof useRowSelection<Row>>;

type AllProps<Row extends Identified> = {
  label: string;
  labelHidden?: boolean;
  selection: RowSelection<Row>;
  ref?: Ref<HTMLInputElement>;
};

/** A checkbox that selects all rows, or none. */
export const SelectAll = <Row extends Identified>({ selection, ...checkbox }: AllProps<Row>) => (
  <Checkbox
    {...checkbox}
    disabled={selection.selectable.length === 0}
    checked={selection.isAll}
    some={selection.rows.length > 0 && !selection.isAll}
    onChange={selection.toggleAll}
  />
);

/** The head of the column of checkboxes; there is none without a selection. */
export const SelectAllCell = <Row extends Identified>({
  selection,
  ...rest
}: Omit<AllProps<Row>, "selection" | "labelHidden"> & { selection: RowSelection<Row> | undefined }) =>
  selection && (
    <HeadCell className="w-0 pe-0">
      <SelectAll selection={selection} labelHidden {...rest} />
    </HeadCell>
  );

type CellProps<Row extends Identified> = { label: string; row: Row; selection: RowSelection<Row> | undefined };

/** The cell with a row's checkbox, empty for a row that can't be selected. */
export const SelectCell = <Row extends Identified>({ label, row, selection }: CellProps<Row>) =>
  selection && (
    <Cell className="w-0 pe-0">
      {selection.selectable.some(({ id }) => id === row.id) && (
        <Checkbox
          label={label}
          labelHidden
          checked={selection.isSelected(row.id)}
          onChange={() => selection.toggle(row.id)}
        />
      )}
    </Cell>
  );

type BarProps = { label: string; count: number; onClear: () => void; children: ReactNode };

/** The actions on the selected rows, over the end of the page while there are any. */
export const BulkBar = ({ label, count, onClear, children }: BarProps) =>
  count > 0 && (
    <section
      aria-label={label}
      className={
        "fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center " +
        "gap-2 rounded-lg bg-raised p-2 shadow"
      }
    >
      <p role="status" className="px-2 text-sm font-semibold tabular-nums">
        {count} selected
      </p>
      {children}
      <Button size="small" look="ghost" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
