import { sql } from "kysely";
import type { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import { isPublic, type TimelineEvent } from "#server/orders/timeline/timeline-events.ts";
import { findValue, getValue, type Tx } from "#server/platform/database/database.ts";
import type { Actor } from "./actor.ts";

interface StatusChange {
  to: OrderStatus;
  actor: Actor;
  event: TimelineEvent;
  reason: string | null;
  holdNote: string | null;
  heldFrom: OrderStatus | null;
  at: Date;
}

/** Changes the status of an order with a timeline event; undefined if the order has changed since it was read. */
export const updateStatus = (
  tx: Tx,
  order: OrderHead,
  { to, actor, event, reason, holdNote, heldFrom, at }: StatusChange,
) =>
  findValue<number>(tx)`
    with changed as (
      update orders
      set status = ${to}, version = version + 1,
        confirmed_at = case
          when ${to} = 'confirmed' then coalesce(confirmed_at, ${at}::timestamptz)
          else confirmed_at
        end,
        completed_at = case ${to}
          when 'completed' then ${at}::timestamptz
          when 'processing' then null
          else completed_at
        end,
        cancelled_at = case when ${to} = 'cancelled' then ${at}::timestamptz end,
        cancel_reason = case when ${to} = 'cancelled' then ${reason}::text end,
        hold_reason = case when ${to} = 'on_hold' then ${reason}::text end,
        hold_note = case when ${to} = 'on_hold' then ${holdNote}::text end,
        held_from = case when ${to} = 'on_hold' then ${heldFrom}::text end,
        expires_at = null
      where id = ${order.id}::uuid and status = ${order.status} and version = ${order.version}
      returning id, version
    ), timeline as (
      insert into order_events (order_id, type, from_state, to_state, actor_type, actor_id, text, data, is_public, at)
      select id, ${event.type}, ${order.status}, ${to}, ${actor.type}, ${actor.id}, ${event.text ?? null},
        ${JSON.stringify(event.data)}::jsonb, ${isPublic(event.type)}, ${at}
      from changed
    )
    select version from changed`;

/** Adds an event to the timeline of an order; returns its id. */
export const insertTimelineEvent = (tx: Tx, orderId: string, actor: Actor, event: TimelineEvent, at: Date) =>
  findValue<number>(tx)`
    insert into order_events (order_id, type, actor_type, actor_id, text, data, is_public, at)
    values (${orderId}::uuid, ${event.type}, ${actor.type}, ${actor.id}, ${event.text ?? null},
      ${JSON.stringify(event.data)}::jsonb, ${isPublic(event.type)}, ${at})
    returning id`;

/** How many events of a type the timeline of an order has since a moment. */
export const countRecentEvents = (tx: Tx, orderId: string, type: TimelineEvent["type"], since: Date) =>
  getValue<number>(tx)`
    select count(*)::int as count
    from order_events
    where order_id = ${orderId}::uuid and type = ${type} and at > ${since}`;

/** Changes the reason of an order that is on hold. */
export const updateHoldReason = (tx: Tx, orderId: string, reason: string | null) =>
  sql`
    update orders
    set hold_reason = ${reason}, version = version + 1
    where id = ${orderId}::uuid and status = 'on_hold'`.execute(tx);

/** Returns the new version. */
export const writePaymentStatus = async (tx: Tx, orderId: string, status: OrderPaymentStatus) =>
  (await findValue<number>(tx)`
    update orders
    set payment_status = ${status}, version = version + 1
    where id = ${orderId}::uuid
    returning version`) ?? 0;

/** Returns the new version. */
export const writeFulfilmentStatus = async (tx: Tx, orderId: string, status: FulfilmentStatus) =>
  (await findValue<number>(tx)`
    update orders
    set fulfilment_status = ${status}, version = version + 1
    where id = ${orderId}::uuid
    returning version`) ?? 0;

/** Extends the time to pay an order. */
export const extendExpiry = (tx: Tx, orderId: string, until: Date) =>
  sql`
    update orders
    set expires_at = ${until}
    where id = ${orderId}::uuid and status = 'pending_payment'`.execute(tx);

/** Records the payment method chosen for an order. */
export const setPaymentMethod = (tx: Tx, orderId: string, method: PaymentProvider) =>
  sql`
    update orders
    set payment_method = ${method}
    where id = ${orderId}::uuid and payment_method is distinct from ${method}`.execute(tx);

/** Gives an order a new version, so that what was decided on the one before is out of date. */
export const updateVersion = (tx: Tx, id: string) =>
  sql`update orders set version = version + 1 where id = ${id}::uuid`.execute(tx);
