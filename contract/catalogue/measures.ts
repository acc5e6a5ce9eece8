import { z } from "zod";
import { Money } from "#contract/money.ts";

/** How many of the smallest unit of its kind a unit is, as Google's feed names it and as UN/CEFACT codes it. */
const units = {
  g: { kind: "mass", size: 1, feed: "g", code: "GRM" },
  kg: { kind: "mass", size: 1000, feed: "kg", code: "KGM" },
  ml: { kind: "volume", size: 1, feed: "ml", code: "MLT" },
  l: { kind: "volume", size: 1000, feed: "l", code: "LTR" },
  m: { kind: "length", size: 1, feed: "m", code: "MTR" },
  m2: { kind: "area", size: 1, feed: "sqm", code: "MTK" },
  piece: { kind: "count", size: 1, feed: "ct", code: "C62" },
} as const;

const bases = {
  "100g": { count: 100, unit: "g" },
  kg: { count: 1, unit: "kg" },
  "100ml": { count: 100, unit: "ml" },
  l: { count: 1, unit: "l" },
  m: { count: 1, unit: "m" },
  m2: { count: 1, unit: "m2" },
  piece: { count: 1, unit: "piece" },
} as const;

export const MeasureUnit = z.enum(["g", "kg", "ml", "l", "m", "m2", "piece"]);
export type MeasureUnit = z.infer<typeof MeasureUnit>;
/** What a unit price is the price of. */
export const MeasureBase = z.enum(["100g", "kg", "100ml", "l", "m", "m2", "piece"]);
export type MeasureBase = z.infer<typeof MeasureBase>;

/** The units that directive 98/6/EC and the German PAngV ask for. */
const defaultBases: Record<MeasureUnit, MeasureBase> = {
  g: "kg",
  kg: "kg",
  ml: "l",
  l: "l",
  m: "m",
  m2: "m2",
  piece: "piece",
};

const isOfUnit = (base: MeasureBase, unit: MeasureUnit) => units[bases[base].unit].kind === units[unit].kind;

/** How much a variation contains: 750 ml. At most three decimals; `base` is what its unit price is the price of, null for the default. */
export const Measure = z
  .object({
    amount: z
      .number()
      .min(0.001)
      .max(1_000_000)
      .refine((amount) => Math.abs(amount * 1000 - Math.round(amount * 1000)) < 1e-6, "Use at most three decimals."),
    unit: MeasureUnit,
    base: MeasureBase.nullable(),
  })
  .refine(({ unit, base }) => base === null || isOfUnit(base, unit), {
    error: "Choose a base of the same kind as the unit.",
    path: ["base"],
  });
export type Measure = z.infer<typeof Measure>;

/** The base of a measure's unit price. */
export const baseOf = ({ unit, base }: Measure): MeasureBase => base ?? defaultBases[unit];

/** The price of a `base`, such as of a kilogram. */
export const PricePerMeasure = Money.extend({ base: MeasureBase });
export type PricePerMeasure = z.infer<typeof PricePerMeasure>;

/**
 * The price of a base of a measure, in the currency's minor units: the price as it is shown (with a sale, with or without
 * tax), half a unit rounded up. Null without a measure, and for what is free.
 */
export function pricePerMeasure({ amount, currency }: Money, measure: Measure | null | undefined) {
  if (!measure || amount <= 0) return null;
  const base = baseOf(measure);
  const { count, unit } = bases[base];
  // Exact: a large price of a small measure exceeds what a number holds.
  const contained = BigInt(Math.round(measure.amount * 1000)) * BigInt(units[measure.unit].size);
  const wanted = BigInt(amount) * BigInt(count * units[unit].size) * 1000n;
  const rounded = Number((2n * wanted + contained) / (2n * contained));
  return Number.isSafeInteger(rounded) ? { amount: rounded, currency, base } : null;
}

/** "750 ml" and "1 l", as Google's product feed writes a measure and the base of its unit price. */
export function feedMeasures(measure: Measure) {
  const { count, unit } = bases[baseOf(measure)];
  return { measure: `${numberText(measure)} ${units[measure.unit].feed}`, base: `${count} ${units[unit].feed}` };
}

/** A measure and the base of its unit price as schema.org's QuantitativeValues write them. */
export function quantitativeValues(measure: Measure) {
  const { count, unit } = bases[baseOf(measure)];
  return {
    measure: { value: measure.amount, unitCode: units[measure.unit].code },
    base: { value: count, unitCode: units[unit].code },
  };
}

const unitNames: Record<string, [unit: MeasureUnit, size?: number]> = {
  mg: ["g", 0.001],
  g: ["g"],
  gr: ["g"],
  gram: ["g"],
  grams: ["g"],
  kg: ["kg"],
  ml: ["ml"],
  cl: ["ml", 10],
  dl: ["ml", 100],
  l: ["l"],
  lt: ["l"],
  liter: ["l"],
  litre: ["l"],
  cm: ["m", 0.01],
  m: ["m"],
  meter: ["m"],
  metre: ["m"],
  m2: ["m2"],
  "m²": ["m2"],
  qm: ["m2"],
  sqm: ["m2"],
  piece: ["piece"],
  pieces: ["piece"],
  pcs: ["piece"],
  pc: ["piece"],
  ct: ["piece"],
  item: ["piece"],
  items: ["piece"],
  stk: ["piece"],
  stück: ["piece"],
};

/** A measure as staff write it: "750 ml", and with another base than the default "750 ml per 100 ml". */
export function measureText(measure: Measure | null): string {
  if (!measure) return "";
  const amount = `${numberText(measure)} ${unitText(measure.unit)}`;
  return measure.base === null ? amount : `${amount} per ${measureBaseText(measure.base)}`;
}

/** "1.125 g" could be read as more than a kilogram: it is written with four decimals. */
const numberText = ({ amount, unit }: Measure) => (isAmbiguous(String(amount), unit) ? `${amount}0` : String(amount));

/** "100 ml", or "kg". */
export function measureBaseText(base: MeasureBase): string {
  const { count, unit } = bases[base];
  return count === 1 ? unitText(unit) : `${count} ${unitText(unit)}`;
}

export const unitText = (unit: MeasureUnit) => (unit === "m2" ? "m²" : unit);

/** Characters of a measure: a cell of a file may have any number. */
const longest = 100;

/** Reads what `measureText` writes, with other names of units too; null if it is none. */
export function parseMeasure(text: string): Measure | null {
  if (text.length > longest) return null;
  const [total = "", per, ...rest] = text.toLowerCase().split(/\bper\b|\//);
  const found = parseQuantity(total.trim());
  if (!found || rest.length > 0) return null;
  if (per === undefined) return { ...found, base: null };
  const named = parseQuantity(/^\d/.test(per.trim()) ? per.trim() : `1 ${per.trim()}`);
  const base = MeasureBase.options.find((one) => bases[one].unit === named?.unit && bases[one].count === named.amount);
  if (!base) return null;
  // What is the default anyway isn't a choice.
  const measure = { ...found, base: base === defaultBases[found.unit] ? null : base };
  return Measure.safeParse(measure).success ? measure : null;
}

function parseQuantity(text: string) {
  const [, number = "", name = ""] = /^(\d{1,9}(?:[.,]\d{1,6})?)\s*(\D\S*)$/.exec(text) ?? [];
  const [unit, size = 1] = unitNames[name] ?? [];
  if (!unit || isAmbiguous(number, name)) return null;
  const amount = Math.round(Number(number.replace(",", ".")) * size * 1000) / 1000;
  return amount >= 0.001 && amount <= 1_000_000 ? { amount, unit } : null;
}

/** Whether a number may be meant in thousands: "1.500 g" and "1,000 pieces", but not "1.500 kg". */
const isAmbiguous = (number: string, unit: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && !largeUnits.has(unit);
/** Units whose amounts are written with three decimals, and not in thousands. */
const largeUnits = new Set(["kg", "l", "lt", "liter", "litre", "m2", "m²", "qm", "sqm"]);
