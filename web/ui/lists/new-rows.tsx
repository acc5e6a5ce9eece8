import { useState } from "react";
import { Button } from "#web/ui/forms/button.tsx";

type Identified = { id: number | string };

/**
 * Holds rows that are inserted above those of a list until `show` is called, so that what is read does not move; other
 * changes are followed, also rows that return. `list` identifies the list; undefined follows every change.
 */
export function useNewRows<Row extends Identified>(list: string | undefined, rows: Row[]) {
  const [held, setHeld] = useState({ list, rows, seen: idsOf(rows) });
  const isSame = list !== undefined && held.list === list;
  const inserted = isSame ? findInserted(held.rows, rows) : [];
  const count = inserted.filter(({ id }) => !held.seen.has(id)).length;
  const show = () => setHeld({ list, rows, seen: new Set([...(isSame ? held.seen : []), ...idsOf(rows)]) });
  if (count === 0 && (held.rows !== rows || held.list !== list)) show();
  return { rows: count === 0 ? rows : withoutInserted(held.rows, rows, inserted.length), count, show };
}

const idsOf = (rows: Identified[]) => new Set(rows.map(({ id }) => id));

/** The rows above the first of the former ones; none when none of those is left. */
export function findInserted<Row extends Identified>(former: Identified[], rows: Row[]): Row[] {
  const known = idsOf(former);
  const first = rows.findIndex(({ id }) => known.has(id));
  return rows.slice(0, Math.max(0, first));
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
