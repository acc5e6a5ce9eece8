import { sql } from "kysely";
import type { NewAddress } from "#contract/accounts/accounts.ts";
import type { Money } from "#contract/money.ts";
import type { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import { findRow, type Tx } from "#server/platform/database/database.ts";
import type { OrderNote } from "./editing/editing.sql.ts";

/** What writes of the dashboard change of an order. */
export interface OrderState extends Record<string, unknown> {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  /** Code of a hold by the shop, or the note of one by an administrator. */
  hold_reason: string | null;
  payment_status: OrderPaymentStatus;
  fulfilment_status: FulfilmentStatus;
  packed_at: string | null;
  shipping_address: NewAddress;
  billing_address: NewAddress | null;
  email: string | null;
  requested_email: string | null;
  customer_note: string | null;
  notes: OrderNote[];
  items: { id: number; fulfilled_qty: number; cancelled_qty: number; returned_qty: number }[];
  total: Money;
  paid: Money;
  credited: Money;
  refunded: Money;
}

const money = (amount: string) =>
  sql`jsonb_build_object('amount', coalesce(${sql.ref(amount)}, 0), 'currency', o.currency)`;

export const findOrderState = (tx: Tx, id: string) =>
  findRow<OrderState>(tx)`
    select o.id, o.number, o.version, o.status, coalesce(o.hold_reason, o.hold_note) as hold_reason, o.payment_status,
      o.fulfilment_status, o.packed_at, o.shipping_address, o.billing_address, o.email, o.requested_email, o.customer_note,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'text', e.text, 'at', e.at, 'actor_id', e.actor_id)
          order by e.id), '[]')
        from order_events e
        where e.order_id = o.id and e.type = 'note') as notes,
      (select jsonb_agg(jsonb_build_object('id', l.id, 'fulfilled_qty', l.fulfilled_qty, 'cancelled_qty',
          l.cancelled_qty, 'returned_qty', l.returned_qty) order by l.id)
        from order_lines l
        where l.order_id = o.id) as items,
      ${money("o.total_amount")} as total, ${money("b.paid_amount")} as paid, ${money("b.credited_amount")} as credited,
      ${money("b.refunded_amount")} as refunded
    from orders o
    left join order_balance b on b.order_id = o.id
    where o.id = ${id}::uuid`;
