import type { TaxClass, TaxRate } from "#contract/taxes.ts";

/** Where no tax is charged: in a whole country, or after the last day of its rates. */
export type TaxGap = { kind: "no_rate" } | { kind: "ends"; day: string };

/**
 * The gap of a country, by the rates of the default class, which apply where a class has none. Regions and postal codes
 * are exceptions, so only rates of the whole country fill it.
 */
export function findTaxGap(country: string, rates: TaxRate[], classes: TaxClass[], today: string): TaxGap | undefined {
  const defaultId = classes.find((one) => one.is_default)?.id;
  const whole = rates.filter(
    (rate) =>
      rate.country === country &&
      rate.tax_class_id === defaultId &&
      rate.region === null &&
      rate.postal_prefix === null &&
      (rate.valid_to === null || rate.valid_to >= today),
  );
  if (!whole.some(({ valid_from: from }) => from === null || from <= today)) return { kind: "no_rate" };
  if (whole.some(({ valid_to }) => valid_to === null)) return undefined;
  return {
    kind: "ends",
    day:
      whole
        .map(({ valid_to }) => valid_to ?? "")
        .sort()
        .at(-1) ?? today,
  };
}
