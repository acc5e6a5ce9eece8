import type { ShippingMethod } from "#contract/checkout.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import { listCountries, listMethods, listRates, type RateRow } from "./shipping.sql.ts";

/** The ways a basket worth `subtotal` (minor units) can be delivered to a country, cheapest first; none if we do not deliver there. */
export async function deliveryMethods(
  db: Db | Tx,
  { country, subtotal }: { country: string; subtotal: number },
): Promise<ShippingMethod[]> {
  const rows = await listMethods(db, country, subtotal);
  return rows.map(({ price_amount, currency, ...method }) => ({
    ...method,
    price: { amount: price_amount, currency },
  }));
}

export type DeliveryRate = RateRow;
/** All that delivery to a country can cost, for estimates of many baskets at once. */
export const deliveryRates = (db: Db | Tx, country: string): Promise<DeliveryRate[]> => listRates(db, country);

/** What the cheapest delivery of a basket worth `subtotal` costs, in minor units; undefined when nothing delivers it. */
export const cheapestDelivery = (rates: readonly DeliveryRate[], subtotal: number): number | undefined =>
  rates.find(
    ({ min_subtotal_amount: min, max_subtotal_amount: max }) => subtotal >= min && (max === null || subtotal <= max),
  )?.price_amount;

/** Where the shop delivers, its own country first (ISO 3166-1 alpha-2). */
export const deliveryCountries = (db: Db | Tx): Promise<string[]> => listCountries(db);
