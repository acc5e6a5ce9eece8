import { v7 as uuid } from "uuid";
import { type Credit, getSoldOrder } from "#server/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { text } from "#words/say.ts";
import * as rows from "./invoices.sql.ts";

/** A credit note that waits to be issued, and the invoice it is about. */
export interface PendingCreditNote {
  reason: string;
  what: Credit["what"] | { kind: "undone"; noteId: string };
  invoiceId: string | null;
}

/** Has an order invoiced once, and once more each time it is reopened after all of it was credited. */
export async function addInvoice(tx: Tx, orderId: string) {
  const first = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  if (await rows.insertFirst(tx, first)) return;
  const [{ total_amount: sold, credited_amount: credited }, made] = [
    await getSoldOrder(tx, orderId),
    await rows.sumDocuments(tx, orderId),
  ];
  if (sold === 0 || made.credited < sold * made.invoices) return;
  const cause = causeOf(orderId, made.invoices + 1);
  await rows.insertWaiting(tx, { ...first, cause });
  if (credited === 0) return;
  // Units that were cancelled before it ended are on the new invoice too.
  const data: PendingCreditNote = {
    reason: text("Items cancelled"),
    what: { kind: "amount", amount: credited },
    invoiceId: first.id,
  };
  await rows.insertWaiting(tx, { id: uuid(), orderId, kind: "credit_note", cause, total: credited, data });
}

/** Has a credit of the ledger noted; an order that was charged and not invoiced yet is invoiced first. */
export async function addCreditNote(tx: Tx, orderId: string, { cause, reason, what }: Credit) {
  if (what.kind !== "rest") await addInvoice(tx, orderId);
  const [{ total_amount: sold }, made] = [await getSoldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const total = Math.min(sold * made.invoices - made.credited, what.amount);
  if (total <= 0) return;
  const data: PendingCreditNote = { reason, what, invoiceId: made.last_invoice };
  await rows.insertWaiting(tx, {
    id: uuid(),
    orderId,
    kind: "credit_note",
    cause: `${orderId}:${cause}`,
    total,
    data,
  });
}

/** A credit was reversed: its note is dropped while it has no number, and taken back by another once it has one. */
export async function reverseCreditNote(tx: Tx, orderId: string, cause: string) {
  const noteCause = `${orderId}:${cause}`;
  if (await rows.dropWaiting(tx, noteCause)) return;
  const issued = await rows.findIssuedNote(tx, noteCause);
  if (!issued) return;
  const data: PendingCreditNote = { reason: "", what: { kind: "undone", noteId: issued.id }, invoiceId: null };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  await rows.insertWaiting(tx, { ...note, cause: `undone:${issued.id}`, total: -issued.total_amount });
}

const causeOf = (orderId: string, nth: number) => `${orderId}:${nth}`;
