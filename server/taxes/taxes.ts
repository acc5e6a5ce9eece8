import type { Db, Tx } from "#server/platform/db.ts";
import { listCountryRates, type RateRow } from "./taxes.sql.ts";

export { listClasses } from "./desk.sql.ts";
// The door of taxes: what rooms above it may call.
export { makeTaxRate } from "./desk.ts";

/** The rates of a country, the most particular first. */
export type TaxRates = readonly RateRow[];
/** Where and when something is taxed: `today` is `YYYY-MM-DD` in the shop's time zone, asked only where rates are dated. */
export interface TaxPlace {
  postalCode: string | undefined;
  today(): string;
}
/** The rate something carries, in basis points (2100 is 21 %), and its name; null where no tax is due. */
export type DueTax = { rate_bp: number; name: string; of: string } | null;

/** All rates of a country, to be asked with `taxOn` and `taxOnDelivery`. */
export const taxRates = (db: Db | Tx, country: string): Promise<TaxRates> => listCountryRates(db, country);

/** The rate goods of a class carry; null stands for the default class, which also stands in where a class has no rate. */
export function taxOn(rates: TaxRates, classId: number | null, place: TaxPlace): DueTax {
  const due = inForce(rates, place);
  const rate = due.find((one) => one.tax_class_id === classId) ?? due.find((one) => one.is_default);
  return rate ? { rate_bp: rate.rate_bp, name: rate.name, of: rate.class_name } : null;
}

/** The rate delivery carries: that of the default class, where it includes delivery. */
export function taxOnDelivery(rates: TaxRates, place: TaxPlace): DueTax {
  const rate = inForce(rates, place).find((one) => one.is_default);
  return rate?.includes_shipping ? { rate_bp: rate.rate_bp, name: rate.name, of: "delivery" } : null;
}

const inForce = (rates: TaxRates, { postalCode = "", today }: TaxPlace) =>
  rates.filter(
    ({ postal_prefix: prefix, valid_from: from, valid_to: to }) =>
      (prefix === null || postalCode.startsWith(prefix)) &&
      (from === null || from <= today()) &&
      (to === null || today() <= to),
  );

/** The tax in (`included`) or on top of an amount, both in minor units, rounded half up. */
export function taxOf(amount: number, rateBp: number, included: boolean): number {
  const [share, whole] = included ? [amount * rateBp, 10_000 + rateBp] : [amount * rateBp, 10_000];
  return Math.floor((2 * share + whole) / (2 * whole));
}
