import type { Row } from "#server/imports/files/csv.ts";

/** An error in a row, with a message for the merchant. `column` is null if it concerns the whole row. */
export interface BadRow {
  row: number;
  column: string | null;
  code: string;
  message: string;
  cells: string[];
}
/** Something interpreted or changed that the merchant should see before confirming. */
export type RowRemark = BadRow;

export const toRemark = (
  { row, cells, source }: Row,
  column: string | null,
  code: string,
  message: string,
): BadRow => ({ row, column, code, message, cells: source?.cells ?? cells });
