import type { Db, Tx } from "#server/platform/database/database.ts";
import { getSettings, hasPostalPrefix } from "#server/shop/shop.ts";
import { listRateRows, type RateRow } from "./taxes.sql.ts";
import { exemptsTerritories } from "./vat/exempt-territories.ts";
import { isOutsideVatTerritory } from "./vat/territory.ts";

export { createTaxRate, invalidateRatesOfDay } from "./taxes.admin.ts";
export { listClasses } from "./taxes.sql.ts";
export { resemblesCompany } from "./vat/company-names.ts";
export { isExemptTerritory } from "./vat/exempt-territories.ts";
export {
  decideVat,
  expectsReverseCharge,
  isCrossBorder,
  noVatDecision,
  presentVatCheck,
  sellerCountryOf,
  type VatDecision,
  type VatRequest,
} from "./vat/reverse-charge.ts";
export { memberStateOf } from "./vat/territory.ts";

/** The rates of a country, most specific first. */
export type TaxRates = readonly CountryRate[];
interface CountryRate extends RateRow {
  /** Whether it doesn't apply in territories of its country that are outside of the EU's VAT. */
  excludes_territories: boolean;
}
/** Place and date of taxation: `today` is `YYYY-MM-DD` in the shop's time zone, called only for dated rates. */
export interface TaxPlace {
  postalCode: string | undefined;
  /** State or province as in an address: `ON` or `CA-ON`. */
  region?: string | null | undefined;
  today(): string;
}
/** One of several rates that are charged together. */
export interface TaxRatePart {
  name: string;
  rate_ppm: number;
}
/**
 * A tax rate in parts per million (210000 is 21%) with its name; null if no tax is due. `parts` are the rates it consists of,
 * if they are charged beside each other.
 */
export type AppliedTax = { rate_ppm: number; name: string; of: string; parts?: TaxRatePart[] } | null;

/** The rates of a country, most specific first, as the settings of the shop apply them. */
export async function listTaxRates(db: Db | Tx, country: string): Promise<TaxRates> {
  const isExempt = exemptsTerritories(await getSettings(db), country);
  return (await listRateRows(db, country)).map((row) => ({
    ...row,
    excludes_territories: isExempt && row.region === null && row.postal_prefix === null,
  }));
}

/** The tax on goods of a class; null is the default class, which also applies where a class has no rate. */
export function getGoodsTax(rates: TaxRates, classId: number | null, place: TaxPlace): AppliedTax {
  return combineRates(pickGoodsRates(rates, classId, place));
}

/** Whether tax is charged on goods of a class: not where no rate applies, or one of zero. */
export const isTaxed = (rates: TaxRates, classId: number | null, place: TaxPlace): boolean =>
  (getGoodsTax(rates, classId, place)?.rate_ppm ?? 0) > 0;

function pickGoodsRates(rates: TaxRates, classId: number | null, place: TaxPlace): PickedRates {
  const due = ratesInForce(rates, place);
  const own = pickRates(due.filter((one) => one.tax_class_id === classId));
  const usual = pickRates(due.filter((one) => one.is_default));
  return {
    rate: own.rate ?? usual.rate,
    beside: own.beside.length > 0 || own.rate ? own.beside : usual.beside,
    onTop: own.onTop ?? (own.rate ? undefined : usual.onTop),
  };
}

/** The tax on shipping goods of a class: that of the goods, if it includes shipping. */
export const getGoodsShippingTax = (rates: TaxRates, classId: number | null, place: TaxPlace): AppliedTax =>
  combineRates(carried(pickGoodsRates(rates, classId, place)), "delivery");

/** The tax on shipping: the rate of the default class, if it includes shipping. */
export const getShippingTax = (rates: TaxRates, place: TaxPlace): AppliedTax =>
  combineRates(carried(pickRates(ratesInForce(rates, place).filter((one) => one.is_default))), "delivery");

const carried = ({ rate, beside, onTop }: PickedRates): PickedRates => ({
  rate: rate?.includes_shipping ? rate : undefined,
  beside: beside.filter((one) => one.includes_shipping),
  onTop: onTop?.includes_shipping ? onTop : undefined,
});

interface PickedRates {
  rate: CountryRate | undefined;
  /** Charged on the same price as the rate, from the broadest place to the narrowest. */
  beside: CountryRate[];
  /** Charged on the price with all other tax. */
  onTop: CountryRate | undefined;
}

/** The most specific rate, the most specific additional rate of each name, and the most specific compound rate. */
function pickRates(rates: TaxRates): PickedRates {
  const additional = rates.filter((one) => one.additional);
  const names = additional.map(({ name }) => name);
  return {
    rate: rates.find((one) => !one.compound && !one.additional),
    beside: additional.filter(({ name }, index) => names.indexOf(name) === index).toReversed(),
    onTop: rates.find(({ compound }) => compound),
  };
}

/** Combines rates into one, rounded half up to a millionth, because a line has one rate. */
function combineRates({ rate, beside, onTop }: PickedRates, shownAs?: string): AppliedTax {
  const all = rate ? [rate, ...beside] : beside;
  const [first] = onTop ? [...all, onTop] : all;
  if (!first) return null;
  const charged = all.filter((one) => one.rate_ppm > 0);
  const named = [...(charged.length > 0 ? charged : all.slice(0, 1)), ...(onTop ? [onTop] : [])];
  const sum = charged.reduce((ppm, one) => ppm + one.rate_ppm, 0);
  const above = onTop?.rate_ppm ?? 0;
  return {
    rate_ppm: Math.round(sum + above + (sum * above) / million),
    name: named.map(({ name }) => name).join(" + "),
    of: shownAs ?? first.class_name,
    ...(charged.length > 1 && !onTop ? { parts: charged.map(({ name, rate_ppm }) => ({ name, rate_ppm })) } : {}),
  };
}

/** The rates of a place on its day. */
const ratesInForce = (rates: TaxRates, { postalCode = "", region, today }: TaxPlace) =>
  rates.filter(
    ({ country, region: limit, postal_prefix: prefix, excludes_territories, valid_from: from, valid_to: to }) =>
      !(excludes_territories && isOutsideVatTerritory({ country, postalCode })) &&
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
export const calculateTax = (amount: number, ratePpm: number, included: boolean): number =>
  fractionOf(amount, ratePpm, included ? million + ratePpm : million);

/** A rate in parts per million of an amount, in minor units, rounded half up. */
export const percentOf = (amount: number, ratePpm: number): number => fractionOf(amount, ratePpm, million);

function fractionOf(amount: number, part: number, whole: number): number {
  const twice = 2 * amount * part + whole;
  // The product can exceed the safe integers of a double.
  if (Number.isSafeInteger(twice)) return Math.floor(twice / (2 * whole));
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}
