import { inOrder, listRows, listValues, type Tx } from "#server/platform/database/database.ts";
import { type LineUnits, lockLevelsOfLines, unitsOf } from "./stock.sql.ts";

/**
 * How many of these units a shipment took from stock; the rest was shipped on backorder. Locks the stock levels first,
 * in the same order as receipts do. An order has one line per variation.
 */
export async function listCommittedUnits(tx: Tx, lines: LineUnits[], ref: string): Promise<LineUnits[]> {
  const [, committed] = await inOrder(
    tx,
    () => lockLevelsOfLines(tx, lines),
    () => listRows<LineUnits>(tx)`
      select w.order_line_id, -m.delta_on_hand as quantity
      from ${unitsOf(lines)}
      join stock_reservations r on r.order_line_id = w.order_line_id
      join stock_movements m on m.reason = 'commit' and m.ref_type = 'fulfilment' and m.ref_id = ${ref}
        and m.variation_id = r.variation_id and m.location_id = r.location_id`,
  );
  return committed;
}

/** Returns shipped units to stock and to their reservations. Returns the lines that had shipped that many. */
export const undoCommit = (tx: Tx, lines: LineUnits[], ref: string) =>
  listValues<number>(tx)`
    with back as (
      update stock_reservations r
      set committed = r.committed - w.quantity, state = 'active'
      from ${unitsOf(lines)}
      where r.order_line_id = w.order_line_id
        and r.committed >= w.quantity
        and (r.state = 'active' or r.committed = r.quantity)
      returning r.order_line_id, r.variation_id, r.location_id, w.quantity
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, sum(quantity), sum(quantity), 'correction', 'fulfilment', ${ref}::text
      from back
      group by variation_id, location_id
    ), moved as (
      update stock_levels s
      set on_hand = s.on_hand + b.quantity, reserved = s.reserved + b.quantity, version = s.version + 1
      from (select variation_id, location_id, sum(quantity)::int as quantity from back group by 1, 2) b
      where s.variation_id = b.variation_id and s.location_id = b.location_id
    )
    select order_line_id from back`;

/** Puts units shipped on backorder back on backorder. Returns their variations. */
export const undoShippedBackorders = (tx: Tx, lines: LineUnits[]) =>
  listRows<{ variation_id: number }>(tx)`
    update stock_backorders b
    set quantity = b.quantity + w.quantity, shipped = b.shipped - w.quantity, filled_at = null
    from ${unitsOf(lines)}
    where b.order_line_id = w.order_line_id and b.shipped >= w.quantity
    returning b.variation_id`;
