import { toAsciiDigits } from "#contract/formats/digits.ts";
import type { GeneralSettings } from "#contract/shop/settings.ts";
import { shopLocale } from "#words/say.ts";

const gramsPerUnit = { kg: 1000, lb: 453.592_37 };
type WeightUnit = GeneralSettings["weight_unit"];

/**
 * The unit that the shop's settings give for weights, from the document: for the dashboard, which only browsers render.
 * Pages of the shop take it from `GET /shop`, as the server has no document.
 */
export const shopWeightUnit = (): WeightUnit =>
  globalThis.document?.documentElement.dataset.weightUnit === "lb" ? "lb" : "kg";

/** Grams for a form field, in units with up to three decimals: 300 g is "0.3" kg and "0.661" lb; null is "". */
export const weightText = (grams: number | null, unit = shopWeightUnit()) =>
  grams === null ? "" : String(inUnits(grams, unit));

/** Grams with their unit: "2.5 kg". */
export const formatWeight = (grams: number, unit: WeightUnit) =>
  `${inUnits(grams, unit).toLocaleString(shopLocale(), { maximumFractionDigits: 3 })} ${unit}`;

const inUnits = (grams: number, unit: WeightUnit) => Math.round((grams / gramsPerUnit[unit]) * 1000) / 1000;

const maxGrams = 10_000_000;

/** Parses a weight into grams ("1,5" kg is 1500); null when it is invalid: up to three decimals, at most ten tonnes. */
export function gramsFromText(text: string, unit = shopWeightUnit()): number | null {
  const number = toAsciiDigits(text.trim()).replace(",", ".");
  const grams = Math.round(Number(number) * gramsPerUnit[unit]);
  return /^\d{1,5}(\.\d{1,3})?$/.test(number) && grams <= maxGrams ? grams : null;
}
