import { sql } from "kysely";
import { countAffected, inOrder, listRows, type Tx, tableOf, valuesOf } from "#server/platform/database/database.ts";
import { type LineUnits, lockLevelsOfLines, unitsOf, type VariationUnits } from "./stock.sql.ts";
import type { StockMove } from "./stock-move.ts";

export type Backorder = LineUnits & VariationUnits;
export interface OpenBackorder extends Backorder {
  order_id: string;
}

/** Records the missing units of an order's lines. */
export const insertBackorders = (tx: Tx, orderId: string, owed: Backorder[]) =>
  sql`
    insert into stock_backorders (order_line_id, order_id, variation_id, quantity)
    select order_line_id, ${orderId}::uuid, variation_id, quantity
    from ${tableOf(owed, "w", { order_line_id: "bigint", variation_id: "bigint", quantity: "int" })}
    on conflict (order_line_id) do update
    set quantity = excluded.quantity, created_at = now(), filled_at = null`.execute(tx);

export const cancelBackorders = (tx: Tx, orderId: string) =>
  sql`update stock_backorders set quantity = 0 where order_id = ${orderId}::uuid and quantity > 0`.execute(tx);

/** Backordered and reserved units of these lines. Locks all their stock levels first, in the same order as receipts do. */
export async function listBackorderedLines(tx: Tx, lines: LineUnits[]) {
  const [, rows] = await inOrder(
    tx,
    () => lockLevelsOfLines(tx, lines),
    () => listRows<{ order_line_id: number; owed: number; held: number }>(tx)`
      select b.order_line_id, b.quantity as owed, coalesce(sum(r.quantity - r.committed), 0)::int as held
      from stock_backorders b
      left join stock_reservations r on r.order_line_id = b.order_line_id and r.state = 'active'
      where b.order_line_id = any(${valuesOf(lines, "order_line_id")}::bigint[]) and b.quantity > 0
      group by b.order_line_id`,
  );
  return new Map(rows.map((row) => [row.order_line_id, row]));
}

/** Counts backordered units as shipped. Returns how many lines had that many. */
export const shipBackorders = (tx: Tx, lines: LineUnits[]) =>
  countAffected(tx)`
    update stock_backorders b
    set quantity = b.quantity - w.quantity, shipped = b.shipped + w.quantity,
      filled_at = case when b.quantity = w.quantity then now() end
    from ${unitsOf(lines)}
    where b.order_line_id = w.order_line_id and b.quantity >= w.quantity`;

export const decreaseBackorders = (tx: Tx, lines: LineUnits[]) =>
  sql`
    update stock_backorders b
    set quantity = b.quantity - w.quantity
    from ${unitsOf(lines)}
    where b.order_line_id = w.order_line_id`.execute(tx);

/** Increases the backorders of lines sold on backorder, and returns these. */
export const increaseBackorders = (tx: Tx, lines: LineUnits[]) =>
  listRows<Backorder>(tx)`
    update stock_backorders b
    set quantity = b.quantity + w.quantity, filled_at = null
    from ${unitsOf(lines)}
    where b.order_line_id = w.order_line_id
    returning b.order_line_id, b.variation_id, w.quantity`;

/** Locks the open backorders of these variations, oldest first. */
export const lockOpenBackorders = (tx: Tx, variationIds: number[]) =>
  listRows<OpenBackorder>(tx)`
    select order_id, order_line_id, variation_id, quantity
    from stock_backorders
    where variation_id = any(${variationIds}::bigint[]) and quantity > 0
    order by created_at, order_line_id
    for update`;

/** Reserves stock at the default location for backorders. The stock levels must be locked. */
export const reserveForBackorders = (tx: Tx, fills: OpenBackorder[]) =>
  listRows<StockMove>(tx)`
    with fills as (
      select f.*, l.id as location_id
      from ${tableOf(fills, "f", { order_id: "uuid", order_line_id: "bigint", variation_id: "bigint", quantity: "int" })},
        locations l
      where l.is_default
    ), filled as (
      update stock_backorders b
      set quantity = b.quantity - f.quantity, filled_at = case when b.quantity = f.quantity then now() end
      from fills f
      where b.order_line_id = f.order_line_id
    ), held as (
      insert into stock_reservations as r (order_id, order_line_id, variation_id, location_id, quantity)
      select order_id, order_line_id, variation_id, location_id, quantity from fills
      on conflict (order_line_id, location_id) do update
      set quantity = case when r.state = 'released' then excluded.quantity else r.quantity + excluded.quantity end,
        state = 'active', round = r.round + 1
      returning id, round, order_line_id
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, 0, quantity, 'reserve', 'units', held.id || ':' || held.round
      from held
      join fills using (order_line_id)
    )
    update stock_levels s
    set reserved = s.reserved + n.quantity, version = s.version + 1
    from (select variation_id, location_id, sum(quantity)::int as quantity from fills group by 1, 2) n
    where s.variation_id = n.variation_id and s.location_id = n.location_id
    returning s.variation_id, s.on_hand - s.reserved as after, n.quantity`;
