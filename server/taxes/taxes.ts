import type { Db, Tx } from "#server/platform/database/database.ts";
import { normalizePostalCode } from "#server/shop/shop.ts";
import { listCountryRates, type RateRow } from "./taxes.sql.ts";

export { listClasses } from "./taxes.admin.sql.ts";
// The door of taxes: what rooms above it may call.
export { createTaxRate } from "./taxes.admin.ts";

/** The rates of a country, the most particular first. */
export type TaxRates = readonly RateRow[];
/** Where and when something is taxed: `today` is `YYYY-MM-DD` in the shop's time zone, asked only where rates are dated. */
export interface TaxPlace {
  postalCode: string | undefined;
  /** State or province, as an address has it: `ON`, or `CA-ON`. */
  region?: string | null | undefined;
  today(): string;
}
/** The rate something carries, in basis points (2100 is 21 %), and its name; null where no tax is due. */
export type AppliedTax = { rate_bp: number; name: string; of: string } | null;

/** All rates of a country, to be asked with `taxOn` and `taxOnDelivery`. */
export const listTaxRates = (db: Db | Tx, country: string): Promise<TaxRates> => listCountryRates(db, country);

/** The rate goods of a class carry; null stands for the default class, which also stands in where a class has no rate. */
export function getGoodsTax(rates: TaxRates, classId: number | null, place: TaxPlace): AppliedTax {
  const due = ratesInForce(rates, place);
  const own = pickRates(due.filter((one) => one.tax_class_id === classId));
  const usual = pickRates(due.filter((one) => one.is_default));
  const rate = own.rate ?? usual.rate;
  return combineRates(rate, own.onTop ?? (own.rate ? undefined : usual.onTop));
}

/** The rate delivery carries: that of the default class, where it includes delivery. */
export function getShippingTax(rates: TaxRates, place: TaxPlace): AppliedTax {
  const { rate, onTop } = pickRates(ratesInForce(rates, place).filter((one) => one.is_default));
  const carried = (one: RateRow | undefined) => (one?.includes_shipping ? one : undefined);
  return combineRates(carried(rate), carried(onTop), "delivery");
}

/** The most particular rate, and the most particular of those that come on top of it. */
const pickRates = (rates: TaxRates) => ({
  rate: rates.find(({ compound }) => !compound),
  onTop: rates.find(({ compound }) => compound),
});

/**
 * One rate for two that are taken one on the other, rounded half up to a basis point: a line carries one rate, and what
 * is charged is that rate of it.
 */
function combineRates(
  rate: RateRow | undefined,
  onTop: RateRow | undefined,
  of = rate?.class_name ?? onTop?.class_name ?? "",
): AppliedTax {
  const one = rate ?? onTop;
  if (!one) return null;
  if (!rate || !onTop) return { rate_bp: one.rate_bp, name: one.name, of };
  const rate_bp = Math.round(rate.rate_bp + onTop.rate_bp + (rate.rate_bp * onTop.rate_bp) / 10_000);
  return { rate_bp, name: `${rate.name} + ${onTop.name}`, of };
}

const ratesInForce = (rates: TaxRates, { postalCode = "", region, today }: TaxPlace) =>
  rates.filter(
    ({ region: limit, postal_prefix: prefix, valid_from: from, valid_to: to }) =>
      (limit === null || limit === normalizeRegion(region)) &&
      (prefix === null || normalizePostalCode(postalCode).startsWith(normalizePostalCode(prefix))) &&
      (from === null || from <= today()) &&
      (to === null || today() <= to),
  );

/** ISO 3166-2 writes the country before it, people do not. */
const normalizeRegion = (region: string | null | undefined) =>
  region
    ?.trim()
    .toUpperCase()
    .replace(/^[A-Z]{2}-/, "");

/** The tax in (`included`) or on top of an amount, both in minor units, rounded half up. */
export function calculateTax(amount: number, rateBp: number, included: boolean): number {
  const whole = included ? 10_000 + rateBp : 10_000;
  const twice = 2 * amount * rateBp + whole;
  // Amount times rate can leave the whole numbers that doubles hold exactly.
  if (Number.isSafeInteger(twice)) return Math.floor(twice / (2 * whole));
  return Number((2n * BigInt(amount) * BigInt(rateBp) + BigInt(whole)) / (2n * BigInt(whole)));
}
