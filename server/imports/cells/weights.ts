import { toExactGrams } from "#server/imports/formats/product-format.ts";
import { parsePrice, type Separator } from "./price.ts";

/** Reads the weights of a column, each like the others; `add` is called with all of them first. */
export interface Weights {
  add(text: string): void;
  /** Whole grams, undefined for what is no weight; `unit` is that of the heading. `isGuessed` where it could be another. */
  read(text: string, unit: string): { grams: number | undefined; isGuessed: boolean };
}

const maxGrams = 10_000_000;
/** A weight that rounding changes by more than this part is noted: "0.3" in grams is rather 0.3 kg. */
const seenLoss = 0.1;
/** Nothing of this weight or more in kilograms is sent. */
const heavy = 100;
/** In grams "1.500" is one and a half thousand. */
const unclear = /^[1-9]\d{0,2}([.,])\d{3}$/;

function split(text: string) {
  const [, number = "", unit = ""] = /^([\d.,]{1,20})\s*(?:(kg|g|gr|lb|oz)s?)?\.?$/i.exec(text.trim()) ?? [];
  return { number, unit: unit.toLowerCase() };
}

/** A whole column without a unit is in kilograms where one of its weights has decimals and none is heavy. */
export function createWeights(): Weights {
  const decimal = new Set<string>();
  const seen = { fraction: false, fixedDecimals: false, largest: 0 };
  const isInKilograms = () => (seen.fraction || seen.fixedDecimals) && seen.largest < heavy;
  return {
    add(text) {
      const { number, unit } = split(text);
      if (unit === "") seen.largest = Math.max(seen.largest, smallestReading(number));
      const [, separator, fraction = ""] = /^\d+([.,])(\d+)$/.exec(number) ?? [];
      if (separator === undefined || unclear.test(number)) return;
      decimal.add(separator);
      // A zero with decimals is what programs write where there is no weight.
      if (unit !== "" || !/[1-9]/.test(number)) return;
      if (/[1-9]/.test(fraction)) seen.fraction = true;
      // A program writes "2.000000"; "250.0" is a whole number that passed through a spreadsheet.
      else if (fraction.length > 1) seen.fixedDecimals = true;
    },
    read(text, headingUnit) {
      const { number, unit } = split(text);
      const named = unit || headingUnit;
      const used = named || (isInKilograms() ? "kg" : "g");
      const separator = unclear.exec(number)?.[1];
      const isGrouped = separator !== undefined && used.startsWith("g") && !decimal.has(separator);
      const value = readNumber(number, isGrouped ? undefined : (separator as Separator | undefined));
      const exact = value === undefined ? undefined : toExactGrams(value, used);
      const grams = exact === undefined ? undefined : Math.round(exact);
      if (exact === undefined || grams === undefined || grams > maxGrams) return { grams: undefined, isGuessed: false };
      const isRounded = Math.abs(grams - exact) > exact * seenLoss;
      return { grams, isGuessed: isGrouped || isRounded || (named === "" && used === "kg") };
    },
  };
}

/** "1.500" may be one and a half. */
const smallestReading = (number: string) =>
  (unclear.test(number) ? Number(number.replace(",", ".")) : readNumber(number, undefined)) ?? 0;

function readNumber(number: string, decimal: Separator | undefined): number | undefined {
  const read = parsePrice(number, 4, decimal);
  return read.kind === "price" ? read.amount / 10_000 : undefined;
}
