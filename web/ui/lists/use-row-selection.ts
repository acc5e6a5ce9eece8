import { useState } from "react";

/** The selected rows of a list, by id; another page of it (`list`) starts empty. */
export function useRowSelection<Row extends { id: number }>(list: string, selectable: readonly Row[]) {
  const [selection, setSelection] = useState<{ list: string; ids: readonly number[] }>({ list, ids: [] });
  const ids = new Set(selection.list === list ? selection.ids : []);
  const rows = selectable.filter(({ id }) => ids.has(id));
  const select = (selected: readonly number[]) => setSelection({ list, ids: selected });
  return {
    rows,
    selectable,
    isSelected: (id: number) => rows.some((row) => row.id === id),
    isAll: rows.length > 0 && rows.length === selectable.length,
    toggle: (id: number) => select(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
    toggleAll: () => select(rows.length === selectable.length ? [] : selectable.map(({ id }) => id)),
    clear: () => select([]),
  };
}

export type RowSelection<Row extends { id: number }> = ReturnType<typeof useRowSelection<Row>>;
