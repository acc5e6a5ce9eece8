import { minorDigits } from "#contract/minor-digits.ts";
import {
  formatted,
  type NumberKind,
  type NumberPattern,
  type NumberPatterns,
  numberFormat,
  written,
} from "./numbers.ts";

/**
 * The patterns by which a shop of this locale and currency (ISO 4217) writes numbers, read off what `Intl` writes. A kind whose
 * numbers can't be written by a pattern exactly as `Intl` has them is left out.
 */
export function numberPatterns(locale: string, currency: string): NumberPatterns {
  const kinds: NumberKind[] = ["decimal", "percent", currency as Uppercase<string>];
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const pattern = patternOf(numberFormat(locale, kind));
      const samples = sampleDigits(kind).flatMap((digits) => [digits, `-${digits}`]);
      const isRight = samples.every((sample) => written(sample, pattern) === formatted(locale, kind, sample));
      return isRight ? [[kind, pattern]] : [];
    }),
  );
}

const wholes = ["0", "5", "12", "345", "6789", "98765", "123456", "9876543", "12345678", "987654321"];

function sampleDigits(kind: NumberKind): string[] {
  if (kind === "decimal" || kind === "percent") return wholes.flatMap((whole) => [whole, `${whole}.7`]);
  const fraction = "0987".slice(0, minorDigits(kind));
  return fraction ? wholes.map((whole) => `${whole}.${fraction}`) : wholes;
}

function patternOf(format: Intl.NumberFormat): NumberPattern {
  const unit = format.resolvedOptions().style === "percent" ? 0.01 : 1;
  const large = 1_234_567.8 * unit;
  const parts = format.formatToParts(large);
  const said = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const [last = 3, each = last] = parts
    .filter(({ type }) => type === "integer")
    .map(({ value }) => value.length)
    .toReversed();
  const numerals = [..."0123456789"].map((digit) => wholeOf(format, Number(digit) * unit)).join("");
  const isThousandGrouped = wholeOf(format, 1000 * unit).length < 4;
  return [
    ...around(parts),
    ...around(format.formatToParts(-large)),
    said("group"),
    said("decimal"),
    // As it is for most, it is said in the shortest way: it stands in each document.
    each === last ? `\\B(?=(\\d{${last}})+$)` : `\\B(?=(\\d{${each}})*\\d{${last}}$)`,
    isThousandGrouped ? last + 1 : last + 2,
    numerals === "0123456789" ? "" : numerals,
  ];
}

/** The digits before the first group ends. */
const wholeOf = (format: Intl.NumberFormat, value: number) =>
  format.formatToParts(value).find(({ type }) => type === "integer")?.value ?? "";

const ofNumber = ["integer", "group", "decimal", "fraction"];

/** What stands before and after the digits. */
function around(parts: Intl.NumberFormatPart[]): [string, string] {
  const isDigits = ({ type }: Intl.NumberFormatPart) => ofNumber.includes(type);
  const text = (some: Intl.NumberFormatPart[]) => some.map(({ value }) => value).join("");
  return [text(parts.slice(0, parts.findIndex(isDigits))), text(parts.slice(parts.findLastIndex(isDigits) + 1))];
}
