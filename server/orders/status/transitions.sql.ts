import { sql } from "kysely";
import type { FulfilmentStatus, OrderPaymentStatus, OrderStatus } from "#contract/orders/orders.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import type { Tx } from "#server/platform/database/database.ts";

/** Who makes an order move. */
export interface Actor {
  type: "system" | "customer" | "admin" | "provider";
  id: number | null;
}
export interface Note {
  type: string;
  text: string;
  isPublic: boolean;
}

export interface Move {
  to: OrderStatus;
  actor: Actor;
  note: Note;
  reason: string | null;
  /** What an administrator wrote about a hold. */
  holdNote: string | null;
  heldFrom: OrderStatus | null;
  at: Date;
}

/** Moves an order and notes it, if it still is where it was; undefined when somebody was faster. */
export async function writeMove(tx: Tx, order: OrderHead, { to, actor, note, reason, holdNote, heldFrom, at }: Move) {
  const { rows } = await sql<{ version: number }>`
    with moved as (
      update orders
      set status = ${to}, version = version + 1,
        confirmed_at = case when ${to} = 'confirmed' then coalesce(confirmed_at, ${at}::timestamptz) else confirmed_at end,
        completed_at = case ${to} when 'completed' then ${at}::timestamptz when 'processing' then null else completed_at end,
        cancelled_at = case when ${to} = 'cancelled' then ${at}::timestamptz end,
        cancel_reason = case when ${to} = 'cancelled' then ${reason}::text end,
        hold_reason = case when ${to} = 'on_hold' then ${reason}::text end,
        hold_note = case when ${to} = 'on_hold' then ${holdNote}::text end,
        held_from = case when ${to} = 'on_hold' then ${heldFrom}::text end,
        expires_at = null
      where id = ${order.id}::uuid and status = ${order.status} and version = ${order.version}
      returning id, version
    ), noted as (
      insert into order_events (order_id, type, from_state, to_state, actor_type, actor_id, text, is_public, at)
      select id, ${note.type}, ${order.status}, ${to}, ${actor.type}, ${actor.id}, ${note.text}, ${note.isPublic}, ${at}
      from moved
    )
    select version from moved`.execute(tx);
  return rows[0]?.version;
}

/** Notes something that happened to an order without moving it. */
export async function writeNote(tx: Tx, orderId: string, actor: Actor, note: Note, at: Date) {
  await sql`
    insert into order_events (order_id, type, actor_type, actor_id, text, is_public, at)
    values (${orderId}::uuid, ${note.type}, ${actor.type}, ${actor.id}, ${note.text}, ${note.isPublic}, ${at})`.execute(
    tx,
  );
}

/** Writes down what the shop itself found about an order that is on hold already, or that it is no more. */
export async function writeHoldReason(tx: Tx, orderId: string, reason: string | null) {
  await sql`
    update orders set hold_reason = ${reason}, version = version + 1
    where id = ${orderId}::uuid and status = 'on_hold'`.execute(tx);
}

/** Writes how an order is paid; answers its new version. */
export async function writePaymentStatus(tx: Tx, orderId: string, status: OrderPaymentStatus): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update orders set payment_status = ${status}, version = version + 1
    where id = ${orderId}::uuid
    returning version`.execute(tx);
  return rows[0]?.version ?? 0;
}

/** Writes how far the goods are. */
export async function writeFulfilmentStatus(tx: Tx, orderId: string, status: FulfilmentStatus): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update orders set fulfilment_status = ${status}, version = version + 1
    where id = ${orderId}::uuid
    returning version`.execute(tx);
  return rows[0]?.version ?? 0;
}

/** Gives an order more time to be paid. */
export async function extendHold(tx: Tx, orderId: string, until: Date) {
  await sql`update orders set expires_at = ${until} where id = ${orderId}::uuid and status = 'pending_payment'`.execute(
    tx,
  );
}
