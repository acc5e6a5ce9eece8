import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** A stock figure that does not match the records it is calculated from. */
export interface StockInconsistency {
  check: "reserved" | "on_hand" | "moved" | "held_too_long";
  variation_id: number;
  expected: number;
  found: number;
  problem: string;
}

// Reserved units by orders and by carts.
const reservedByHolder = sql`
  select variation_id, location_id, quantity - committed as units from stock_reservations where state = 'active'
  union all
  select variation_id, location_id, quantity from stock_hold_units`;

// The job that runs every minute may be late on a busy server; after this it did not run at all.
const overdue = sql`now() - interval '15 minutes'`;

/** Stock levels that do not match reservations and movements. */
export async function listInconsistencies(db: Db | Tx): Promise<StockInconsistency[]> {
  const { rows } = await sql<StockInconsistency>`
    with held as (
      select variation_id, location_id, sum(units) as units
      from (${reservedByHolder}) holders
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
      'reserved ' || reserved || ' but reservations and what carts hold sum to ' || held as problem
    from sums
    where reserved <> held
    union all
    select 'on_hand', variation_id, moved_on_hand, on_hand, 'on hand ' || on_hand || ' but movements sum to ' || moved_on_hand
    from sums
    where on_hand <> moved_on_hand
    union all
    select 'moved', variation_id, reserved, moved_reserved, 'reserved ' || reserved || ' but movements sum to ' || moved_reserved
    from sums
    where reserved <> moved_reserved and reserved = held
    union all
    select 'held_too_long', variation_id, 0, sum(quantity)::int, 'carts hold ' || sum(quantity) || ' though their time is over'
    from stock_hold_units
    join stock_holds h using (cart_id)
    where h.expires_at < ${overdue}
    group by variation_id`.execute(db);
  return rows;
}

/** Carts whose expired hold of this variation was not released. */
export async function listCartsWithExpiredHold(tx: Tx, variationId: number): Promise<string[]> {
  const { rows } = await sql<{ cart_id: string }>`
    select u.cart_id
    from stock_hold_units u
    join stock_holds h using (cart_id)
    where u.variation_id = ${variationId} and h.expires_at < ${overdue}
    order by u.cart_id`.execute(tx);
  return rows.map((row) => row.cart_id);
}

/** Number of records checked. */
export async function countChecked(db: Db | Tx) {
  const { rows } = await sql<{ variations: number; reservations: number; movements: number; holdings: number }>`
    select (select count(*) from stock_levels)::int as variations, (select count(*) from stock_reservations)::int as reservations,
      (select count(*) from stock_movements)::int as movements, (select count(*) from stock_hold_units)::int as holdings`.execute(
    db,
  );
  return rows[0] ?? { variations: 0, reservations: 0, movements: 0, holdings: 0 };
}

/**
 * Recalculates the stock level of one variation: reserved from reservations and holds, on hand from movements. Adds a
 * correction movement if the movements disagree on reserved units. Fails on `stock_not_oversold` if more is reserved
 * than on hand.
 */
export async function recountLevel(tx: Tx, variationId: number, ref: string, actorId: number) {
  await sql`select 1 from stock_levels where variation_id = ${variationId} for update`.execute(tx);
  await sql`
    with held as (
      select location_id, sum(units)::int as units
      from (${reservedByHolder}) holders
      where variation_id = ${variationId}
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
