import type { Row } from "./files/row.ts";

/** The whole file can't be used; the message for the merchant says why. */
export class UnusableFileError extends Error {
  override name = "UnusableFile";
}

/** An error in a row, or a change to it that the merchant should see; `column` is null if it concerns the whole row. */
export interface RowRemark {
  row: number;
  column: string | null;
  code: string;
  message: string;
  cells: string[];
}

/** The names of the fields that differ. */
export const listChanged = (fields: Record<string, boolean>): string[] =>
  Object.keys(fields).filter((field) => fields[field]);

export const toRemark = (
  { row, cells, source }: Row,
  column: string | null,
  code: string,
  message: string,
): RowRemark => ({ row, column, code, message, cells: source?.cells ?? cells });

/** Remarks of a kind on a row that are kept. */
const perRow = 20;

/** Collects remarks: the first on each row, then one that counts the others. */
export function remarkList() {
  const all: RowRemark[] = [];
  const rows = new Map<number, { count: number; more?: RowRemark }>();
  const add = (remark: RowRemark) => {
    const row = rows.get(remark.row) ?? { count: 0 };
    rows.set(remark.row, row);
    row.count++;
    if (row.count <= perRow) return void all.push(remark);
    if (!row.more) {
      row.more = { ...remark, column: null, code: "more_remarks" };
      all.push(row.more);
    }
    row.more.message = `There are ${row.count - perRow} more like these on this row.`;
  };
  return { all, add };
}

/** Characters that remarks take in memory and in the database, with the cells of their rows. */
export const sizeOf = (remarks: readonly RowRemark[]) =>
  remarks.reduce(
    (size, { message, cells }, at) =>
      // Remarks on the same row have the same cells.
      size + message.length + (remarks[at - 1]?.cells === cells ? 0 : lengthOf(cells)),
    0,
  );

export const lengthOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length + 4, 0);
