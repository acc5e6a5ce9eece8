import type { DeliveryRates, ZoneMethod } from "#contract/shipping.ts";
import type { Db } from "#server/platform/database/database.ts";
import { getSettings } from "#server/shop/shop.ts";
import { listZoneMethods, listZones } from "./shipping.admin.sql.ts";
import { freeShippingOffer } from "./shipping.ts";

/** The prices of all active methods by zone, in the merchant's order; zones without methods are left out. */
export async function listShippingRates(db: Db): Promise<DeliveryRates[]> {
  const { currency } = await getSettings(db);
  const [zones, methods] = [await listZones(db), await listZoneMethods(db)];
  const active = Map.groupBy(
    methods.filter(({ is_active }) => is_active),
    ({ zone_id }) => zone_id,
  );
  return zones.flatMap(({ id, countries, postal_patterns }) => {
    const offered = active.get(id);
    return offered
      ? [{ countries, postal_patterns, methods: offered.map((method) => toShippingMethod(method, currency)) }]
      : [];
  });
}

function toShippingMethod({ name, min_days, max_days, rates }: ZoneMethod, currency: string) {
  const prices = rates.map(({ price_amount }) => price_amount);
  const charged = prices.filter((amount) => amount > 0);
  const free = freeShippingOffer(rates);
  const money = (amount: number) => ({ amount, currency });
  const offer = charged.length > 0 ? free : null;
  return {
    name,
    min_days,
    max_days,
    price: money(charged.length > 0 ? Math.min(...charged) : 0),
    max_price: money(Math.max(...prices)),
    free_from: offer && money(offer.from),
    free_max_weight_g: offer && offer.max_weight_g,
  };
}
