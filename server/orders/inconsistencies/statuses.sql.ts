import { sql } from "kysely";
import type { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import { type RedemptionState, redemptionStateColumn } from "#server/coupons/coupons.ts";
import { stillOnOrder } from "#server/gift-cards/gift-cards.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** How an order says it stands, and what that rests on. Amounts in minor units. */
export interface StandingRow {
  id: string;
  number: number;
  status: OrderStatus;
  payment_status: OrderPaymentStatus;
  fulfilment_status: FulfilmentStatus;
  /** What had to be paid beside gift cards. */
  total: number;
  paid: number;
  refunded: number;
  cancelled: number;
  /** What returned units took off what was never paid. */
  set_off: number;
  /** What its cancelled units come to, apart from rounding, and how many they are. */
  cancelled_worth: number;
  cancelled_units: number;
  wanted: number;
  shipped: number;
  delivered: number;
  returned: number;
  /** What gift cards paid, and what of that it still has. */
  cards: number;
  cards_kept: number;
  has_coupon: boolean;
  /** How the use of that coupon stands; null when it took none. */
  coupon_use: RedemptionState | null;
}

/** All orders, for the proof of the books. */
export async function listStandings(db: Db | Tx): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select o.id, o.number, o.status, o.payment_status, o.fulfilment_status, o.total_amount - o.gift_card_amount as total,
      o.paid_amount as paid, o.refunded_amount as refunded, o.cancelled_amount as cancelled, o.set_off_amount as set_off,
      coalesce(l.cancelled_worth, 0) as cancelled_worth, coalesce(l.cancelled, 0) as cancelled_units, coalesce(l.wanted, 0) as wanted,
      coalesce(l.shipped, 0) as shipped, coalesce(d.delivered, 0) as delivered, coalesce(l.returned, 0) as returned,
      o.gift_card_amount as cards, case when o.gift_card_amount > 0 then ${stillOnOrder(sql`o.id`)} else 0 end as cards_kept,
      o.coupon_code is not null as has_coupon, ${redemptionStateColumn(sql`o.id`)} as coupon_use
    from orders o
    left join (
      select order_id, sum(quantity - cancelled_qty)::int as wanted, sum(fulfilled_qty)::int as shipped, sum(returned_qty)::int as returned,
        sum(cancelled_qty)::int as cancelled, sum(total_amount * cancelled_qty / quantity)::int8 as cancelled_worth
      from order_lines
      group by order_id
    ) l on l.order_id = o.id
    left join (
      select f.order_id, sum(i.quantity)::int as delivered
      from fulfilments f
      join fulfilment_lines i on i.fulfilment_id = f.id
      where f.status = 'delivered'
      group by f.order_id
    ) d on d.order_id = o.id`.execute(db);
  return rows;
}

/** What happened to an order before. */
export interface Past {
  /** It had ended and lives again: what it let go of may be gone. */
  revived: boolean;
  /** Its money did not fit, and a person let it go on. */
  doubted: boolean;
  /** Units were cancelled or sent back, or money was returned. */
  gave_back: boolean;
}

/** What happened to some orders before, by id. */
export async function listPasts(db: Db | Tx, orderIds: string[]): Promise<Map<string, Past>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<Past & { order_id: string }>`
    select order_id, coalesce(bool_or(from_state in ('expired', 'cancelled')), false) as revived,
      bool_or(type = 'held' and actor_type <> 'admin') as doubted,
      bool_or(type in ('lines_cancelled', 'refund_reason', 'return_received')) as gave_back
    from order_events
    where order_id = any(${orderIds}::uuid[])
    group by order_id`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** Works out anew what the cancelled units of an order came to, where that is off by more than rounding. */
export async function recountCancelled(tx: Tx, orderId: string) {
  await sql`
    update orders o
    set cancelled_amount = l.worth, version = version + 1
    from (
      select sum(total_amount * cancelled_qty / quantity)::int8 as worth, sum(cancelled_qty) as units
      from order_lines
      where order_id = ${orderId}::uuid
    ) l
    where o.id = ${orderId}::uuid and abs(o.cancelled_amount - l.worth) > l.units`.execute(tx);
}
