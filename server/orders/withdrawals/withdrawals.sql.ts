import { type RawBuilder, sql } from "kysely";
import {
  type Db,
  findRow,
  findValue,
  getValue,
  isAffected,
  listRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";

export type WithdrawalSource = "order_link" | "form";
/** What was done with units: shipped ones are to be returned, those left are for staff to answer. */
export type Outcome = "cancelled" | "return" | "left";
export interface WithdrawnUnits {
  order_item_id: number;
  quantity: number;
  outcome: Outcome;
  /** Units of the line that were cancelled or returned once it was carried out. */
  done_qty: number;
}
export interface WithdrawalRow {
  id: string;
  order_id: string;
  name: string | null;
  note: string | null;
  source: WithdrawalSource;
  /** Whether it was declared for the whole order, without naming items. */
  is_whole: boolean;
  received_at: string;
  units: WithdrawnUnits[];
  /** Until when, and with which return, shipped units are to be sent back. */
  send_by: string | null;
}

const columns = sql`w.id, w.order_id, w.name, w.note, w.source, w.is_whole, w.received_at,
  (select max(r.send_by) from returns r where r.withdrawal_id = w.id) as send_by,
  (select coalesce(json_agg(json_build_object('order_item_id', l.order_line_id, 'quantity', l.quantity,
      'outcome', l.outcome, 'done_qty', l.done_qty) order by l.order_line_id, l.outcome), '[]')
    from withdrawal_lines l
    where l.withdrawal_id = w.id) as units`;

export const findWithdrawal = (db: Db | Tx, id: string) =>
  findRow<WithdrawalRow>(db)`
    select ${columns} from withdrawals w where w.id = ${id}::uuid`;

/** The withdrawals from an order, the first first. */
export const listWithdrawals = (db: Db | Tx, orderId: string) =>
  listRows<WithdrawalRow>(db)`
    select ${columns} from withdrawals w where w.order_id = ${orderId}::uuid order by w.received_at, w.id`;

/** The order with this number, if it has this address. */
export const findOrderByAddress = (db: Db, number: number, email: string) =>
  findValue<string>(db)`
    select id
    from orders
    where number = ${number} and lower(${email}) in (lower(email), lower(requested_email))`;

/** Inserts a withdrawal with what was done; false if there is one with this id. */
export async function insertWithdrawal(
  tx: Tx,
  { units, ...row }: Omit<WithdrawalRow, "received_at" | "send_by"> & { received_at: Date },
): Promise<boolean> {
  const isNew = await isAffected(tx)`
    insert into withdrawals (id, order_id, name, note, source, is_whole, received_at)
    values (${row.id}, ${row.order_id}, ${row.name}, ${row.note}, ${row.source}, ${row.is_whole},
      ${row.received_at})
    on conflict (id) do nothing`;
  if (isNew && units.length > 0)
    await sql`
      insert into withdrawal_lines (withdrawal_id, order_line_id, quantity, outcome, done_qty)
      select ${row.id}::uuid, u.*
      from ${tableOf(units, "u", { order_item_id: "bigint", quantity: "int", outcome: "text", done_qty: "int" })}`.execute(
      tx,
    );
  return isNew;
}

/** The secret of an order's links, which only those have who may see it, of 64 hexadecimal digits. */
const secretOf = (orderId: RawBuilder<unknown>) =>
  sql`encode(sha256((select key from withdrawal_key) || sha256(convert_to(${orderId}, 'UTF8'))), 'hex')`;

export const getSecret = (db: Db | Tx, orderId: string) =>
  getValue<string>(db)`select ${secretOf(sql`${`withdrawal ${orderId}`}::text`)}`;

/** Proves that a link was made for the address that the order has now: of 64 hexadecimal digits. */
export const getAddressProof = (db: Db | Tx, orderId: string) =>
  getValue<string>(db)`
    select ${secretOf(sql`'withdrawal ' || o.id || ' ' || lower(coalesce(o.email, o.requested_email, ''))`)}
    from orders o
    where o.id = ${orderId}::uuid`;

/** Deletes what consumers wrote in withdrawals from these orders. */
export const anonymizeWithdrawals = (tx: Tx, orderIds: string[]) =>
  sql`
    update withdrawals set name = null, note = null where order_id = any(${orderIds}::uuid[])`.execute(tx);
