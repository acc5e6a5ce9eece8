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

/** Queues the invoice of an order, and another each time it is reopened after it was credited in full. */
export async function addInvoice(tx: Tx, orderId: string) {
  const first = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  if (await rows.insertFirstInvoice(tx, first)) return;
  const [{ total_amount: sold, credited_amount: credited }, made] = [
    await getSoldOrder(tx, orderId),
    await rows.sumDocuments(tx, orderId),
  ];
  if (sold === 0 || made.credited < sold * made.invoices) return;
  const cause = `${orderId}:${made.invoices + 1}`;
  await rows.insertPending(tx, { ...first, cause });
  if (credited === 0) return;
  // The new invoice includes units that were cancelled earlier.
  const what = { kind: "amount", amount: credited } as const;
  const data: PendingCreditNote = { reason: text("Items cancelled"), what, invoiceId: first.id };
  await rows.insertPending(tx, { id: uuid(), orderId, kind: "credit_note", cause, total: credited, data });
}

/** Queues the credit note of a ledger credit, after the invoice if there is none yet. */
export async function addCreditNote(tx: Tx, orderId: string, { cause, reason, what }: Credit) {
  if (what.kind !== "rest") await addInvoice(tx, orderId);
  const [{ total_amount: sold }, made] = [await getSoldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
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
