import { decimalText, minorDigits } from "#contract/formats/currency-decimals.ts";
import type { Row } from "#server/imports/files/csv.ts";
import { type RowRemark, remarkList, toRemark } from "#server/imports/remarks.ts";
import { parseCount, parsePrice } from "./price.ts";
import { foreignCurrency, foreignHeading } from "./price-currency.ts";
import type { ProductColumn, ProductColumns } from "./product-columns.ts";
import type { Quantities } from "./quantities.ts";

/** Reads the cells of a product's rows and collects errors and interpretations. */
export interface CellReader {
  errors: RowRemark[];
  notes: RowRemark[];
  /** Rows that are not imported although their product is. */
  lost: RowRemark[];
  /** The currencies other than the shop's that prices are written in. */
  currencies: Set<string>;
  /** The heading of a column in the file. */
  heading(column: ProductColumn): string;
  bad(row: Row, column: ProductColumn | null, code: string, message: string): void;
  note(row: Row, column: ProductColumn | null, code: string, message: string): void;
  lose(row: Row, column: ProductColumn | null, code: string, message: string): void;
  /** The text of a cell, '' if empty or without column; a longer one than `longest` is cut, with a note. */
  text(row: Row, column: ProductColumn, longest?: number): string;
  /** An amount in minor units; undefined if empty, or if invalid, which is an error. */
  price(row: Row, column: ProductColumn): number | undefined;
  /** The same where the product can do without: an invalid amount is ignored, with a note. */
  optionalPrice(row: Row, column: ProductColumn): number | undefined;
  /** An integer; undefined if empty, or if invalid, which is noted. */
  whole(row: Row, column: ProductColumn): number | undefined;
  /** A boolean; undefined if empty, or if invalid, which is noted. */
  flag(row: Row, column: ProductColumn): boolean | undefined;
}

const messages = {
  price_not_a_number: "Enter a price.",
  price_negative: "Prices can't be negative.",
  price_too_large: "This price is too large.",
};
const trueWords = new Set([
  "true",
  "yes",
  "1",
  "continue",
  "ja",
  "oui",
  "si",
  "sí",
  "sim",
  "wahr",
  "vrai",
  "tak",
  "ano",
  "evet",
  "да",
  "はい",
]);
const falseWords = new Set([
  "false",
  "no",
  "0",
  "deny",
  "nein",
  "non",
  "não",
  "nao",
  "falsch",
  "faux",
  "nie",
  "nee",
  "ne",
  "hayır",
  "нет",
  "いいえ",
]);
const maxCount = 10_000_000;

/** Creates a reader for the rows of a product; prices are in `currency`, and `quantities` has read all of their column. */
export function cellReader(columns: ProductColumns, currency: string, quantities: Quantities): CellReader {
  const [errors, notes, lost] = [remarkList(), remarkList(), remarkList()];
  const currencies = new Set<string>();
  const headingOf = ({ source }: Row, column: ProductColumn) => source?.headings?.[column] ?? columns.heading(column);
  const remark = (row: Row, column: ProductColumn | null, code: string, message: string) =>
    toRemark(row, column && headingOf(row, column), code, message);
  const bad: CellReader["bad"] = (row, column, code, message) => errors.add(remark(row, column, code, message));
  const note: CellReader["note"] = (row, column, code, message) => notes.add(remark(row, column, code, message));
  const lose: CellReader["lose"] = (row, column, code, message) => lost.add(remark(row, column, code, message));
  const ignore = (row: Row, column: ProductColumn, why: string) => {
    const text = shorten(columns.cell(row.cells, column), 60);
    return note(row, column, "value_ignored", `"${text}" was left out. ${why}`) as undefined;
  };
  const amount = (row: Row, column: ProductColumn, refuse: (code: keyof typeof messages) => undefined) => {
    const text = columns.cell(row.cells, column);
    if (text === "") return undefined;
    const foreign = foreignCurrency(text, currency) ?? foreignHeading(headingOf(row, column), currency);
    if (foreign) currencies.add(foreign);
    const read = parsePrice(text, minorDigits(currency));
    if (read.kind === "refused") return refuse(read.code);
    if (!read.plain) note(row, column, "price_read", `"${text}" was read as ${decimalText(read.amount, currency)}.`);
    return read.amount;
  };
  return {
    errors: errors.all,
    notes: notes.all,
    lost: lost.all,
    currencies,
    heading: columns.heading,
    bad,
    note,
    lose,
    text: (row, column, longest) => {
      const text = columns.cell(row.cells, column);
      if (!longest || text.length <= longest) return text;
      note(row, column, "shortened", `Shortened to ${longest} characters.`);
      return shorten(text, longest);
    },
    price: (row, column) => amount(row, column, (code) => bad(row, column, code, messages[code]) as undefined),
    optionalPrice: (row, column) => amount(row, column, (code) => ignore(row, column, messages[code])),
    whole: (row, column) => {
      const text = columns.cell(row.cells, column);
      if (text === "") return undefined;
      const { count, isGuessed } = readCount(text, column === "quantity" ? quantities : undefined);
      if (isGuessed) note(row, column, "quantity_read", `"${text}" was read as ${count}.`);
      if (count !== undefined && Math.abs(count) <= maxCount) return count;
      return ignore(row, column, "This isn't a whole number.");
    },
    flag: (row, column) => {
      const text = columns.cell(row.cells, column).toLowerCase();
      if (text === "" || trueWords.has(text) || falseWords.has(text))
        return text === "" ? undefined : trueWords.has(text);
      return ignore(row, column, "This isn't true or false.");
    },
  };
}

const readCount = (text: string, quantities: Quantities | undefined) =>
  quantities?.read(text) ?? { count: parseCount(text), isGuessed: false };

/** The first characters of a text, without half a character at the end. */
export const shorten = (text: string, longest: number) =>
  text.length <= longest
    ? text
    : text
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd();
