import type { InvoiceKind } from "#contract/invoices.ts";
import { getSoldOrder, type OrderRow } from "#server/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getPublicShop } from "#server/shop/shop.ts";
import { say, shopLocale } from "#words/say.ts";
import { addCreditNote, addInvoice, type PendingCreditNote, reverseCreditNote } from "./credit-notes.ts";
import {
  creditSums,
  documentLabels,
  type InvoiceDocument,
  inDocumentLanguage,
  remainingTaxParts,
  reversedSums,
  type Sums,
  soldSums,
} from "./document.ts";
import * as rows from "./invoices.sql.ts";

/**
 * Invoices and credit notes follow what happens to orders. In its transaction only a note is made; the number is taken
 * later, in a short transaction of its own, so that no two orders wait for each other on the counter
 * (docs/decisions/0009).
 */
export function registerInvoicing(app: App) {
  app.events.on("order.confirmed", (tx, { orderId }) => addInvoice(tx, orderId));
  app.events.on("order.credited", (tx, { orderId, credit }) => addCreditNote(tx, orderId, credit));
  app.events.on("order.credit_reversed", (tx, { orderId, cause }) => reverseCreditNote(tx, orderId, cause));
  app.events.on("order.anonymized", async (tx, { orderIds }) => {
    for (const orderId of orderIds)
      for (const id of await rows.listWaiting(tx, orderId, batchSize)) await issue(app, tx, id);
  });
  app.jobs.schedule("invoices.issue", "* * * * *", () => issueWaiting(app), { isBulk: true });
}

/** Documents that are issued in one run. */
const batchSize = 500;

/** Gives documents that wait their numbers, all or those of one order; each in a transaction of its own. */
export async function issueWaiting(app: App, orderId: string | null = null, limit = batchSize) {
  const waiting = await rows.listWaiting(app.db, orderId, limit);
  if (waiting.length === limit)
    app.log.warn({ limit }, "more documents wait for a number than one run issues: the next run goes on");
  for (const id of waiting) await inTransaction(app.db, (tx) => issue(app, tx, id));
}

/** Gives a document that waits the next number and writes it as it stays. Doing it again changes nothing. */
export async function issue(app: App, tx: Tx, id: string) {
  const waiting = await rows.lockWaiting<PendingCreditNote>(tx, id);
  if (!waiting) return;
  const { kind, order_id: orderId, data: credit, total_amount: total } = waiting;
  const order = await getSoldOrder(tx, orderId);
  const shop = await getPublicShop({ db: tx as Db, config: app.config });
  const [at, issued] = [app.now(), await rows.listIssued(tx, orderId)];
  const about = findSubject(issued, credit);
  // The counter's row is locked last, and only for what is left to do.
  const number = await rows.takeNumber(tx, kind);
  const paper = inDocumentLanguage(
    (): InvoiceDocument => ({
      kind,
      number: shownNumber(kind, number),
      issued_at: at.toISOString(),
      order_number: order.number,
      placed_at: order.placed_at,
      about: kind === "credit_note" ? { invoice: about.invoice?.number ?? "", reason: about.reason() } : null,
      seller: {
        name: shop.name,
        address: shop.address,
        email: shop.contact.email,
        phone: shop.contact.phone,
      },
      ...partiesOf(order, about.invoice),
      ...(kind === "invoice" ? soldSums(order) : sumsOf(order, credit, total, about)),
      currency: order.currency,
      locale: shopLocale(),
      timezone: shop.timezone,
      words: documentLabels(kind),
    }),
  );
  await rows.writeIssued(tx, id, { number, at, paper });
}

interface About {
  /** The invoice a credit note is about, and its other credit notes. */
  invoice: InvoiceDocument | undefined;
  others: InvoiceDocument[];
  /** The credit note it takes back. */
  undoes: InvoiceDocument | undefined;
  reason: () => string;
}

/** What a document is about, among the issued ones of its order. */
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

function sumsOf(
  order: OrderRow,
  credit: PendingCreditNote,
  total: number,
  { invoice, others, undoes, reason }: About,
): Sums {
  if (undoes) return reversedSums(undoes);
  const left = invoice ? remainingTaxParts(order, invoice, others) : [];
  return creditSums(order, { ...credit, reason: reason() }, total, left);
}

/** To whom something was sold. A credit note names whom its invoice does when the order has forgotten it by now. */
const partiesOf = (
  order: OrderRow,
  invoice: InvoiceDocument | undefined,
): Pick<InvoiceDocument, "buyer" | "delivered_to"> =>
  invoice && order.user_id === null
    ? { buyer: invoice.buyer, delivered_to: invoice.delivered_to }
    : {
        buyer: { email: order.email, address: order.billing_address ?? order.shipping_address },
        delivered_to: order.shipping_address,
      };

const prefixes: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CN" };
const shownNumber = (kind: InvoiceKind, number: number) => `${prefixes[kind]}-${String(number).padStart(6, "0")}`;
