import { sql } from "kysely";
import type { InvoiceKind } from "#contract/invoices.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { InvoiceDocument } from "./document.ts";

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

interface NewDocument {
  id: string;
  orderId: string;
  kind: InvoiceKind;
  cause: string;
  total: number;
  data: object;
}

/** Queues the first invoice of an order; false if there is one. */
export async function insertFirstInvoice(tx: Tx, { id, orderId, cause }: NewDocument): Promise<boolean> {
  const { rows } = await sql`
    insert into invoices (id, order_id, kind, cause)
    select ${id}::uuid, ${orderId}::uuid, 'invoice', ${cause}
    where not exists (select from invoices where order_id = ${orderId}::uuid and kind = 'invoice')
    on conflict (kind, cause) do nothing
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Queues a document, once per cause. */
export async function insertPending(tx: Tx, { id, orderId, kind, cause, total, data }: NewDocument) {
  await sql`
    insert into invoices (id, order_id, kind, cause, total_amount, data)
    values (${id}, ${orderId}::uuid, ${kind}, ${cause}, ${total}, ${JSON.stringify(data)}::jsonb)
    on conflict (kind, cause) do nothing`.execute(tx);
}

/** Deletes a credit note that is not issued yet; false if there is none. */
export async function deletePending(tx: Tx, cause: string): Promise<boolean> {
  const { rows } = await sql`
    delete from invoices
    where kind = 'credit_note' and cause = ${cause} and number is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The issued credit note of a cause. */
export async function findIssuedNote(tx: Tx, cause: string): Promise<IssuedRow | undefined> {
  const { rows } = await sql<IssuedRow>`
    ${issued} and kind = 'credit_note' and cause = ${cause}`.execute(tx);
  return rows[0];
}

/** Number of invoices, the last one and the credited total of an order, issued or queued. */
export async function sumDocuments(tx: Tx, orderId: string) {
  const { rows } = await sql<{ invoices: number; last_invoice: string | null; credited: number }>`
    select count(*) filter (where kind = 'invoice')::int as invoices,
      (array_agg(id order by created_at desc, id desc) filter (where kind = 'invoice'))[1] as last_invoice,
      coalesce(sum(total_amount) filter (where kind = 'credit_note'), 0)::int8 as credited
    from invoices
    where order_id = ${orderId}::uuid`.execute(tx);
  return rows[0] ?? { invoices: 0, last_invoice: null, credited: 0 };
}

/** At most `limit` queued documents, invoices first, as a credit note names its invoice. */
export async function listPending(db: Db | Tx, orderId: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from invoices
    where number is null and (${orderId}::uuid is null or order_id = ${orderId}::uuid)
    order by kind = 'credit_note', created_at, id
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Locks a queued document and the others of its order, as a credit note depends on those before it. Undefined if it is
 * issued.
 */
export async function lockPending<T>(tx: Tx, id: string): Promise<PendingRow<T> | undefined> {
  await sql`
    select 1
    from invoices
    where order_id = (select order_id from invoices where id = ${id}::uuid)
    order by id
    for update`.execute(tx);
  const { rows } = await sql<PendingRow<T>>`
    select id, order_id, kind, total_amount, data
    from invoices
    where id = ${id}::uuid and number is null
    for update`.execute(tx);
  return rows[0];
}

/** Assigns the next number of a series, without gaps: the series stays locked until the transaction ends. */
export async function assignNumber(tx: Tx, kind: InvoiceKind): Promise<number> {
  const { rows } = await sql<{ last_number: number }>`
    update document_series set last_number = last_number + 1 where kind = ${kind}
    returning last_number`.execute(tx);
  return rows[0]?.last_number ?? 0;
}

/** Stores the content of an issued document, which never changes. */
export async function markIssued(
  tx: Tx,
  id: string,
  { number, at, content }: { number: number; at: Date; content: InvoiceDocument },
) {
  await sql`
    update invoices
    set number = ${number}, issued_at = ${at}, data = ${JSON.stringify(content)}::jsonb, total_amount = ${content.total},
      currency = ${content.currency}
    where id = ${id}::uuid and number is null`.execute(tx);
}

const issued = sql`
    select id, order_id, kind, issued_at, total_amount, currency, data
    from invoices
    where number is not null`;

/** The issued documents of an order, oldest first. */
export async function listIssued(db: Db | Tx, orderId: string): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    ${issued} and order_id = ${orderId}::uuid
    order by issued_at, kind = 'credit_note', number`.execute(db);
  return rows;
}

/** One issued document. */
export async function findIssued(db: Db, id: string): Promise<IssuedRow | undefined> {
  const { rows } = await sql<IssuedRow>`${issued} and id = ${id}::uuid`.execute(db);
  return rows[0];
}
