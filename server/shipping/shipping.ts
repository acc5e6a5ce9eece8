import type { Db, Tx } from "#server/platform/database/database.ts";
import { normalizePostalCode as plain } from "#server/shop/shop.ts";
import { listCountries, listMethodsByZone, type RateRow, type ZoneMethodRow } from "./shipping.sql.ts";

export { listZoneMethods, listZones } from "./shipping.admin.sql.ts";
// The door of delivery: what rooms above it may call.
export { updateMethod } from "./shipping.admin.ts";

/** All that delivery to a country can cost. */
export type ShippingTerms = readonly ZoneMethodRow[];
/** What is to be delivered: goods worth `subtotal` (minor units, before discounts) of so many grams. */
export interface ShippingInput {
  subtotal: number;
  weight: number;
  postalCode?: string | undefined;
}
/** A way of delivery for one parcel. */
export interface DeliveryMethod {
  id: number;
  name: string;
  min_days: number;
  max_days: number;
  price_amount: number;
  /** From which value of goods on it costs this little; null when the value does not matter. */
  from_subtotal: number | null;
}

/** What delivery to a country can cost, to be asked with `waysFor`. */
export const getShippingTerms = (db: Db | Tx, country: string): Promise<ShippingTerms> =>
  listMethodsByZone(db, country);

/** The ways this parcel can be delivered, cheapest first; none if we do not deliver it there. */
export function listMethodsFor(terms: ShippingTerms, parcel: ShippingInput): DeliveryMethod[] {
  return methodsInZone(terms, parcel.postalCode)
    .flatMap(({ method }) => {
      const rate = method?.rates.find((one) => matchesRate(one, parcel));
      if (!method || !rate) return [];
      const { id, name, min_days, max_days } = method;
      const from_subtotal = rate.min_subtotal_amount || null;
      return [{ id, name, min_days, max_days, price_amount: rate.price_amount, from_subtotal }];
    })
    .sort((one, other) => one.price_amount - other.price_amount);
}

/** From which value of goods on this parcel is delivered free; null when never, or whatever it is worth. */
export function freeShippingThreshold(
  terms: ShippingTerms,
  { subtotal, weight, postalCode }: ShippingInput,
): number | null {
  const free = methodsInZone(terms, postalCode)
    .flatMap(({ method }) => method?.rates ?? [])
    .filter(
      (rate) => rate.price_amount === 0 && matchesRate(rate, { subtotal: qualifyingSubtotal(rate, subtotal), weight }),
    )
    .map((rate) => rate.min_subtotal_amount ?? 0);
  return free.length > 0 && !free.includes(0) ? Math.min(...free) : null;
}

const qualifyingSubtotal = (rate: RateRow, subtotal: number) => Math.max(subtotal, rate.min_subtotal_amount ?? 0);

/** Whether the same ways of delivery are there for two postal codes of the country these terms are for. */
export const haveSameMethods = (terms: ShippingTerms, one: string | undefined, other: string | undefined): boolean => {
  const [here, there] = [methodsInZone(terms, one), methodsInZone(terms, other)];
  return here.length === there.length && here.every((way) => there.includes(way));
};

/** The same, asked from the database: for a product's page, which knows nobody's basket. */
export const listDeliveryMethods = async (
  db: Db | Tx,
  country: string,
  parcel: ShippingInput,
): Promise<DeliveryMethod[]> => listMethodsFor(await getShippingTerms(db, country), parcel);

/** Where the shop delivers, its own country first (ISO 3166-1 alpha-2). */
export const listDeliveryCountries = (db: Db | Tx): Promise<string[]> => listCountries(db);

/** A zone of certain postal codes stands in place of the whole country there, also without a way: islands are not the mainland. */
function methodsInZone(terms: ShippingTerms, postalCode: string | undefined) {
  const code = plain(postalCode ?? "");
  const isIn = (pattern: string) =>
    pattern.endsWith("*") ? code.startsWith(plain(pattern.slice(0, -1))) : code === plain(pattern);
  const narrow = terms.filter(({ postal_patterns }) => code !== "" && postal_patterns.some(isIn));
  return narrow.length > 0 ? narrow : terms.filter(({ postal_patterns }) => postal_patterns.length === 0);
}

const matchesRate = (rate: RateRow, { subtotal, weight }: ShippingInput) =>
  isBetween(subtotal, rate.min_subtotal_amount, rate.max_subtotal_amount) &&
  isBetween(weight, rate.min_weight_g, rate.max_weight_g);

const isBetween = (value: number, min: number | null, max: number | null) =>
  (min === null || value >= min) && (max === null || value <= max);
