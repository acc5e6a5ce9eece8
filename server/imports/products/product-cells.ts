import type { Row } from "#server/imports/files/csv.ts";
import { type BadRow, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { formatPlainPrice, parsePrice } from "./price.ts";
import type { ProductColumn, ProductColumns } from "./product-columns.ts";

/** Reads the cells of a product's rows and collects errors and interpretations. */
export interface CellReader {
  errors: BadRow[];
  notes: RowRemark[];
  bad(row: Row, column: ProductColumn | null, code: string, message: string): void;
  note(row: Row, column: ProductColumn, code: string, message: string): void;
  /** The text of a cell, '' if empty or without column. */
  text(row: Row, column: ProductColumn, longest?: number): string;
  /** An amount in minor units; undefined if empty or invalid. */
  price(row: Row, column: ProductColumn): number | undefined;
  /** An integer; undefined if empty or invalid. */
  whole(row: Row, column: ProductColumn): number | undefined;
  /** A boolean; undefined if empty or invalid. */
  flag(row: Row, column: ProductColumn): boolean | undefined;
}

const messages = {
  price_not_a_number: "This is not a price.",
  price_negative: "A price can't be negative.",
  price_too_fine: "This price has more digits after the point than the currency has.",
  price_too_large: "This price is too large.",
};
const trueWords = new Set(["true", "yes", "1", "continue"]);
const falseWords = new Set(["false", "no", "0", "deny"]);
const maxCount = 10_000_000;

/** Creates a reader for the rows of a product; prices have `digits` decimals. */
export function cellReader(columns: ProductColumns, digits: number): CellReader {
  const errors: BadRow[] = [];
  const notes: RowRemark[] = [];
  const bad: CellReader["bad"] = (row, column, code, message) =>
    void errors.push(toRemark(row, column && columns.heading(column), code, message));
  const note: CellReader["note"] = (row, column, code, message) =>
    void notes.push(toRemark(row, columns.heading(column), code, message));
  return {
    errors,
    notes,
    bad,
    note,
    text: (row, column, longest) => {
      const text = columns.cell(row.cells, column);
      if (longest && text.length > longest) bad(row, column, "too_long", `This is longer than ${longest} characters.`);
      return text;
    },
    price: (row, column) => {
      const text = columns.cell(row.cells, column);
      if (text === "") return undefined;
      const read = parsePrice(text, digits);
      if (read.kind === "refused") return bad(row, column, read.code, messages[read.code]) as undefined;
      if (!read.plain)
        note(row, column, "price_read", `"${text}" was read as ${formatPlainPrice(read.amount, digits)}.`);
      return read.amount;
    },
    whole: (row, column) => {
      const text = columns.cell(row.cells, column);
      if (text === "") return undefined;
      const number = Number(text);
      if (/^-?\d+(\.0+)?$/.test(text) && Math.abs(number) <= maxCount) return number;
      return bad(row, column, "not_whole", "This must be a whole number.") as undefined;
    },
    flag: (row, column) => {
      const text = columns.cell(row.cells, column).toLowerCase();
      if (text === "") return undefined;
      if (trueWords.has(text) || falseWords.has(text)) return trueWords.has(text);
      return bad(row, column, "not_a_flag", "This must be true or false.") as undefined;
    },
  };
}
