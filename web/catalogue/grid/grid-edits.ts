import { measureText, parseMeasure } from "#contract/catalogue/measures.ts";
import type { GridChange, GridRow } from "#contract/catalogue/variation-grid.ts";
import { decimalText } from "#contract/formats/currency-decimals.ts";
import { toAsciiDigits } from "#contract/formats/digits.ts";
import { amountFromText } from "#web/ui/text/typed-amount.ts";

export const gridColumns = ["sku", "price", "compare_at", "on_hand", "low_stock_level", "measure"] as const;
export type GridColumn = (typeof gridColumns)[number];

/** The edited cells of a variation, as typed. */
export type RowEdits = Partial<Record<GridColumn, string>>;
/** The edits by variation. */
export type GridEdits = ReadonlyMap<number, RowEdits>;
/** Errors of cells, by `cellKey`. */
export type CellErrors = Readonly<Record<string, string>>;

export const cellKey = (variationId: number, column: GridColumn) => `${variationId}.${column}`;

const ofStock: readonly GridColumn[] = ["on_hand", "low_stock_level"];

/** Whether a cell can be edited: stock only where it is tracked. */
export const isEditable = (row: GridRow, column: GridColumn) => row.track_stock || !ofStock.includes(column);

/** The saved value of a cell as text. */
export function savedText(row: GridRow, column: GridColumn): string {
  const money = (amount: number | null) => (amount === null ? "" : decimalText(amount, row.currency));
  return {
    sku: row.sku ?? "",
    price: money(row.price_amount),
    compare_at: money(row.compare_at_amount),
    on_hand: row.track_stock ? String(row.on_hand) : "Not tracked",
    low_stock_level: row.track_stock ? String(row.low_stock_level ?? "") : "Not tracked",
    measure: measureText(row.measure),
  }[column];
}

/** Sets a cell; the saved value is no edit. */
export function setCell(edits: GridEdits, row: GridRow, column: GridColumn, text: string): GridEdits {
  if (!isEditable(row, column)) return edits;
  const { [column]: _before, ...others } = edits.get(row.variation_id) ?? {};
  const cells = text.trim() === savedText(row, column) ? others : { ...others, [column]: text };
  const changed = new Map(edits);
  if (Object.keys(cells).length > 0) changed.set(row.variation_id, cells);
  else changed.delete(row.variation_id);
  return changed;
}

/** The edits left once `sent` is saved: cells typed in since. */
export function withoutSaved(edits: GridEdits, sent: GridEdits, saved: readonly GridRow[]): GridEdits {
  const rows = new Map(saved.map((row) => [row.variation_id, row]));
  const left = [...edits].map(([id, cells]): [number, RowEdits] => {
    const row = rows.get(id);
    const isLeft = ([column, text]: [string, string]) =>
      text !== sent.get(id)?.[column as GridColumn] && !(row && text.trim() === savedText(row, column as GridColumn));
    return [id, Object.fromEntries(Object.entries(cells).filter(isLeft))];
  });
  return new Map(left.filter(([, cells]) => Object.keys(cells).length > 0));
}

/** The cells of text copied from a spreadsheet. */
export const parseCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));

/** Pastes cells from a row and column on; what does not fit is left out. */
export function pasteCells(
  edits: GridEdits,
  rows: readonly GridRow[],
  from: { row: number; column: GridColumn },
  cells: readonly string[][],
): GridEdits {
  const first = gridColumns.indexOf(from.column);
  return cells.reduce<GridEdits>((now, line, down) => {
    const row = rows[from.row + down];
    if (!row) return now;
    return line.reduce<GridEdits>((current, text, right) => {
      const column = gridColumns[first + right];
      return column ? setCell(current, row, column, text) : current;
    }, now);
  }, edits);
}

/** The request for all edits, or the errors of cells. */
export function toChanges(
  edits: GridEdits,
  rows: readonly GridRow[],
): { changes: GridChange[] } | { errors: CellErrors } {
  const errors: Record<string, string> = {};
  const changes = rows.flatMap((row) => {
    const cells = edits.get(row.variation_id);
    if (!cells) return [];
    const fail = (column: GridColumn, message: string) => {
      errors[cellKey(row.variation_id, column)] = message;
    };
    return [toChange(row, cells, fail)];
  });
  return Object.keys(errors).length > 0 ? { errors } : { changes };
}

function toChange(
  row: GridRow,
  { sku, price, compare_at, on_hand, low_stock_level: level, measure }: RowEdits,
  fail: (c: GridColumn, m: string) => void,
) {
  const { variation_id, version, currency } = row;
  const change: GridChange = { variation_id, version };
  const amount = (column: GridColumn, text: string) => {
    const value = amountFromText(text, currency);
    if (value === null || value < 0) fail(column, "Enter an amount, such as 20.");
    return value ?? 0;
  };
  if (sku !== undefined) change.sku = sku.trim() || null;
  if (price !== undefined) change.price_amount = amount("price", price);
  if (compare_at !== undefined) change.compare_at_amount = compare_at.trim() ? amount("compare_at", compare_at) : null;
  if (on_hand !== undefined) {
    const text = toAsciiDigits(on_hand.trim());
    if (!/^\d{1,7}$/.test(text)) fail("on_hand", "Enter a whole number, such as 12.");
    change.on_hand = Number(text);
    change.on_hand_was = row.on_hand;
  }
  if (level !== undefined) {
    const text = toAsciiDigits(level.trim());
    if (!/^\d{0,5}$/.test(text)) fail("low_stock_level", "Enter a whole number, or nothing for the shop's default.");
    change.low_stock_level = text === "" ? null : Number(text);
  }
  if (measure !== undefined) {
    const text = toAsciiDigits(measure.trim());
    const found = parseMeasure(text);
    if (text && !found) fail("measure", "Enter a quantity, such as 500 g or 250 g per 100 g.");
    change.measure = found;
  }
  return change;
}

const columnsOfFields: Record<string, GridColumn> = {
  sku: "sku",
  price_amount: "price",
  compare_at_amount: "compare_at",
  on_hand: "on_hand",
  low_stock_level: "low_stock_level",
  measure: "measure",
};

/** The errors of a refused request (`changes.3.price_amount`) by cell. */
export function toCellErrors(
  changes: readonly GridChange[],
  errors: readonly { field: string; message: string }[],
): CellErrors {
  const cells = errors.flatMap(({ field, message }): [string, string][] => {
    const [, at, name = ""] = /changes\.(\d+)\.(\w+)/.exec(field) ?? [];
    const id = changes[Number(at)]?.variation_id;
    const column = columnsOfFields[name];
    return id === undefined || !column ? [] : [[cellKey(id, column), message]];
  });
  return Object.fromEntries(cells);
}

/** For edited cells that somebody else has changed too: what they saved. */
export function conflictsOf(edits: GridEdits, before: readonly GridRow[], current: readonly GridRow[]): CellErrors {
  const known = new Map(before.map((row) => [row.variation_id, row]));
  const cells = current.flatMap((row) => {
    const was = known.get(row.variation_id);
    const columns = Object.keys(edits.get(row.variation_id) ?? {}) as GridColumn[];
    return columns
      .filter((column) => was && savedText(was, column) !== savedText(row, column))
      .map((column): [string, string] => [
        cellKey(row.variation_id, column),
        `Saved by someone else: ${savedText(row, column) || "empty"}`,
      ]);
  });
  return Object.fromEntries(cells);
}
