import { v7 as uuid } from "uuid";
import { type Credit, soldOrder } from "#server/orders/orders.ts";
import type { Tx } from "#server/platform/database/database.ts";
import * as credits from "./credits.sql.ts";
import * as rows from "./invoices.sql.ts";

/** A credit note that waits, and the invoice it is about. */
export interface Noted {
  reason: string;
  what: Credit["what"] | { kind: "undone"; noteId: string };
  invoiceId: string | null;
}

/** An order has one invoice for each life: once all of it was credited, living again is a new sale. */
export async function noteInvoice(tx: Tx, orderId: string) {
  const first = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  if (await rows.insertFirst(tx, first)) return;
  const [{ total_amount: sold }, made] = [await soldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  if (sold > 0 && made.credited >= sold * made.invoices)
    await rows.insertWaiting(tx, { ...first, cause: lifeOf(orderId, made.invoices + 1) });
}

/** What is owed no more of an invoiced order; one that was charged and not invoiced yet is invoiced first. */
export async function noteCredit(tx: Tx, orderId: string, { cause, reason, what }: Credit) {
  if (what.kind !== "rest") await noteInvoice(tx, orderId);
  const [{ total_amount: sold }, made] = [await soldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const left = sold * made.invoices - made.credited;
  const data: Noted = { reason, what, invoiceId: made.last_invoice };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  if (what.kind === "rest") {
    // The same order can be cancelled once in each life.
    if (left > 0) await rows.insertWaiting(tx, { ...note, cause: lifeOf(cause, made.invoices), total: left });
    return;
  }
  // An amount that is returned once more, after it came back, is credited already.
  const used = what.kind === "amount" ? Math.min(what.amount, await credits.sumUnpaid(tx, orderId)) : 0;
  const total = Math.min(left, what.amount - used);
  if (used + total <= 0) return;
  const isNew = await credits.insertCredit(tx, { id: note.id, orderId, cause, amount: used + total, used });
  if (isNew && total > 0) await rows.insertWaiting(tx, { ...note, cause: note.id, total });
}

/** A credit came to nothing: its note is dropped while it has no number, and taken back by another once it has one. */
export async function takeBackCredit(tx: Tx, orderId: string, cause: string) {
  const noteId = await credits.undoCredit(tx, orderId, cause);
  if (noteId === undefined || (await rows.dropWaiting(tx, noteId))) return;
  const issued = (await rows.listIssued(tx, orderId)).find(({ id }) => id === noteId);
  if (!issued) return;
  const data: Noted = { reason: "", what: { kind: "undone", noteId }, invoiceId: null };
  const note = { id: uuid(), orderId, kind: "credit_note", data } as const;
  await rows.insertWaiting(tx, { ...note, cause: `undone:${noteId}`, total: -issued.total_amount });
}

const lifeOf = (cause: string, life: number) => (life > 1 ? `${cause}:${life}` : cause);
