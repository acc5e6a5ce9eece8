import { minorDigits } from "#contract/minor-digits.ts";

/** What a number is: `decimal` and `percent` with at most one digit after the point, or money, by its currency (ISO 4217). */
export type NumberKind = "decimal" | "percent" | Uppercase<string>;

/**
 * How numbers of one kind are written: what stands around them, around those below zero, between groups of digits and before
 * the fraction; where groups end, as a regular expression, and the length from which there are any; the ten digits, where they
 * are not ours.
 */
export type NumberPattern = [
  before: string,
  after: string,
  minusBefore: string,
  minusAfter: string,
  group: string,
  point: string,
  groupEnd: string,
  grouped: number,
  numerals: string,
];
export type NumberPatterns = Partial<Record<NumberKind, NumberPattern>>;

let learnt: { locale: string; patterns: NumberPatterns } = { locale: "", patterns: {} };

/**
 * From now on numbers of this locale are written by these patterns (docs/decisions/0020): the first number format a browser
 * makes takes it longer than drawing the page. What is in none of them is left to the browser.
 */
export function learnNumbers(locale: string, patterns: NumberPatterns) {
  learnt = { locale, patterns };
}

/** The patterns numbers are written by, for the document. */
export const learntNumbers = () => learnt.patterns;

/** A plain decimal (`-1234.5`; for a percentage, so many of a hundred) as people of `locale` write it. */
export function numberText(locale: string, kind: NumberKind, decimal: string): string {
  const pattern = locale === learnt.locale ? learnt.patterns[kind] : undefined;
  return pattern ? written(decimal, pattern) : formatted(locale, kind, decimal);
}

/** The same by `Intl`. */
export const formatted = (locale: string, kind: NumberKind, decimal: string) =>
  numberFormat(locale, kind).format((kind === "percent" ? `${decimal}e-2` : decimal) as Intl.StringNumericLiteral);

/** The same by a pattern. */
export function written(
  decimal: string,
  [before, after, minusBefore, minusAfter, group, point, groupEnd, grouped, numerals]: NumberPattern,
): string {
  const isMinus = decimal.startsWith("-");
  const [whole = "", fraction] = decimal.slice(isMinus ? 1 : 0).split(".");
  let digits = whole.length < grouped ? whole : whole.replace(RegExp(groupEnd, "g"), group);
  if (fraction) digits += point + fraction;
  if (numerals) digits = digits.replace(/\d/g, (digit) => numerals.charAt(Number(digit)));
  return isMinus ? minusBefore + digits + minusAfter : before + digits + after;
}

const formats = new Map<string, Intl.NumberFormat>();

/** What `Intl` has for a kind. Making one costs more than drawing the tile it is for. */
export function numberFormat(locale: string, kind: NumberKind): Intl.NumberFormat {
  const key = `${locale} ${kind}`;
  const made = formats.get(key) ?? new Intl.NumberFormat(locale, optionsOf(kind));
  formats.set(key, made);
  return made;
}

function optionsOf(kind: NumberKind): Intl.NumberFormatOptions {
  if (kind === "decimal" || kind === "percent") return { style: kind as "decimal", maximumFractionDigits: 1 };
  const digits = minorDigits(kind);
  return { style: "currency", currency: kind, minimumFractionDigits: digits, maximumFractionDigits: digits };
}
