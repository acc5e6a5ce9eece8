import { sql } from "kysely";
import type { FulfilmentStatus, OrderPaymentStatus } from "#contract/orders/orders.ts";
import { type RedemptionState, redemptionStateColumn } from "#server/coupons/coupons.ts";
import { giftCardSpendColumn } from "#server/gift-cards/gift-cards.ts";
import type { Account } from "#server/orders/ledger/balance.ts";
import { balanceColumns } from "#server/orders/ledger/ledger.sql.ts";
import type { UnitCounts } from "#server/orders/status/order-status.ts";
import { type Db, listRows, type Tx } from "#server/platform/database/database.ts";

/** The statuses of an order and what they are derived from. Amounts in minor units. */
export interface OrderStatusRow extends Account, UnitCounts {
  id: string;
  number: number;
  payment_status: OrderPaymentStatus;
  fulfilment_status: FulfilmentStatus;
  /** Paid by gift cards, by the entries of the cards. */
  on_cards: number;
  has_coupon: boolean;
  /** Null if the coupon was not redeemed. */
  coupon_use: RedemptionState | null;
}

export const listOrderStatuses = (db: Db | Tx) =>
  listRows<OrderStatusRow>(db)`
    select o.id, o.number, o.status, o.payment_status, o.fulfilment_status, o.total_amount, ${balanceColumns},
      coalesce(l.ordered, 0) as ordered, coalesce(l.shipped, 0) as shipped, coalesce(d.delivered, 0) as delivered,
      coalesce(l.returned, 0) as returned, ${giftCardSpendColumn(sql`o.id`)} as on_cards,
      o.coupon_code is not null as has_coupon, ${redemptionStateColumn(sql`o.id`)} as coupon_use
    from orders o
    left join order_balance b on b.order_id = o.id
    left join (
      select order_id, sum(quantity - cancelled_qty)::int as ordered, sum(fulfilled_qty)::int as shipped,
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
    ) d on d.order_id = o.id`;

/** What explains a finding about an order. */
export interface History {
  /** It was reopened: what it had released may not have been available again. */
  reopened: boolean;
  /** It was on hold for its payment, and a person released it. */
  held: boolean;
}

/** The history of orders, by id. */
export async function listHistories(db: Db | Tx, orderIds: string[]): Promise<Map<string, History>> {
  if (orderIds.length === 0) return new Map();
  const rows = await listRows<History & { order_id: string }>(db)`
    select order_id, coalesce(bool_or(from_state in ('expired', 'cancelled')), false) as reopened,
      bool_or(type = 'held' and actor_type <> 'admin') as held
    from order_events
    where order_id = any(${orderIds}::uuid[])
    group by order_id`;
  return new Map(rows.map((row) => [row.order_id, row]));
}
