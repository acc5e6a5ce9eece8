import type { InvoiceKind } from "#contract/invoices.ts";
import { getSoldOrder, lockOrder, type OrderRow } from "#server/orders/orders.ts";
import { findFunds, listCaptures, listPayments } from "#server/payments/payments.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { toProblem } from "#server/platform/http/problem.ts";
import { inLanguageOf } from "#server/platform/language.ts";
import { getPublicShop, getSettings } from "#server/shop/shop.ts";
import { formatDeliveryDates } from "#words/delivery-dates.ts";
import { direction, say, shopLocale } from "#words/say.ts";
import { sellerLines } from "#words/seller.ts";
import { addCreditNote, addInvoice, reverseCreditNote } from "./credit-notes.ts";
import type { PendingCreditNote } from "./document.ts";
import {
  creditSums,
  documentLabels,
  type InvoiceDocument,
  remainingTaxParts,
  remarksOf,
  reversedSums,
  soldSums,
} from "./document.ts";
import * as rows from "./invoices.sql.ts";
import { paymentPart } from "./payment-part.ts";

/**
 * Queues invoices and credit notes in the transactions of order events. Their numbers are assigned later, in short
 * transactions of their own, so that orders do not wait for each other's number (docs/decisions/0009).
 */
export function registerInvoicing(app: App) {
  app.events.on("order.confirmed", (tx, { orderId }) => addInvoice(tx, orderId));
  app.events.on("order.credited", (tx, { orderId, credit }) => addCreditNote(tx, orderId, credit));
  app.events.on("order.credit_reversed", (tx, { orderId, cause }) => reverseCreditNote(tx, orderId, cause));
  app.events.on("order.invoice_numbers_requested", async (tx, { orderIds, numbers }) => {
    for (const { order_number, number } of await rows.listInvoiceNumbers(tx, orderIds))
      numbers.set(order_number, number);
  });
  app.events.on("order.anonymized", async (tx, { orderIds }) => {
    for (const orderId of orderIds) await issueDocuments(app, tx, orderId);
  });
  app.jobs.schedule("invoices.issue", "* * * * *", () => issuePending(app), { isBulk: true });
}

/** Documents issued in one run. */
const batchSize = 500;

/** Issues queued documents, all or those of one order, each in its own transaction. */
export async function issuePending(app: App, orderId: string | null = null, limit = batchSize) {
  const pending = await rows.listPending(app.db, orderId, limit);
  if (pending.length === limit)
    app.log.warn({ limit }, "more documents wait for a number than one run issues: the next run continues");
  for (const id of pending)
    await inTransaction(app.db, (tx) => issue(app, tx, id)).catch((error: unknown) => noteFailure(app, id, error));
}

/** A document that can't be issued does not stop the others; it is retried, and administrators are alerted once. */
async function noteFailure(app: App, id: string, error: unknown) {
  // A lost database is no fault of the document.
  if (toProblem(error)?.code === "busy") throw error;
  app.log.error({ err: error, documentId: id }, "a document could not be issued");
  await inTransaction(app.db, async (tx) => {
    const pending = await rows.lockPending(tx, id);
    if (!pending) return;
    const message = "An invoice or credit note couldn't be created. The shop tries again every minute.";
    await app.events.emit(tx, "payment.alert_raised", { key: `document:${id}`, orderId: pending.order_id, message });
  });
}

/** Issues the queued documents of an order in a transaction that changes it. */
export async function issueDocuments(app: App, tx: Tx, orderId: string) {
  for (const id of await rows.listPending(tx, orderId, batchSize)) await issue(app, tx, id);
}

/** Issues a queued document: assigns the next number and stores its content. Idempotent. */
export async function issue(app: App, tx: Tx, id: string) {
  // First, as changes of an order lock it before its documents; its payments then stay as they are while they are read.
  const queuedFor = await rows.findOrderId(tx, id);
  // Taken back meanwhile.
  if (queuedFor === undefined) return;
  await lockOrder(tx, queuedFor);
  const pending = await rows.lockPending<PendingCreditNote>(tx, id);
  if (!pending) return;
  const { kind, order_id: orderId, data: credit, total_amount: total } = pending;
  const order = await getSoldOrder(tx, orderId);
  const shop = await getPublicShop({ db: tx as Db, config: app.config });
  const [at, issued] = [app.now(), await rows.listIssued(tx, orderId)];
  const about = findSubject(issued, credit);
  // Its invoice could not be issued yet.
  if (kind === "credit_note" && credit.invoiceId !== null && !about.invoice) return;
  const paid = {
    payments: await listPayments(tx, orderId),
    captures: await listCaptures(tx, orderId),
    funds: await findFunds(tx, orderId),
    account: (await getSettings(tx)).bank_account,
  };
  // Last, because it locks the counter until the end of the transaction.
  const number = await rows.assignNumber(tx, kind);
  const content = inLanguageOf(
    order,
    (): InvoiceDocument => ({
      kind,
      number: shownNumber(kind, number),
      issued_at: at.toISOString(),
      order_number: order.number,
      placed_at: order.placed_at,
      about: kind === "credit_note" ? { invoice: about.invoice?.number ?? "", reason: about.reason() } : null,
      seller: {
        name: shop.name,
        address: sellerLines(shop).join("\n") || null,
        // The one that the buyer's was checked for.
        vat_id: order.reverse_charge?.seller_vat_id ?? shop.vat_id,
        email: shop.contact.email,
        phone: shop.contact.phone,
      },
      ...partiesOf(order, about.invoice),
      ...(kind === "invoice" ? soldSums(order) : sumsOf(order, credit, total, about)),
      payment: kind === "invoice" ? paymentPart(order, paid) : null,
      currency: order.currency,
      locale: shopLocale(),
      direction: direction(),
      delivery: kind === "invoice" ? expectedDelivery(order, shop.timezone) : null,
      timezone: shop.timezone,
      remarks: remarksOf(order),
      words: documentLabels(kind),
    }),
  );
  await rows.markIssued(tx, id, { number, at, content });
}

/** When the order arrives, counted from its confirmation, as in its emails; null before that. */
const expectedDelivery = ({ shipping_method: method, confirmed_at }: OrderRow, timezone: string) =>
  method && confirmed_at && formatDeliveryDates(method, confirmed_at, timezone);

interface About {
  /** The invoice of a credit note, and its other credit notes. */
  invoice: InvoiceDocument | undefined;
  others: InvoiceDocument[];
  /** The credit note it reverses. */
  undoes: InvoiceDocument | undefined;
  reason: () => string;
}

/** Finds the documents of its order that a credit note refers to. */
function findSubject(issued: rows.IssuedRow[], { what, reason, invoiceId }: Partial<PendingCreditNote>): About {
  const undoes = what?.kind === "undone" ? issued.find(({ id }) => id === what.noteId)?.data : undefined;
  const invoices = issued.filter(({ kind }) => kind === "invoice");
  const invoice = invoices.find(({ id, data }) => (undoes ? data.number === undoes.about?.invoice : id === invoiceId));
  const notes = issued.filter(
    ({ kind, data }) => kind === "credit_note" && data.about?.invoice === invoice?.data.number,
  );
  const words = () =>
    undoes ? say("Reverses {number} because its refund failed.", { number: undoes.number }) : say(reason ?? "");
  return { invoice: invoice?.data, others: notes.map(({ data }) => data), undoes, reason: words };
}

function sumsOf(order: OrderRow, credit: PendingCreditNote, total: number, { invoice, others, undoes, reason }: About) {
  if (undoes) return reversedSums(undoes);
  const left = invoice ? remainingTaxParts(order, invoice, others) : [];
  return creditSums(order, { ...credit, reason: reason() }, total, { left, notes: others, invoice });
}

/** Buyer and delivery address; those of the invoice if the order was anonymized since. */
const partiesOf = (order: OrderRow, invoice: InvoiceDocument | undefined) =>
  invoice && order.user_id === null
    ? { buyer: invoice.buyer, delivered_to: invoice.delivered_to }
    : {
        buyer: { email: order.email, address: billedTo(order) },
        delivered_to: order.shipping_address,
      };

const billedTo = ({ billing_address, shipping_address, reverse_charge }: OrderRow) => {
  const address = billing_address ?? shipping_address;
  return reverse_charge ? { ...address, vat_id: reverse_charge.vat_id } : address;
};

const prefixes: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CN" };
const shownNumber = (kind: InvoiceKind, number: number) => `${prefixes[kind]}-${String(number).padStart(6, "0")}`;
