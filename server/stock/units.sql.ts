import { sql } from "kysely";
import { listRows, type Tx, tableOf } from "#server/platform/database/database.ts";
import { type LineUnits, released, unitsOf, type VariationUnits } from "./stock.sql.ts";
import type { StockMove } from "./stock-move.ts";

/**
 * Releases units of reservations, whose stock levels must be locked. One without units left becomes `released`, one fully
 * shipped `committed`.
 */
export const releaseReservedUnits = (tx: Tx, lines: LineUnits[]) =>
  listRows<StockMove>(tx)`
    with wanted as (
      select r.id, r.quantity as held, w.quantity
      from ${unitsOf(lines)}
      join stock_reservations r on r.order_line_id = w.order_line_id and r.state = 'active'
      where r.quantity - r.committed >= w.quantity
    ), freed as (
      update stock_reservations r
      set quantity = case when w.quantity = r.quantity then r.quantity else r.quantity - w.quantity end,
        state = case
          when w.quantity = r.quantity then 'released'
          when r.quantity - w.quantity = r.committed then 'committed'
          else 'active'
        end
      from wanted w
      where r.id = w.id
      returning r.id, r.round, r.variation_id, r.location_id, w.held, w.quantity
    ), ${released(sql`'units'`, sql`id || ':' || round || ':' || held`)}`;

/** Adds units to stock at the default location. */
export const restockUnits = (tx: Tx, units: VariationUnits[], ref: string) =>
  listRows<StockMove>(tx)`
    with back as (
      select u.variation_id, l.id as location_id, sum(u.quantity)::int as quantity
      from ${tableOf(units, "u", { variation_id: "bigint", quantity: "int" })}, locations l
      where l.is_default
      group by 1, 2
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, quantity, 0, 'return', 'return', ${ref}::text
      from back
    )
    insert into stock_levels (variation_id, location_id, on_hand)
    select variation_id, location_id, quantity from back
    order by variation_id
    on conflict (variation_id, location_id) do update
    set on_hand = stock_levels.on_hand + excluded.on_hand, version = stock_levels.version + 1
    returning variation_id, on_hand - reserved as after,
      -(select b.quantity from back b where b.variation_id = stock_levels.variation_id) as quantity`;

/** Reserves units again that `releaseReservedUnits` released; the levels must be locked. Returns only the lines with enough stock. */
export const reserveUnitsAgain = (tx: Tx, lines: LineUnits[]) =>
  listRows<StockMove & { order_line_id: number }>(tx)`
    with wanted as (
      select r.id, w.quantity, r.variation_id, r.location_id
      from ${unitsOf(lines)}
      join stock_reservations r on r.order_line_id = w.order_line_id
    ), needs as (
      select variation_id, location_id, sum(quantity)::int as quantity from wanted group by 1, 2
    ), taken as (
      update stock_levels s
      set reserved = s.reserved + n.quantity, version = s.version + 1
      from needs n
      where s.variation_id = n.variation_id and s.location_id = n.location_id and s.on_hand - s.reserved >= n.quantity
      returning s.variation_id, s.location_id, s.on_hand - s.reserved as after
    ), held as (
      update stock_reservations r
      set quantity = case when r.state = 'released' then w.quantity else r.quantity + w.quantity end,
        state = 'active', round = r.round + 1
      from wanted w
      join taken t using (variation_id, location_id)
      where r.id = w.id
      returning r.id, r.round, r.order_line_id, r.variation_id, r.location_id, w.quantity, t.after
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, 0, quantity, 'reserve', 'units', id || ':' || round
      from held
    )
    select order_line_id, variation_id, after, quantity from held`;

/** Removes units from stock that `restockUnits` added; the levels must be locked. Returns only those that are still available. */
export const undoRestockUnits = (tx: Tx, units: VariationUnits[], ref: string) =>
  listRows<StockMove>(tx)`
    with off as (
      select u.variation_id, l.id as location_id, sum(u.quantity)::int as quantity
      from ${tableOf(units, "u", { variation_id: "bigint", quantity: "int" })}, locations l
      where l.is_default
      group by 1, 2
    ), taken as (
      update stock_levels s
      set on_hand = s.on_hand - o.quantity, version = s.version + 1
      from off o
      where s.variation_id = o.variation_id and s.location_id = o.location_id and s.on_hand - s.reserved >= o.quantity
      returning s.variation_id, s.location_id, s.on_hand - s.reserved as after, o.quantity
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, -quantity, 0, 'correction', 'return', ${ref}::text
      from taken
    )
    select variation_id, after, quantity from taken`;
