import { decimalText } from "#contract/formats/currency-decimals.ts";
import { parseCount } from "#server/imports/cells/price.ts";
import { foreignCurrency, foreignHeading } from "#server/imports/cells/price-currency.ts";
import type { Quantities } from "#server/imports/cells/quantities.ts";
import type { Row } from "#server/imports/files/row.ts";
import { type RowRemark, remarkList, toRemark } from "#server/imports/remarks.ts";
import type { ColumnReadings, PriceColumn } from "./column-readings.ts";
import type { ProductColumn, ProductColumns } from "./product-columns.ts";

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
  price(row: Row, column: PriceColumn): number | undefined;
  /** An amount in minor units that the product can do without: an invalid one is ignored, with a note. */
  optionalPrice(row: Row, column: PriceColumn): number | undefined;
  /** An integer; undefined if empty, or if invalid, which is noted. */
  whole(row: Row, column: ProductColumn): number | undefined;
  /** A weight in grams; undefined if empty, or if invalid, which is noted. */
  weight(row: Row): number | undefined;
  /** A boolean; undefined if empty, or if invalid, which is noted. */
  flag(row: Row, column: ProductColumn): boolean | undefined;
}

const messages = {
  price_not_a_number: "Enter a price.",
  price_negative: "Prices can't be negative.",
  price_too_large: "This price is too large.",
};
/** How the languages whose headings are read say yes and no, and spreadsheets true and false. */
export const trueWords: ReadonlySet<string> = new Set(
  `true yes 1 continue ja oui si sí sì sim tak ano evet да はい wahr vrai verdadero vero verdadeiro waar prawda pravda doğru
    истина`.split(/\s+/),
);
export const falseWords: ReadonlySet<string> = new Set(
  `false no 0 deny nein non não nao nee nie ne hayır нет いいえ falsch faux falso onwaar fałsz nepravda yanlış ложь`.split(
    /\s+/,
  ),
);
const maxCount = 10_000_000;

/** Creates a reader for the rows of a product; prices are in `currency`, and `readings` have seen all rows. */
export function cellReader(columns: ProductColumns, currency: string, readings: ColumnReadings): CellReader {
  const currencies = new Set<string>();
  const { headingOf, ...remarks } = createRemarks(columns);
  const { bad, note } = remarks;
  const ignore = (row: Row, column: ProductColumn, why: string) => {
    const text = shorten(columns.cell(row.cells, column), 60);
    return note(row, column, "value_ignored", `"${text}" was left out. ${why}`) as undefined;
  };
  const amount = (row: Row, column: PriceColumn, refuse: (code: keyof typeof messages) => undefined) => {
    const text = columns.cell(row.cells, column);
    if (text === "") return undefined;
    const foreign = foreignCurrency(text, currency) ?? foreignHeading(headingOf(row, column), currency);
    if (foreign) currencies.add(foreign);
    const read = readings.prices.read(text);
    if (read.kind === "refused") return refuse(read.code);
    if (!read.plain) note(row, column, "price_read", `"${text}" was read as ${decimalText(read.amount, currency)}.`);
    return read.amount;
  };
  return {
    ...remarks,
    currencies,
    heading: columns.heading,
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
      const { count, isGuessed } = readCount(text, column === "quantity" ? readings.quantities : undefined);
      if (isGuessed) note(row, column, "quantity_read", `"${text}" was read as ${count}.`);
      if (count !== undefined && Math.abs(count) <= maxCount) return count;
      return ignore(row, column, "This isn't a whole number.");
    },
    weight: (row) => {
      const text = columns.cell(row.cells, "grams");
      if (text === "") return undefined;
      const { grams, isGuessed } = readings.weights.read(text, unitOfHeading(headingOf(row, "grams")));
      if (isGuessed) note(row, "grams", "weight_read", `"${text}" was read as ${grams} g.`);
      return grams ?? ignore(row, "grams", "It is not a weight.");
    },
    flag: (row, column) => {
      const text = columns.cell(row.cells, column).toLowerCase();
      if (text === "" || trueWords.has(text) || falseWords.has(text))
        return text === "" ? undefined : trueWords.has(text);
      return ignore(row, column, "This isn't true or false.");
    },
  };
}

/** Collects remarks under the headings that the cells of a row came from. */
function createRemarks(columns: ProductColumns) {
  const [errors, notes, lost] = [remarkList(), remarkList(), remarkList()];
  const headingOf = ({ source }: Row, column: ProductColumn) => source?.headings?.[column] ?? columns.heading(column);
  const adding =
    (list: ReturnType<typeof remarkList>): CellReader["note"] =>
    (row, column, code, message) =>
      list.add(toRemark(row, column && headingOf(row, column), code, message));
  return {
    headingOf,
    errors: errors.all,
    notes: notes.all,
    lost: lost.all,
    bad: adding(errors),
    note: adding(notes),
    lose: adding(lost),
  };
}

function unitOfHeading(heading: string): string {
  const [, unit, word] = /(?<![a-z])(?:(kg|gr?|lbs?|oz)(?![a-z])|(kilo|gram))/i.exec(heading) ?? [];
  if (word) return word.toLowerCase() === "kilo" ? "kg" : "g";
  return unit?.toLowerCase() ?? "";
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
