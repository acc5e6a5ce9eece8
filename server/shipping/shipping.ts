import type { Db, Tx } from "#server/platform/database/database.ts";
import { plainPostalCode as plain } from "#server/shop/shop.ts";
import { listCountries, listZoneWays, type RateRow, type ZoneWayRow } from "./shipping.sql.ts";

export { listZoneMethods, listZones } from "./desk.sql.ts";
// The door of delivery: what rooms above it may call.
export { changeMethod } from "./desk.ts";

/** All that delivery to a country can cost. */
export type DeliveryTerms = readonly ZoneWayRow[];
/** What is to be delivered: goods worth `subtotal` (minor units, before discounts) of so many grams. */
export interface Parcel {
  subtotal: number;
  weight: number;
  postalCode?: string | undefined;
}
/** A way of delivery for one parcel. */
export interface Delivery {
  id: number;
  name: string;
  min_days: number;
  max_days: number;
  price_amount: number;
  /** From which value of goods on it costs this little; null when the value does not matter. */
  from_subtotal: number | null;
}

/** What delivery to a country can cost, to be asked with `waysFor`. */
export const deliveryTerms = (db: Db | Tx, country: string): Promise<DeliveryTerms> => listZoneWays(db, country);

/** The ways this parcel can be delivered, cheapest first; none if we do not deliver it there. */
export function waysFor(terms: DeliveryTerms, parcel: Parcel): Delivery[] {
  return inZone(terms, parcel.postalCode)
    .flatMap(({ method }) => {
      const rate = method?.rates.find((one) => fits(one, parcel));
      if (!method || !rate) return [];
      const { id, name, min_days, max_days } = method;
      const from_subtotal = rate.min_subtotal_amount || null;
      return [{ id, name, min_days, max_days, price_amount: rate.price_amount, from_subtotal }];
    })
    .sort((one, other) => one.price_amount - other.price_amount);
}

/** From which value of goods on this parcel is delivered free; null when never, or whatever it is worth. */
export function freeFrom(terms: DeliveryTerms, { subtotal, weight, postalCode }: Parcel): number | null {
  const free = inZone(terms, postalCode)
    .flatMap(({ method }) => method?.rates ?? [])
    .filter((rate) => rate.price_amount === 0 && fits(rate, { subtotal: soonest(rate, subtotal), weight }))
    .map((rate) => rate.min_subtotal_amount ?? 0);
  return free.length > 0 && !free.includes(0) ? Math.min(...free) : null;
}

const soonest = (rate: RateRow, subtotal: number) => Math.max(subtotal, rate.min_subtotal_amount ?? 0);

/** Whether the same ways of delivery are there for two postal codes of the country these terms are for. */
export const isDeliveredAlike = (terms: DeliveryTerms, one: string | undefined, other: string | undefined): boolean => {
  const [here, there] = [inZone(terms, one), inZone(terms, other)];
  return here.length === there.length && here.every((way) => there.includes(way));
};

/** The same, asked from the database: for a product's page, which knows nobody's basket. */
export const deliveryMethods = async (db: Db | Tx, country: string, parcel: Parcel): Promise<Delivery[]> =>
  waysFor(await deliveryTerms(db, country), parcel);

/** Where the shop delivers, its own country first (ISO 3166-1 alpha-2). */
export const deliveryCountries = (db: Db | Tx): Promise<string[]> => listCountries(db);

/** A zone of certain postal codes stands in place of the whole country there, also without a way: islands are not the mainland. */
function inZone(terms: DeliveryTerms, postalCode: string | undefined) {
  const code = plain(postalCode ?? "");
  const isIn = (pattern: string) =>
    pattern.endsWith("*") ? code.startsWith(plain(pattern.slice(0, -1))) : code === plain(pattern);
  const narrow = terms.filter(({ postal_patterns }) => code !== "" && postal_patterns.some(isIn));
  return narrow.length > 0 ? narrow : terms.filter(({ postal_patterns }) => postal_patterns.length === 0);
}

const fits = (rate: RateRow, { subtotal, weight }: Parcel) =>
  within(subtotal, rate.min_subtotal_amount, rate.max_subtotal_amount) &&
  within(weight, rate.min_weight_g, rate.max_weight_g);

const within = (value: number, min: number | null, max: number | null) =>
  (min === null || value >= min) && (max === null || value <= max);
