import { sql } from "kysely";
import { type Db, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

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
export const listInconsistencies = (db: Db | Tx) =>
  listRows<StockInconsistency>(db)`
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
    select 'on_hand', variation_id, moved_on_hand, on_hand,
      'on hand ' || on_hand || ' but movements sum to ' || moved_on_hand
    from sums
    where on_hand <> moved_on_hand
    union all
    select 'moved', variation_id, reserved, moved_reserved,
      'reserved ' || reserved || ' but movements sum to ' || moved_reserved
    from sums
    where reserved <> moved_reserved and reserved = held
    union all
    select 'held_too_long', variation_id, 0, sum(quantity)::int,
      'carts hold ' || sum(quantity) || ' though their time is over'
    from stock_hold_units
    join stock_holds h using (cart_id)
    where h.expires_at < ${overdue}
    group by variation_id`;

/** Number of records checked. */
export const countChecked = (db: Db | Tx) =>
  getRow<{ variations: number; reservations: number; movements: number; holdings: number }>(db)`
    select (select count(*) from stock_levels)::int as variations,
      (select count(*) from stock_reservations)::int as reservations,
      (select count(*) from stock_movements)::int as movements,
      (select count(*) from stock_hold_units)::int as holdings`;
