import { sql } from "kysely";
import {
  type Condition,
  type Return,
  type ReturnCounts,
  type ReturnFilters,
  type ReturnItem,
  type ReturnQuery,
  type ReturnReason,
  ReturnStatus,
} from "#contract/orders/returns.ts";
import { lineCredits } from "#server/orders/ledger/ledger.sql.ts";
import { refundIban } from "#server/orders/refunds/refund-account.sql.ts";
import {
  type Db,
  findRow,
  findValue,
  isAffected,
  listRows,
  type Tx,
  tableOf,
} from "#server/platform/database/database.ts";
import { conditionsOfDays, listPage, patternOf } from "#server/platform/database/lists.sql.ts";

export interface ReturnLine extends Omit<ReturnItem, "value"> {
  line_total: number;
  line_quantity: number;
  /** Cancelled and otherwise returned units of the line. */
  line_credited_qty: number;
  /** The credit for these; null once this return is received. */
  line_credited: number | null;
}
export interface ReturnRow extends Omit<Return, "items" | "refund" | "refund_unsent" | "customer" | "return_address"> {
  refund_amount: number | null;
  currency: string;
  user_id: number | null;
  fullname: string;
  lines: ReturnLine[];
}

/** While it is to be refunded, the account that the customer named last for the order. */
const currentIban = sql`case when r.refund_iban is not null and r.status in ('requested', 'approved')
  then ${refundIban} else r.refund_iban end`;
const columns = sql`r.id, r.number, r.order_id, o.number as order_number, r.status, r.note, r.answer, ${currentIban} as refund_iban,
  r.refund_amount,
  o.currency, r.user_id, r.withdrawal_id is not null as is_withdrawal, o.fullname, r.requested_at, r.decided_at, r.received_at, r.send_by,
  (select coalesce(json_agg(json_build_object('order_item_id', i.order_line_id, 'name', l.name,
      'thumbnail', l.thumbnail, 'quantity', i.quantity, 'reason_code', i.reason_code, 'received_qty', i.received_qty,
      'condition', i.condition, 'restock', i.restock, 'line_total', l.total_amount, 'line_quantity', l.quantity,
      'line_credited', case when i.received_qty is null then c.credited_amount end,
      'line_credited_qty', l.cancelled_qty + l.returned_qty - coalesce(i.received_qty, 0))
      order by i.order_line_id), '[]')
    from return_lines i
    join order_lines l on l.id = i.order_line_id
    cross join ${lineCredits} c
    where i.return_id = r.id) as lines`;

// A left join, which PostgreSQL leaves out where only returns are counted.
const tables = sql`returns r left join orders o on o.id = r.order_id`;

export const findReturn = (db: Db | Tx, id: string) =>
  findRow<ReturnRow>(db)`
    select ${columns} from ${tables} where r.id = ${id}::uuid`;

/** `timezone` is that of the days. */
type InZone = { timezone: string };

/** One page of returns, newest first, with the total count; with `ownerId` only those of this customer. */
export const listReturns = (db: Db, query: ReturnQuery & InZone, ownerId: number | null) =>
  listPage<ReturnRow>(
    db,
    { columns, from: tables, where: matching(query, ownerId), order: sql`r.requested_at desc, r.number desc` },
    query,
  );

function matching({ status, order_id, name, ...days }: ReturnFilters & InZone, ownerId: number | null) {
  const number = name && /^#?\d{1,15}$/.test(name) ? Number(name.replace("#", "")) : null;
  const pattern = patternOf(name);
  const clauses = [
    ...(ownerId === null ? [] : [sql`r.user_id = ${ownerId}`]),
    ...(status ? [sql`r.status = ${status}`] : []),
    ...(order_id ? [sql`r.order_id = ${order_id}::uuid`] : []),
    ...conditionsOfDays(sql`r.requested_at`, days),
    ...(name ? [sql`(r.number = ${number} or o.number = ${number} or o.fullname ilike ${pattern})`] : []),
  ];
  return clauses.length > 0 ? sql.join(clauses, sql` and `) : sql`true`;
}

/** The number of returns of each status. */
export async function countReturns(db: Db): Promise<ReturnCounts> {
  const rows = await listRows<{ status: ReturnStatus; count: number }>(db)`
    select s.status, (select count(*)::int from returns r where r.status = s.status) as count
    from unnest(${ReturnStatus.options}::text[]) as s (status)`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as ReturnCounts;
}

export interface NewReturn {
  id: string;
  orderId: string;
  userId: number | null;
  note: string | null;
  refundIban: string | null;
  at: Date;
  items: { order_item_id: number; quantity: number; reason_code: ReturnReason }[];
  /** Of a return that is approved at once, as it follows from a withdrawal. */
  approval?: { withdrawalId: string; sendBy: Date };
}

/** Inserts a return and returns its number. */
export const insertReturn = async (tx: Tx, { id, orderId, userId, note, refundIban, at, items, approval }: NewReturn) =>
  (await findValue<number>(tx)`
    with requested as (
      insert into returns (id, order_id, user_id, note, refund_iban, requested_at, status, decided_at, send_by, withdrawal_id)
      values (${id}, ${orderId}, ${userId}, ${note}, ${refundIban}, ${at}, ${approval ? "approved" : "requested"},
        ${approval ? at : null}, ${approval?.sendBy ?? null}, ${approval?.withdrawalId ?? null})
      returning id, number
    ), listed as (
      insert into return_lines (return_id, order_line_id, quantity, reason_code)
      select requested.id, w.*
      from requested, ${tableOf(items, "w", { order_item_id: "bigint", quantity: "int", reason_code: "text" })}
    )
    select number
    from requested`) ?? 0;

/** A decision about a return that is not received. */
export type Decision = Extract<ReturnStatus, "approved" | "rejected" | "closed">;

/** Approves or rejects a request, or closes an approved return; false if it has another status. */
export const updateDecision = (
  tx: Tx,
  id: string,
  { status, answer, at, sendBy }: { status: Decision; answer: string | null; at: Date; sendBy: Date | null },
) =>
  isAffected(tx)`
    update returns
    set status = ${status}, answer = ${answer}, decided_at = ${at}, send_by = coalesce(${sendBy}, send_by)
    where id = ${id}::uuid and status = ${status === "closed" ? "approved" : "requested"}`;

/** Approves returns whose units a withdrawal includes, as those of this withdrawal: no deadline gets shorter. */
export const adoptReturns = (
  tx: Tx,
  { ids, withdrawalId, at, sendBy }: { ids: string[]; withdrawalId: string; at: Date; sendBy: Date },
) =>
  sql`
    update returns
    set status = 'approved', decided_at = coalesce(decided_at, ${at}), send_by = greatest(send_by, ${sendBy}),
      withdrawal_id = ${withdrawalId}
    where id = any(${ids}::uuid[]) and status in ('requested', 'approved') and withdrawal_id is null`.execute(tx);

/** The units of the returns of an order that can become those of a withdrawal: not received, and of these lines only. */
export const listAdoptable = (db: Db | Tx, orderId: string, lineIds: number[]) =>
  listRows<{ id: string; order_item_id: number; quantity: number }>(db)`
    select r.id, i.order_line_id as order_item_id, i.quantity
    from returns r
    join return_lines i on i.return_id = r.id
    where r.order_id = ${orderId}::uuid and r.status in ('requested', 'approved') and r.withdrawal_id is null
      and not exists (
        select from return_lines other
        where other.return_id = r.id and other.order_line_id <> all(${lineIds}::bigint[]))`;

/** Opens the return `restId` of what wasn't received of the return of a withdrawal: it can be sent as long. */
export const insertRest = (tx: Tx, id: string, restId: string) =>
  sql`
    with rest as (
      select order_line_id, quantity - coalesce(received_qty, 0) as quantity, reason_code
      from return_lines
      where return_id = ${id}::uuid and quantity > coalesce(received_qty, 0)
    ), opened as (
      insert into returns (id, order_id, user_id, refund_iban, requested_at, status, decided_at, send_by, withdrawal_id)
      select ${restId}::uuid, order_id, user_id, refund_iban, received_at, 'approved', received_at, send_by, withdrawal_id
      from returns
      where id = ${id}::uuid and exists (select from rest)
      returning id
    )
    insert into return_lines (return_id, order_line_id, quantity, reason_code)
    select opened.id, rest.*
    from opened, rest`.execute(tx);

export interface ReceivedItem {
  order_item_id: number;
  quantity: number;
  condition: Condition;
  restock: boolean;
}

/** Records the received items of an approved return. Returns how many are part of it; undefined if it is not approved. */
export const updateReceived = (
  tx: Tx,
  id: string,
  { items, refund, at }: { items: ReceivedItem[]; refund: number; at: Date },
) =>
  findValue<number>(tx)`
    with received as (
      update returns
      set status = ${refund > 0 ? "refunded" : "received"}, refund_amount = ${refund}, received_at = ${at}
      where id = ${id}::uuid and status = 'approved'
      returning id
    ), listed as (
      update return_lines i
      set received_qty = w.quantity, condition = w.condition, restock = w.restock
      from received, ${tableOf(items, "w", {
        order_item_id: "bigint",
        quantity: "int",
        condition: "text",
        restock: "boolean",
      })}
      where i.return_id = received.id and i.order_line_id = w.order_item_id and w.quantity <= i.quantity
      returning i.order_line_id
    )
    select (select count(*)::int from listed) as lines
    from received`;
