import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

/** A figure of a variation's stock that is not what it should be. */
export interface StockDiscrepancy {
  check: "reserved" | "on_hand" | "moved";
  variation_id: number;
  expected: number;
  found: number;
  problem: string;
}

/** Rows whose books do not add up: none, if all is well. */
export async function listDiscrepancies(db: Db | Tx): Promise<StockDiscrepancy[]> {
  const { rows } = await sql<StockDiscrepancy>`
    with held as (
      select variation_id, location_id, sum(quantity - committed) as units
      from stock_reservations
      where state = 'active'
      group by 1, 2
    ), moved as (
      select variation_id, location_id, sum(delta_on_hand) as on_hand, sum(delta_reserved) as reserved
      from stock_movements
      group by 1, 2
    ), sums as (
      select variation_id, s.on_hand, s.reserved, coalesce(h.units, 0)::int as held,
        coalesce(m.on_hand, 0)::int as moved_on_hand, coalesce(m.reserved, 0)::int as moved_reserved
      from stock_levels s
      left join held h using (variation_id, location_id)
      left join moved m using (variation_id, location_id)
    )
    select 'reserved' as check, variation_id, held as expected, reserved as found,
      'reserved ' || reserved || ' but reservations sum to ' || held as problem
    from sums
    where reserved <> held
    union all
    select 'on_hand', variation_id, moved_on_hand, on_hand, 'on hand ' || on_hand || ' but movements sum to ' || moved_on_hand
    from sums
    where on_hand <> moved_on_hand
    union all
    select 'moved', variation_id, reserved, moved_reserved, 'reserved ' || reserved || ' but movements sum to ' || moved_reserved
    from sums
    where reserved <> moved_reserved and reserved = held`.execute(db);
  return rows;
}

/** How much there was to prove. */
export async function countProven(db: Db | Tx) {
  const { rows } = await sql<{ variations: number; reservations: number; movements: number }>`
    select (select count(*) from stock_levels)::int as variations, (select count(*) from stock_reservations)::int as reservations,
      (select count(*) from stock_movements)::int as movements`.execute(db);
  return rows[0] ?? { variations: 0, reservations: 0, movements: 0 };
}

/**
 * Works the figures of one variation out anew: reserved from its reservations, on hand from its movements. A movement
 * brings what movements say of reserved units in line. Fails on `stock_not_oversold` when orders hold more than there would be.
 */
export async function recountLevel(tx: Tx, variationId: number, ref: string, actorId: number) {
  await sql`select 1 from stock_levels where variation_id = ${variationId} for update`.execute(tx);
  await sql`
    with held as (
      select location_id, sum(quantity - committed)::int as units
      from stock_reservations
      where variation_id = ${variationId} and state = 'active'
      group by 1
    ), moved as (
      select location_id, sum(delta_on_hand)::int as on_hand, sum(delta_reserved)::int as reserved
      from stock_movements
      where variation_id = ${variationId}
      group by 1
    ), right_ones as (
      select s.location_id, coalesce(m.on_hand, 0) as on_hand, coalesce(h.units, 0) as reserved, coalesce(m.reserved, 0) as moved
      from stock_levels s
      left join held h using (location_id)
      left join moved m using (location_id)
      where s.variation_id = ${variationId}
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id, actor_id, note)
      select ${variationId}, location_id, 0, reserved - moved, 'correction', 'mend', ${ref}, ${actorId}, 'Brought in line with the reservations.'
      from right_ones
      where reserved <> moved
    )
    update stock_levels s
    set on_hand = r.on_hand, reserved = r.reserved, version = s.version + 1
    from right_ones r
    where s.variation_id = ${variationId} and s.location_id = r.location_id`.execute(tx);
}
