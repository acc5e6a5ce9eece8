import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

export interface MethodRow {
  id: number;
  name: string;
  min_days: number;
  max_days: number;
  price_amount: number;
  currency: string;
}

/** Methods that deliver a basket of this value to a country, cheapest first. */
export async function listMethods(db: Db | Tx, country: string, subtotal: number): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select m.id, m.name, m.min_days, m.max_days, min(r.price_amount) as price_amount, min(r.currency) as currency
    from shipping_zones z
    join shipping_methods m on m.zone_id = z.id and m.is_active
    join shipping_rates r on r.method_id = m.id
    where z.countries @> array[${country}]
      and ${subtotal}::bigint >= coalesce(r.min_subtotal_amount, 0)
      and (r.max_subtotal_amount is null or ${subtotal}::bigint <= r.max_subtotal_amount)
    group by m.id
    order by min(r.price_amount), m.position, m.id`.execute(db);
  return rows;
}

export interface RateRow {
  price_amount: number;
  min_subtotal_amount: number;
  max_subtotal_amount: number | null;
}

/** Every rate of the methods that deliver to a country, cheapest first. */
export async function listRates(db: Db | Tx, country: string): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select r.price_amount, coalesce(r.min_subtotal_amount, 0) as min_subtotal_amount, r.max_subtotal_amount
    from shipping_zones z
    join shipping_methods m on m.zone_id = z.id and m.is_active
    join shipping_rates r on r.method_id = m.id
    where z.countries @> array[${country}]
    order by r.price_amount`.execute(db);
  return rows;
}

/** Countries of all zones with an active method, zone by zone. */
export async function listCountries(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select c.country
    from shipping_zones z, unnest(z.countries) with ordinality as c (country, place)
    where exists (select 1 from shipping_methods m where m.zone_id = z.id and m.is_active)
    order by z.id, c.place`.execute(db);
  return [...new Set(rows.map((row) => row.country))];
}
