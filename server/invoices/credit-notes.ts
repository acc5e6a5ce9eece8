import { v7 as uuid } from "uuid";
import { type Credit, getSoldOrder } from "#server/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { text } from "#words/say.ts";
import * as rows from "./invoices.sql.ts";

/** A credit note to issue, and its invoice. */
export interface PendingCreditNote {
  reason: string;
  what: Credit["what"] | { kind: "undone"; noteId: string };
  invoiceId: string | null;
}

/**
 * Queues the invoice of an order, and another each time it is reopened after it was credited in full; with the credit note
 * of what was credited before, except `later` minor units, which get one of their own.
 */
export async function addInvoice(tx: Tx, orderId: string, later = 0) {
  const invoice = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  const isFirst = await rows.insertFirstInvoice(tx, invoice);
  const [order, made] = [await getSoldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const [sold, credited] = [order.total_amount, order.credited_amount - later];
  const cause = `${orderId}:${isFirst ? 1 : made.invoices + 1}`;
  if (!isFirst) {
    if (sold === 0 || made.credited < sold * made.invoices) return;
    await rows.insertPending(tx, { ...invoice, cause });
  }
  if (credited <= 0) return;
  // The new invoice includes units that were cancelled earlier.
  const what = { kind: "amount", amount: credited } as const;
  const data: PendingCreditNote = { reason: text("Items cancelled"), what, invoiceId: invoice.id };
  await rows.insertPending(tx, { id: uuid(), orderId, kind: "credit_note", cause, total: credited, data });
}

/** Queues the credit note of a ledger credit, after the invoice if there is none yet; none of an order never confirmed. */
export async function addCreditNote(tx: Tx, orderId: string, { cause, reason, what }: Credit) {
  const { total_amount: sold, confirmed_at } = await getSoldOrder(tx, orderId);
  if (what.kind !== "rest" && confirmed_at !== null) await addInvoice(tx, orderId, what.amount);
  const made = await rows.sumDocuments(tx, orderId);
  const total = Math.min(sold * made.invoices - made.credited, what.amount);
  if (total <= 0) return;
  const data: PendingCreditNote = { reason, what, invoiceId: made.last_invoice };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  await rows.insertPending(tx, { ...note, cause: `${orderId}:${cause}`, total });
}

/** Deletes the credit note of a reversed credit, or queues another that reverses it if it was issued. */
export async function reverseCreditNote(tx: Tx, orderId: string, cause: string) {
  const noteCause = `${orderId}:${cause}`;
  if (await rows.deletePending(tx, noteCause)) return;
  const issued = await rows.findIssuedNote(tx, noteCause);
  if (!issued) return;
  const data: PendingCreditNote = { reason: "", what: { kind: "undone", noteId: issued.id }, invoiceId: null };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  await rows.insertPending(tx, { ...note, cause: `undone:${issued.id}`, total: -issued.total_amount });
}
