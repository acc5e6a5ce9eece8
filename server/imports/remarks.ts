import type { Row } from "#server/imports/files/csv.ts";

/** What is wrong with a row, in words for the merchant. `column` is null when it is the row as a whole. */
export interface BadRow {
  row: number;
  column: string | null;
  code: string;
  message: string;
  cells: string[];
}
/** Something understood or changed on the way that the merchant should see before confirming. */
export type RowRemark = BadRow;

/** A remark on a row. */
export const toRemark = ({ row, cells }: Row, column: string | null, code: string, message: string): BadRow => ({
  row,
  column,
  code,
  message,
  cells,
});
