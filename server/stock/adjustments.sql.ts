import { sql } from "kysely";
import type { StockMovement, StockReservation } from "#contract/stock.ts";
import { type Db, getRow, getValue, hasRows, listRows, type Tx } from "#server/platform/database/database.ts";
import { listPage, type Page } from "#server/platform/database/lists.sql.ts";
import { createLevels } from "./stock.sql.ts";

/** Creates a missing stock level and locks it. Fails on `stock_levels_variation_id_fkey` for an unknown variation. */
export async function lockOrCreateLevel(tx: Tx, variationId: number) {
  await createLevels(tx, [variationId]);
  return getRow<{ on_hand: number; reserved: number; low_stock_level: number | null }>(tx)`
    select s.on_hand, s.reserved, s.low_stock_level
    from stock_levels s
    join locations l on l.id = s.location_id and l.is_default
    where s.variation_id = ${variationId}
    for update of s`;
}

/** Whether this request was applied before. */
export const hasMovement = (tx: Tx, ref: string, variationId: number) =>
  hasRows(tx)`
    select 1 from stock_movements
    where ref_type = 'count' and ref_id = ${ref} and variation_id = ${variationId}`;

/** By how much this request has changed the stock on hand. */
export const sumMoved = (tx: Tx, ref: string, variationId: number) =>
  getValue<number>(tx)`
    select coalesce(sum(delta_on_hand), 0)::int as moved from stock_movements
    where ref_type = 'count' and ref_id = ${ref} and variation_id = ${variationId}`;

export const updateMovementNote = (tx: Tx, ref: string, variationId: number, note: string) =>
  sql`
    update stock_movements set note = ${note}
    where ref_type = 'count' and ref_id = ${ref} and variation_id = ${variationId}`.execute(tx);

/** Orders with reserved or backordered units of a variation, oldest first. */
export const listReservations = (db: Db, variationId: number, limit: number) =>
  listRows<StockReservation>(db)`
    select order_id, sum(reserved)::int as reserved, sum(backordered)::int as backordered
    from (
      select order_id, created_at, quantity - committed as reserved, 0 as backordered
      from stock_reservations
      where variation_id = ${variationId} and state = 'active' and quantity > committed
      union all
      select order_id, created_at, 0, quantity
      from stock_backorders
      where variation_id = ${variationId} and quantity > 0
    ) r
    group by order_id
    order by min(created_at)
    limit ${limit}`;

/** One page of the stock movements of a variation, newest first, with the total count. */
export const listMovements = (db: Db, variationId: number, page: Page) =>
  listPage<StockMovement>(
    db,
    {
      columns: sql`m.id, m.variation_id, m.delta_on_hand, m.delta_reserved, m.reason, m.ref_type, m.ref_id, m.actor_id,
        coalesce(a.fullname, a.email) as by, m.note, m.at`,
      from: sql`stock_movements m left join account_contacts a on a.id = m.actor_id`,
      where: sql`m.variation_id = ${variationId}`,
      order: sql`m.at desc, m.id desc`,
    },
    page,
  );
