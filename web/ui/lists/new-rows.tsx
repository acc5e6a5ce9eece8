import { useState } from "react";
import { Button } from "#web/ui/forms/button.tsx";

type Identified = { id: number | string };

/**
 * Holds rows that are inserted above those of a list until `show` is called, so that what is read does not move; other
 * changes are followed. `list` identifies the list; undefined follows every change.
 */
export function useNewRows<Row extends Identified>(list: string | undefined, rows: Row[]) {
  const [held, setHeld] = useState({ list, rows });
  const count = list !== undefined && held.list === list ? countInserted(held.rows, rows) : 0;
  if (count === 0 && (held.rows !== rows || held.list !== list)) setHeld({ list, rows });
  return {
    rows: count === 0 ? rows : withoutInserted(held.rows, rows, count),
    count,
    show: () => setHeld({ list, rows }),
  };
}

/** The number of rows above the first of the former ones; 0 when none of those is left. */
export function countInserted(former: Identified[], rows: Identified[]): number {
  const known = new Set(former.map(({ id }) => id));
  return Math.max(
    0,
    rows.findIndex(({ id }) => known.has(id)),
  );
}

/** The former rows with their current data. Those at the end are kept, as the inserted ones have moved them off the page. */
export function withoutInserted<Row extends Identified>(former: Row[], rows: Row[], inserted: number): Row[] {
  const current = new Map(rows.map((row) => [row.id, row]));
  return former.flatMap((row, index) => current.get(row.id) ?? (index >= former.length - inserted ? [row] : []));
}

type Props = {
  count: number;
  /** For one and for several: `["order", "orders"]`. */
  nouns: readonly [string, string];
  onShow: () => void;
};

/** Announces rows that are held back; lies over the top of the list, in a `relative` element. */
export const NewRowsNotice = ({ count, nouns, onShow }: Props) => (
  <div role="status" className="pointer-events-none absolute inset-x-0 top-1 z-2 flex justify-center">
    {count > 0 && (
      <Button look="primary" size="small" className="pointer-events-auto rounded-full shadow" onClick={onShow}>
        {count} new {nouns[count === 1 ? 0 : 1]}. Show
      </Button>
    )}
  </div>
);
