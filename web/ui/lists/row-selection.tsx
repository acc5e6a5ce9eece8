import { useState } from "react";

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
