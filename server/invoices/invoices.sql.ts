import { sql } from "kysely";
import type { InvoiceKind } from "#contract/invoices.ts";
import {
  type Db,
  findRow,
  findValue,
  getRow,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";
import type { InvoiceDocument, PendingCreditNote } from "./document.ts";

export interface PendingRow<T> {
  id: string;
  order_id: string;
  kind: InvoiceKind;
  total_amount: number;
  data: T;
}
export interface IssuedRow {
  id: string;
  order_id: string;
  kind: InvoiceKind;
  issued_at: string;
  total_amount: number;
  currency: string;
  data: InvoiceDocument;
}

/** A credit note, issued or queued, by the cause it has once. */
type CauseRow = { cause: string } & (
  | (IssuedRow & { number: number })
  | (Omit<IssuedRow, "issued_at" | "currency" | "data"> & {
      number: null;
      issued_at: null;
      currency: null;
      data: PendingCreditNote;
    })
);

interface NewDocument {
  id: string;
  orderId: string;
  kind: InvoiceKind;
  cause: string;
  total: number;
  data: object;
}

/** Queues the first invoice of an order; false if there is one. */
export const insertFirstInvoice = (tx: Tx, { id, orderId, cause }: NewDocument) =>
  isAffected(tx)`
    insert into invoices (id, order_id, kind, cause)
    select ${id}::uuid, ${orderId}::uuid, 'invoice', ${cause}
    where not exists (select from invoices where order_id = ${orderId}::uuid and kind = 'invoice')
    on conflict (kind, cause) do nothing`;

/** Queues a document, once per cause. */
export const insertPending = (tx: Tx, { id, orderId, kind, cause, total, data }: NewDocument) =>
  sql`
    insert into invoices (id, order_id, kind, cause, total_amount, data)
    values (${id}, ${orderId}::uuid, ${kind}, ${cause}, ${total}, ${JSON.stringify(data)}::jsonb)
    on conflict (kind, cause) do nothing`.execute(tx);

/** Deletes a credit note that is not issued yet; false if there is none. */
export const deletePending = (tx: Tx, cause: string) =>
  isAffected(tx)`
    delete from invoices
    where kind = 'credit_note' and cause = ${cause} and number is null`;

/** The issued credit note of a cause. */
export const findIssuedNote = (tx: Tx, cause: string) =>
  findRow<IssuedRow>(tx)`
    ${issued} and kind = 'credit_note' and cause = ${cause}`;

/** The last credit note of a cause, or of one that replaced it, that is not reversed; issued or queued. */
export const findReplaceableNote = (tx: Tx, cause: string) =>
  findRow<CauseRow>(tx)`
    select n.id, n.order_id, n.kind, n.issued_at, n.total_amount, n.currency, n.data, n.cause, n.number
    from invoices n
    where n.kind = 'credit_note' and (n.cause = ${cause} or starts_with(n.cause, ${`${cause}#`}))
      and not exists (select from invoices u where u.kind = 'credit_note' and u.cause = 'undone:' || n.id)
    order by n.created_at desc, n.id desc
    limit 1`;

/** Number of invoices, the last one and the credited total of an order, issued or queued. */
export const sumDocuments = (tx: Tx, orderId: string) =>
  getRow<{ invoices: number; last_invoice: string | null; credited: number }>(tx)`
    select count(*) filter (where kind = 'invoice')::int as invoices,
      (array_agg(id order by created_at desc, id desc) filter (where kind = 'invoice'))[1] as last_invoice,
      coalesce(sum(total_amount) filter (where kind = 'credit_note'), 0)::int8 as credited
    from invoices
    where order_id = ${orderId}::uuid`;

/** At most `limit` queued documents, invoices first, as a credit note names its invoice. */
export const listPending = (db: Db | Tx, orderId: string | null, limit: number) =>
  listValues<string>(db)`
    select id
    from invoices
    where number is null and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
    order by kind = 'credit_note', created_at, id
    limit ${limit}`;

export const findOrderId = (tx: Tx, id: string) =>
  findValue<string>(tx)`select order_id from invoices where id = ${id}::uuid`;

/** Locks a queued document and the order's others, as credit notes depend on earlier ones. Undefined if issued. */
export async function lockPending<T>(tx: Tx, id: string): Promise<PendingRow<T> | undefined> {
  await sql`
    select 1
    from invoices
    where order_id = (select order_id from invoices where id = ${id}::uuid)
    order by id
    for update`.execute(tx);
  return findRow<PendingRow<T>>(tx)`
    select id, order_id, kind, total_amount, data
    from invoices
    where id = ${id}::uuid and number is null
    for update`;
}

/** Assigns the next number of a series, without gaps: the series stays locked until the transaction ends. */
export const assignNumber = async (tx: Tx, kind: InvoiceKind) =>
  (await findValue<number>(tx)`
    update document_series set last_number = last_number + 1 where kind = ${kind}
    returning last_number`) ?? 0;

/** Stores the content of an issued document, which never changes. */
export const markIssued = (
  tx: Tx,
  id: string,
  { number, at, content }: { number: number; at: Date; content: InvoiceDocument },
) =>
  sql`
    update invoices
    set number = ${number}, issued_at = ${at}, data = ${JSON.stringify(content)}::jsonb,
      total_amount = ${content.total}, currency = ${content.currency}
    where id = ${id}::uuid and number is null`.execute(tx);

const issued = sql`
    select id, order_id, kind, issued_at, total_amount, currency, data
    from invoices
    where number is not null`;

/** The issued documents of an order, oldest first. */
export const listIssued = (db: Db | Tx, orderId: string) =>
  listRows<IssuedRow>(db)`
    ${issued} and order_id = ${orderId}::uuid
    order by issued_at, kind = 'credit_note', number`;

/** One issued document. */
export const findIssued = (db: Db, id: string) => findRow<IssuedRow>(db)`${issued} and id = ${id}::uuid`;

/** Days (`YYYY-MM-DD`) of a time zone. */
export interface IssuedPeriod {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

/** Issued documents of a kind and period, in the order of their numbers; `id` is the number, for the next page. */
export const listIssuedForExport = (
  db: Db,
  kind: InvoiceKind,
  { from = "-infinity", to = "infinity", timezone }: IssuedPeriod,
  { after, limit }: { after: number; limit: number },
) =>
  listRows<{ id: number; issued: IssuedRow }>(db)`
    select number as id, to_jsonb(i) as issued
    from (
      select number, id, order_id, kind, issued_at, total_amount, currency, data
      from invoices
      where kind = ${kind} and number > ${after}
        and issued_at >= ${from}::timestamp at time zone ${timezone}
        and issued_at < (${to}::timestamp + interval '1 day') at time zone ${timezone}
      order by number
      limit ${limit}
    ) i
    order by number`;

/** The numbers of the invoices of these orders, oldest first. */
export const listInvoiceNumbers = (tx: Tx, ids: string[]) =>
  listRows<{ order_number: number; number: string }>(tx)`
    select (data ->> 'order_number')::int8 as order_number, data ->> 'number' as number
    from invoices
    where number is not null and kind = 'invoice' and order_id = any(${ids}::uuid[])
    order by issued_at, number`;
