import { sql } from "kysely";
import type { FulfilmentStatus, OrderPaymentStatus } from "#contract/orders/orders.ts";
import { type RedemptionState, redemptionStateColumn } from "#server/coupons/coupons.ts";
import { stillOnOrder } from "#server/gift-cards/gift-cards.ts";
import type { Account } from "#server/orders/ledger/balance.ts";
import { balanceColumns } from "#server/orders/ledger/ledger.sql.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";

/** How an order says it stands, and what that rests on. Amounts in minor units. */
export interface OrderStatusRow extends Account {
  id: string;
  number: number;
  payment_status: OrderPaymentStatus;
  fulfilment_status: FulfilmentStatus;
  wanted: number;
  shipped: number;
  delivered: number;
  returned: number;
  /** What it has of its gift cards by their own entries. */
  on_cards: number;
  has_coupon: boolean;
  /** How the use of that coupon stands; null when it took none. */
  coupon_use: RedemptionState | null;
}

/** All orders, for the reconciliation. */
export async function listOrderStatuses(db: Db | Tx): Promise<OrderStatusRow[]> {
  const { rows } = await sql<OrderStatusRow>`
    select o.id, o.number, o.status, o.payment_status, o.fulfilment_status, o.total_amount, ${balanceColumns},
      coalesce(l.wanted, 0) as wanted, coalesce(l.shipped, 0) as shipped, coalesce(d.delivered, 0) as delivered,
      coalesce(l.returned, 0) as returned, ${stillOnOrder(sql`o.id`)} as on_cards,
      o.coupon_code is not null as has_coupon, ${redemptionStateColumn(sql`o.id`)} as coupon_use
    from orders o
    left join order_balance b on b.order_id = o.id
    left join (
      select order_id, sum(quantity - cancelled_qty)::int as wanted, sum(fulfilled_qty)::int as shipped,
        sum(returned_qty)::int as returned
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
  /** It was reopened: what it had released may be gone. */
  revived: boolean;
  /** Its money did not fit, and a person let it go on. */
  doubted: boolean;
}

/** What happened to some orders before, by id. */
export async function listPasts(db: Db | Tx, orderIds: string[]): Promise<Map<string, Past>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<Past & { order_id: string }>`
    select order_id, coalesce(bool_or(from_state in ('expired', 'cancelled')), false) as revived,
      bool_or(type = 'held' and actor_type <> 'admin') as doubted
    from order_events
    where order_id = any(${orderIds}::uuid[])
    group by order_id`.execute(db);
  return new Map(rows.map((row) => [row.order_id, row]));
}
