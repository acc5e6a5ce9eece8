import { type RawBuilder, sql } from "kysely";
import type { StockLevel } from "#contract/stock.ts";
import {
  type Db,
  listRows,
  listValues,
  mapRows,
  type Tx,
  tableOf,
  valuesOf,
} from "#server/platform/database/database.ts";
import type { StockMove } from "./stock-move.ts";

export interface LineUnits {
  order_line_id: number;
  quantity: number;
}
export interface VariationUnits {
  variation_id: number;
  quantity: number;
}
export interface LineToReserve extends LineUnits, VariationUnits {
  /** Whether it may be sold without stock. */
  on_backorder?: boolean;
}
/** Lines to reserve stock for, or a query with these columns. */
export type LinesToReserve = LineToReserve[] | RawBuilder<LineToReserve>;

/** The lines as a query for `order_line_id`, `variation_id` and `quantity`. */
export const columns = (lines: LinesToReserve) =>
  Array.isArray(lines)
    ? sql`
      select *
      from ${tableOf(lines, "wanted", { order_line_id: "bigint", variation_id: "bigint", quantity: "int" })}`
    : lines;

/** Units of lines as the table `w`. */
export const unitsOf = (lines: LineUnits[]) => tableOf(lines, "w", { order_line_id: "bigint", quantity: "int" });

/** Stock levels of variations, summed over locations. */
export const listLevels = (db: Db | Tx, variationIds: number[]) =>
  listRows<StockLevel>(db)`
    select variation_id, on_hand, on_hand - available as reserved, available, low_stock_level, low_below
    from available_stock
    where variation_id = any(${variationIds}::bigint[])`;

/** Locks stock levels in one fixed order, to prevent deadlocks. Returns the available stock. */
export const lockLevels = (tx: Tx, variationIds: number[]) =>
  mapRows<number, number>(tx)`
    select variation_id, on_hand - reserved as available
    from stock_levels
    where variation_id = any(${variationIds}::bigint[])
    order by variation_id, location_id
    for update`;

/** Locks the stock levels of the variations that a query lists, in the same order. */
export const lockLevelsOf = (tx: Tx, variationIds: RawBuilder<unknown>) =>
  sql`
    select 1
    from stock_levels
    where variation_id in (${variationIds})
    order by variation_id, location_id
    for update`.execute(tx);

/** Locks the stock levels of lines that were reserved or are on backorder, in the same order. */
export const lockLevelsOfLines = (tx: Tx, lines: LineUnits[]) =>
  lockLevelsOf(
    tx,
    sql`select variation_id from line_reservations where order_line_id = any(${valuesOf(lines, "order_line_id")}::bigint[])`,
  );

/** Locks the stock levels that an order has units reserved of, in the same order. */
export const lockReservedLevels = (tx: Tx, orderId: string) =>
  lockLevelsOf(
    tx,
    sql`select variation_id from stock_reservations where order_id = ${orderId}::uuid and state = 'active'`,
  );

/** Reserves stock for all lines or none, in one statement in a fixed order of locks; `after` is null where short. */
export const reserveLines = (tx: Tx, orderId: string, lines: LinesToReserve) =>
  listRows<{ variation_id: number; available: number | null; after: number | null; quantity: number }>(tx)`
    with lines as (
      ${columns(lines)}
    ), needs as (
      select variation_id, sum(quantity)::int as quantity from lines group by variation_id
    ), place as (
      select id from locations where is_default
    ), locked as (
      select s.variation_id, s.location_id, s.on_hand - s.reserved as available
      from stock_levels s
      where s.variation_id = any(array(select variation_id from needs)) and s.location_id = (select id from place)
      order by s.variation_id
      for update
    ), taken as (
      update stock_levels s
      set reserved = s.reserved + n.quantity, version = s.version + 1
      from locked l
      join needs n using (variation_id)
      where s.variation_id = l.variation_id and s.location_id = l.location_id and s.on_hand - s.reserved >= n.quantity
      returning s.variation_id, s.on_hand - s.reserved as after
    ), held as (
      insert into stock_reservations (order_id, order_line_id, variation_id, location_id, quantity)
      select ${orderId}::uuid, lines.order_line_id, lines.variation_id, place.id, lines.quantity
      from lines, place
      where (select count(*) from taken) = (select count(*) from needs)
      on conflict (order_line_id, location_id) do update
        set state = 'active', quantity = excluded.quantity, round = stock_reservations.round + 1
        where stock_reservations.state = 'released'
      returning id, round, variation_id, location_id, quantity
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, 0, quantity, 'reserve', 'reservation', id || ':' || round
      from held
    )
    select n.variation_id, l.available, t.after, n.quantity
    from needs n
    left join locked l using (variation_id)
    left join taken t using (variation_id)`;

/** Releases the active reservations of an order, whose stock levels must be locked. Idempotent. */
export const releaseReservations = (tx: Tx, orderId: string) =>
  listRows<StockMove>(tx)`
    with freed as (
      update stock_reservations
      set state = case when committed > 0 then 'committed' else 'released' end
      where order_id = ${orderId}::uuid and state = 'active'
      returning id, round, variation_id, location_id, quantity - committed as quantity
    ), ${released(sql`'reservation'`, sql`id || ':' || round`)}`;

/**
 * Ends a query: records that the units of `freed` are released, lowers what is reserved, and returns the moves. The levels
 * must be locked.
 */
export const released = (kind: RawBuilder<unknown>, ref: RawBuilder<unknown>) => sql`
    noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, 0, -quantity, 'release', ${kind}, ${ref}
      from freed
    )
    update stock_levels s
    set reserved = s.reserved - f.quantity, version = s.version + 1
    from (select variation_id, location_id, sum(quantity)::int as quantity from freed group by 1, 2) f
    where s.variation_id = f.variation_id and s.location_id = f.location_id
    returning s.variation_id, s.on_hand - s.reserved as after, -f.quantity as quantity`;

/** Takes shipped units from stock and their reservations; the levels must be locked. Returns the lines that had that many reserved. */
export const commitReservations = (tx: Tx, lines: LineUnits[], ref: string) =>
  listValues<number>(tx)`
    with shipped as (
      update stock_reservations r
      set committed = r.committed + w.quantity,
        state = case when r.committed + w.quantity = r.quantity then 'committed' else r.state end
      from ${unitsOf(lines)}
      where r.order_line_id = w.order_line_id and r.state = 'active' and r.committed + w.quantity <= r.quantity
      returning r.order_line_id, r.variation_id, r.location_id, w.quantity
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type, ref_id)
      select variation_id, location_id, -sum(quantity), -sum(quantity), 'commit', 'fulfilment', ${ref}::text
      from shipped
      group by variation_id, location_id
    ), moved as (
      update stock_levels s
      set on_hand = s.on_hand - f.quantity, reserved = s.reserved - f.quantity, version = s.version + 1
      from (select variation_id, location_id, sum(quantity)::int as quantity from shipped group by 1, 2) f
      where s.variation_id = f.variation_id and s.location_id = f.location_id
    )
    select order_line_id from shipped`;

export interface Count {
  variation_id: number;
  on_hand: number;
  /** The count this is based on, to apply only the difference. */
  on_hand_was?: number | undefined;
}

export type LowLevel = Pick<StockLevel, "variation_id" | "low_stock_level">;

/** Creates missing stock levels at the default location, so that they can be locked. */
export const createLevels = (tx: Tx, variationIds: number[]) =>
  sql`
    insert into stock_levels (variation_id, location_id)
    select v.id, l.id
    from unnest(${variationIds}::bigint[]) as v (id), locations l
    where l.is_default
    order by v.id
    on conflict (variation_id, location_id) do nothing`.execute(tx);

/** Sets the on-hand stock of variations at the default location, whose levels must be locked. Returns the changes. */
export const updateOnHand = (
  tx: Tx,
  counts: Count[],
  movement: { reason: string; ref: string; actorId: number | null },
) =>
  listRows<{ variation_id: number; before: number; after: number }>(tx)`
    with wanted as (
      select c.*, l.id as location_id
      from ${tableOf(counts, "c", { variation_id: "bigint", on_hand: "int", on_hand_was: "int" })}, locations l
      where l.is_default
    ), old as (
      select s.variation_id, s.location_id,
        case when w.on_hand_was is null then w.on_hand else s.on_hand + w.on_hand - w.on_hand_was end as on_hand,
        s.on_hand as was, s.reserved
      from wanted w
      join stock_levels s on s.variation_id = w.variation_id and s.location_id = w.location_id
    ), changed as (
      update stock_levels s
      set on_hand = o.on_hand, version = s.version + 1
      from old o
      where s.variation_id = o.variation_id and s.location_id = o.location_id
    ), noted as (
      insert into stock_movements (variation_id, location_id, delta_on_hand, delta_reserved, reason, ref_type,
        ref_id, actor_id)
      select variation_id, location_id, on_hand - was, 0, ${movement.reason}::text, 'count', ${movement.ref}::text,
        ${movement.actorId}::bigint
      from old
      where on_hand <> was
    )
    select variation_id, was - reserved as before, on_hand - reserved as after from old where on_hand <> was`;

/** Sets the low-stock levels of variations that have a stock level; locked in the order of `lockLevels`. */
export const updateLowStockLevels = (tx: Tx, levels: LowLevel[]) =>
  sql`
    with changed as (
      select s.variation_id, s.location_id, w.low_stock_level
      from ${tableOf(levels, "w", { variation_id: "bigint", low_stock_level: "int" })}
      join stock_levels s on s.variation_id = w.variation_id
      where s.low_stock_level is distinct from w.low_stock_level
      order by s.variation_id, s.location_id
      for update of s
    )
    update stock_levels s
    set low_stock_level = c.low_stock_level
    from changed c
    where s.variation_id = c.variation_id and s.location_id = c.location_id`.execute(tx);

/** Variations with a count or correction after a time. */
export const listCountedSince = async (db: Db | Tx, variationIds: number[], since: string) =>
  new Set(
    await listValues<number>(db)`
    select variation_id
    from stock_movements
    where variation_id = any(${variationIds}::bigint[]) and date_trunc('milliseconds', at) > ${since}::timestamptz
      and reason in ('adjust', 'correction', 'import')
    group by variation_id
    having sum(delta_on_hand) <> 0`,
  );
