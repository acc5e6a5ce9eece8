import type { ShippingRate } from "#contract/shipping.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

export interface MethodRow {
  id: number;
  name: string;
  carrier: string | null;
  min_days: number;
  max_days: number;
  rates: ShippingRate[];
}
export interface ZoneMethodRow {
  /** Of the zone. */
  postal_patterns: string[];
  /** Null if the zone has no method: nothing is shipped there. */
  method: MethodRow | null;
}

/** The shipping methods for a country with their rates, in the merchant's order, and zones without any. */
export const getShippingTerms = (db: Db | Tx, country: string) =>
  listRows<ZoneMethodRow>(db)`
    select z.postal_patterns,
      case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'carrier', m.carrier, 'min_days', m.min_days,
        'max_days', m.max_days,
        'rates', (select coalesce(jsonb_agg(jsonb_build_object('price_amount', r.price_amount,
            'min_subtotal_amount', r.min_subtotal_amount, 'max_subtotal_amount', r.max_subtotal_amount,
            'min_weight_g', r.min_weight_g, 'max_weight_g', r.max_weight_g) order by r.price_amount, r.id), '[]')
          from shipping_rates r where r.method_id = m.id)) end as method
    from shipping_zones z
    left join shipping_methods m on m.zone_id = z.id and m.is_active
    where z.countries @> array[${country}]
    order by m.position, m.id`;

/** Countries of all zones with an active method. */
export async function listDeliveryCountries(db: Db | Tx): Promise<string[]> {
  const rows = await listRows<{ country: string }>(db)`
    select c.country
    from shipping_zones z, unnest(z.countries) with ordinality as c (country, place)
    where exists (select 1 from shipping_methods m where m.zone_id = z.id and m.is_active)
    order by z.id, c.place`;
  return [...new Set(rows.map((row) => row.country))];
}
