import { hasPostalPrefix } from "#server/shop/shop.ts";
import type { RateRow } from "./taxes.sql.ts";

export { createTaxRate } from "./taxes.admin.ts";
export { listClasses, listTaxRates } from "./taxes.sql.ts";

/** The rates of a country, most specific first. */
export type TaxRates = readonly RateRow[];
/** Place and date of taxation: `today` is `YYYY-MM-DD` in the shop's time zone, called only for dated rates. */
export interface TaxPlace {
  postalCode: string | undefined;
  /** State or province as in an address: `ON` or `CA-ON`. */
  region?: string | null | undefined;
  today(): string;
}
/** A tax rate in parts per million (210000 is 21%) with its name; null if no tax is due. */
export type AppliedTax = { rate_ppm: number; name: string; of: string } | null;

/** The tax on goods of a class; null is the default class, which also applies where a class has no rate. */
export function getGoodsTax(rates: TaxRates, classId: number | null, place: TaxPlace): AppliedTax {
  const { rate, onTop } = pickGoodsRates(rates, classId, place);
  return combineRates(rate, onTop);
}

function pickGoodsRates(rates: TaxRates, classId: number | null, place: TaxPlace) {
  const due = ratesInForce(rates, place);
  const own = pickRates(due.filter((one) => one.tax_class_id === classId));
  const usual = pickRates(due.filter((one) => one.is_default));
  return { rate: own.rate ?? usual.rate, onTop: own.onTop ?? (own.rate ? undefined : usual.onTop) };
}

/** The tax on shipping goods of a class: that of the goods, if it includes shipping. */
export function getGoodsShippingTax(rates: TaxRates, classId: number | null, place: TaxPlace): AppliedTax {
  const { rate, onTop } = pickGoodsRates(rates, classId, place);
  return combineRates(carried(rate), carried(onTop), "delivery");
}

/** The tax on shipping: the rate of the default class, if it includes shipping. */
export function getShippingTax(rates: TaxRates, place: TaxPlace): AppliedTax {
  const { rate, onTop } = pickRates(ratesInForce(rates, place).filter((one) => one.is_default));
  return combineRates(carried(rate), carried(onTop), "delivery");
}

const carried = (one: RateRow | undefined) => (one?.includes_shipping ? one : undefined);

/** The most specific rate, and the most specific compound rate. */
const pickRates = (rates: TaxRates) => ({
  rate: rates.find(({ compound }) => !compound),
  onTop: rates.find(({ compound }) => compound),
});

/** Combines a rate and a compound rate into one, rounded half up to a millionth, because a line has one rate. */
function combineRates(
  rate: RateRow | undefined,
  onTop: RateRow | undefined,
  of = rate?.class_name ?? onTop?.class_name ?? "",
): AppliedTax {
  const one = rate ?? onTop;
  if (!one) return null;
  if (!rate || !onTop) return { rate_ppm: one.rate_ppm, name: one.name, of };
  const rate_ppm = Math.round(rate.rate_ppm + onTop.rate_ppm + (rate.rate_ppm * onTop.rate_ppm) / million);
  return { rate_ppm, name: `${rate.name} + ${onTop.name}`, of };
}

const ratesInForce = (rates: TaxRates, { postalCode = "", region, today }: TaxPlace) =>
  rates.filter(
    ({ region: limit, postal_prefix: prefix, valid_from: from, valid_to: to }) =>
      (limit === null || limit === normalizeRegion(region)) &&
      (prefix === null || hasPostalPrefix(postalCode, prefix)) &&
      (from === null || from <= today()) &&
      (to === null || today() <= to),
  );

/** ISO 3166-2 codes start with the country; addresses usually don't. */
const normalizeRegion = (region: string | null | undefined) =>
  region
    ?.trim()
    .toUpperCase()
    .replace(/^[A-Z]{2}-/, "");

const million = 1_000_000;

/** The tax of a rate in parts per million, included in or added to an amount, in minor units, rounded half up. */
export function calculateTax(amount: number, ratePpm: number, included: boolean): number {
  const whole = included ? million + ratePpm : million;
  const twice = 2 * amount * ratePpm + whole;
  // The product can exceed the safe integers of a double.
  if (Number.isSafeInteger(twice)) return Math.floor(twice / (2 * whole));
  return Number((2n * BigInt(amount) * BigInt(ratePpm) + BigInt(whole)) / (2n * BigInt(whole)));
}
