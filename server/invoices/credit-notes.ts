import { v7 as uuid } from "uuid";
import { type Credit, getSoldOrder, type OrderRow } from "#server/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { text } from "#words/say.ts";
import type { PendingCreditNote } from "./document.ts";
import * as rows from "./invoices.sql.ts";
import { creditedServices } from "./sales-list/services.ts";

/**
 * Queues the invoice of an order, and another each time it is reopened after it was credited in full; with the credit note
 * of what was credited before, except `later`, which gets one of its own.
 */
export async function addInvoice(tx: Tx, orderId: string, later?: Credit["what"]) {
  const invoice = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  const isFirst = await rows.insertFirstInvoice(tx, invoice);
  const [order, made] = [await getSoldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const [sold, credited] = [order.total_amount, order.credited_amount - (later?.amount ?? 0)];
  const cause = combinedCause(orderId, isFirst ? 1 : made.invoices + 1);
  if (!isFirst) {
    if (sold === 0 || made.credited < sold * made.invoices) return;
    await rows.insertPending(tx, { ...invoice, cause });
  }
  if (credited <= 0) return;
  // The new invoice includes units that were cancelled earlier.
  const services = Math.min(credited, creditedServices(withoutUnits(order, later)));
  const what = { kind: "amount", amount: credited, services } as const;
  const data: PendingCreditNote = { reason: itemsCancelled, what, invoiceId: invoice.id };
  await rows.insertPending(tx, { id: uuid(), orderId, kind: "credit_note", cause, total: credited, data });
}

/** Queues the credit note of a ledger credit, after the invoice if there is none yet; none of an order never confirmed. */
export async function addCreditNote(tx: Tx, orderId: string, { cause, reason, what }: Credit) {
  const { total_amount: sold, confirmed_at } = await getSoldOrder(tx, orderId);
  if (what.kind !== "rest" && confirmed_at !== null) await addInvoice(tx, orderId, what);
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
  return issued ? undoIssuedNote(tx, issued) : reduceCombinedNote(tx, orderId);
}

async function undoIssuedNote(tx: Tx, { id: noteId, order_id: orderId, total_amount: total }: rows.IssuedRow) {
  const data: PendingCreditNote = { reason: "", what: { kind: "undone", noteId }, invoiceId: null };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  await rows.insertPending(tx, { ...note, cause: `undone:${noteId}`, total: -total });
}

/** A credit from before the invoice is part of the note that came with it, which is replaced by one of the rest. */
async function reduceCombinedNote(tx: Tx, orderId: string) {
  const [order, made] = [await getSoldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const cause = combinedCause(orderId, made.invoices);
  const combined = await rows.findReplaceableNote(tx, cause);
  const excess = made.credited - order.total_amount * (made.invoices - 1) - order.credited_amount;
  if (!combined || excess <= 0) return;
  if (combined.number === null) await rows.deletePending(tx, combined.cause);
  else await undoIssuedNote(tx, combined);
  const rest = combined.total_amount - excess;
  if (rest <= 0) return;
  const invoiceId = made.last_invoice;
  const what = { kind: "amount", amount: rest, services: Math.min(rest, creditedServices(order)) } as const;
  await rows.insertPending(tx, {
    id: uuid(),
    orderId,
    kind: "credit_note",
    cause: combined.number === null ? combined.cause : `${cause}#${combined.id}`,
    total: rest,
    data: { reason: itemsCancelled, what, invoiceId } satisfies PendingCreditNote,
  });
}

/** An order without the credit of some units. */
const withoutUnits = ({ lines, reverse_charge }: OrderRow, what: Credit["what"] | undefined) => ({
  reverse_charge,
  lines: lines.map(({ id, variation_id, credited_amount }) => {
    const units = what?.kind === "units" ? what.units.filter(({ order_line_id }) => order_line_id === id) : [];
    return { variation_id, credited_amount: units.reduce((left, { amount }) => left - amount, credited_amount) };
  }),
});

/** The cause of the credit note of what was credited before an invoice. */
const combinedCause = (orderId: string, invoice: number) => `${orderId}:${invoice}`;
const itemsCancelled = text("Items cancelled");
