import type { ShippingRate } from "#contract/shipping.ts";
import { hasPostalPrefix, isSamePostalCode } from "#server/shop/shop.ts";
import type { ZoneMethodRow } from "./shipping.sql.ts";

export { deleteDefaultShipping, listZoneMethods, listZones } from "./shipping.admin.sql.ts";
export { updateMethod, updateZone } from "./shipping.admin.ts";
export { getShippingTerms, listDeliveryCountries } from "./shipping.sql.ts";

/** Zones, methods and rates of a country. */
export type ShippingTerms = readonly ZoneMethodRow[];
/** What has to be shipped: `subtotal` in minor units before discounts, `weight` in grams. */
export interface ShippingInput {
  subtotal: number;
  weight: number;
  postalCode?: string | undefined;
}
/** A shipping method with its price. */
export interface PricedShippingMethod {
  id: number;
  name: string;
  carrier: string | null;
  min_days: number;
  max_days: number;
  price_amount: number;
  /** Subtotal from which this rate applies; null if the rate does not depend on it. */
  from_subtotal: number | null;
}

const listMethodsFor = (terms: ShippingTerms, shipment: ShippingInput): PricedShippingMethod[] =>
  methodsInZone(terms, shipment.postalCode)
    .flatMap(({ method }) => {
      const rate = method?.rates.find((one) => matchesRate(one, shipment));
      if (!method || !rate) return [];
      const { id, name, carrier, min_days, max_days } = method;
      const from_subtotal = rate.min_subtotal_amount || null;
      return [{ id, name, carrier, min_days, max_days, price_amount: rate.price_amount, from_subtotal }];
    })
    .sort((one, other) => one.price_amount - other.price_amount);

export interface ShippingEstimate {
  /** The methods available for this shipment, cheapest first; empty if the shop does not ship there. */
  methods: PricedShippingMethod[];
  /** Subtotal from which shipping is free; null if never, or if it is always free. */
  freeFrom: number | null;
  /** Whether it would be free at this subtotal if it weighed less. */
  isTooHeavyForFree: boolean;
}

/** What shipping costs, wherever the shop says so: product page, cart, checkout and order. */
export function estimateShipping(terms: ShippingTerms, shipment: ShippingInput): ShippingEstimate {
  const methods = listMethodsFor(terms, shipment);
  const free = methodsInZone(terms, shipment.postalCode)
    .flatMap(({ method }) => method?.rates ?? [])
    .filter(({ price_amount }) => price_amount === 0);
  const reachable = free
    .filter((rate) => matchesRate(rate, { ...shipment, subtotal: qualifyingSubtotal(rate, shipment.subtotal) }))
    .map((rate) => rate.min_subtotal_amount ?? 0);
  const isTooHeavy = ({ min_subtotal_amount: min, max_subtotal_amount: max, max_weight_g: limit }: ShippingRate) =>
    limit !== null && shipment.weight > limit && isBetween(shipment.subtotal, min, max);
  return {
    methods,
    freeFrom: reachable.length > 0 && !reachable.includes(0) ? Math.min(...reachable) : null,
    isTooHeavyForFree: methods[0] !== undefined && methods[0].price_amount > 0 && free.some(isTooHeavy),
  };
}

/** What one unit of a variation costs to ship, by itself: as its product page, the estimate and a cart of it say. */
export const estimateShippingOfUnit = (
  terms: ShippingTerms,
  { price, weight_g, postalCode }: { price: number; weight_g: number | null; postalCode?: string | undefined },
): ShippingEstimate => estimateShipping(terms, { subtotal: price, weight: weight_g ?? 0, postalCode });

/** From which subtotal and up to which weight a method is free, as the delivery page promises; null if never. */
export function freeShippingOffer(
  rates: readonly ShippingRate[],
): { from: number; max_weight_g: number | null } | null {
  const free = rates.filter(
    (rate) => rate.price_amount === 0 && (rate.min_weight_g ?? 0) === 0 && rate.max_subtotal_amount === null,
  );
  const from = Math.min(...free.map((rate) => rate.min_subtotal_amount ?? 0));
  const limits = free.filter((rate) => (rate.min_subtotal_amount ?? 0) === from).map((rate) => rate.max_weight_g);
  if (free.length === 0) return null;
  return { from, max_weight_g: limits.includes(null) ? null : Math.max(...limits.map((limit) => limit ?? 0)) };
}

const qualifyingSubtotal = (rate: ShippingRate, subtotal: number) => Math.max(subtotal, rate.min_subtotal_amount ?? 0);

/** Whether two postal codes of the country have the same methods. */
export const haveSameMethods = (terms: ShippingTerms, one: string | undefined, other: string | undefined): boolean => {
  const [here, there] = [methodsInZone(terms, one), methodsInZone(terms, other)];
  return here.length === there.length && here.every((way) => there.includes(way));
};

/** Customs unions without duties between their members. Source: https://taxation-customs.ec.europa.eu */
const customsUnions = [
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK",
  "GB GG IM JE",
  "CH LI",
].map((union) => union.split(" "));

/** Whether duties may be charged on a delivery from one country to another. */
export const hasDuties = (from: string | undefined, to: string): boolean =>
  from !== undefined && from !== to && !customsUnions.some((union) => union.includes(from) && union.includes(to));

/**
 * A zone with postal codes replaces the country's for them, even without a method: islands are not the mainland. Of
 * several the narrowest applies, which has the longest beginning of the code, or the code itself.
 */
function methodsInZone(terms: ShippingTerms, postalCode: string | undefined) {
  const widths = terms.map(({ postal_patterns: patterns }) =>
    patterns.length === 0 ? 0 : Math.max(-1, ...patterns.map((pattern) => widthOf(pattern, postalCode ?? ""))),
  );
  const narrowest = Math.max(...widths);
  return terms.filter((_, at) => widths[at] === narrowest && narrowest >= 0);
}

/** How much of a postal code a pattern names; -1 if it is of others. */
function widthOf(pattern: string, code: string): number {
  if (code.trim() === "") return -1;
  if (!pattern.endsWith("*")) return isSamePostalCode(code, pattern) ? Number.POSITIVE_INFINITY : -1;
  const prefix = pattern.slice(0, -1);
  return hasPostalPrefix(code, prefix) ? prefix.replaceAll(" ", "").length : -1;
}

const matchesRate = (rate: ShippingRate, { subtotal, weight }: ShippingInput) =>
  isBetween(subtotal, rate.min_subtotal_amount, rate.max_subtotal_amount) &&
  isBetween(weight, rate.min_weight_g, rate.max_weight_g);

const isBetween = (value: number, min: number | null, max: number | null) =>
  (min === null || value >= min) && (max === null || value <= max);
