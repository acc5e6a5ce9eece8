import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db.ts";

export interface Discrepancy {
  /** The order, payment or variation it is about. */
  of: string;
  problem: string;
}

/** Orders whose lines, shipments or reservations do not add up. */
export async function listCrookedOrders(db: Db | Tx): Promise<Discrepancy[]> {
  const { rows } = await sql<Discrepancy>`
    with sums as (
      select order_id, sum(unit_price_amount * quantity) as goods, sum(quantity) as quantity, sum(fulfilled_qty) as shipped
      from order_lines
      group by order_id
    )
    select o.id::text as of, 'subtotal ' || o.subtotal_amount || ' but lines sum to ' || coalesce(s.goods, 0) as problem
    from orders o
    left join sums s on s.order_id = o.id
    where o.subtotal_amount <> coalesce(s.goods, 0) or o.quantity <> coalesce(s.quantity, 0)
    union all
    select l.order_id::text, 'line ' || l.id || ' shipped ' || l.fulfilled_qty || ' but shipments hold ' || coalesce(sum(i.quantity), 0)
    from order_lines l
    left join fulfilment_lines i on i.order_line_id = l.id
    group by l.id
    having l.fulfilled_qty <> coalesce(sum(i.quantity), 0)
    union all
    select o.id::text, 'status ' || o.status || ', line ' || l.id || ' wants ' || (l.quantity - l.cancelled_qty - l.fulfilled_qty)
      || ' held but ' || coalesce(sum(r.quantity - r.committed) filter (where r.state = 'active'), 0) || ' is'
    from orders o
    join order_lines l on l.order_id = o.id and l.tracks_stock
    left join line_reservations r on r.order_line_id = l.id
    where coalesce(o.hold_reason, '') not in ('paid_no_stock', 'amount_mismatch_late')
    group by o.id, l.id
    having coalesce(sum(r.quantity - r.committed) filter (where r.state = 'active'), 0)
        <> case when o.status in ('pending_payment', 'confirmed', 'processing', 'on_hold') then l.quantity - l.cancelled_qty - l.fulfilled_qty else 0 end
      or coalesce(sum(r.committed), 0) <> l.fulfilled_qty
    union all
    select r.order_id::text, 'reservation of a line that is none: ' || r.order_line_id
    from line_reservations r
    left join order_lines l on l.id = r.order_line_id and l.order_id = r.order_id
    where l.id is null`.execute(db);
  return rows;
}

/** What orders say was paid, and which of them are over. */
export async function listPaid(db: Db | Tx) {
  const { rows } = await sql<{
    id: string;
    status: string;
    total: number;
    paid: number;
    refunded: number;
    payment_status: string;
  }>`
    select id, status, total_amount as total, paid_amount as paid, refunded_amount as refunded, payment_status
    from orders`.execute(db);
  return rows;
}
