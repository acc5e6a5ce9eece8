import type { Row } from "./files/csv.ts";

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
