import type { ShippingMethod } from "#contract/checkout.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import { listCountries, listMethods } from "./shipping.sql.ts";

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

/** Where the shop delivers, its own country first (ISO 3166-1 alpha-2). */
export const deliveryCountries = (db: Db | Tx): Promise<string[]> => listCountries(db);
