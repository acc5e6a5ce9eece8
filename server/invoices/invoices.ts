import { v7 as uuid } from "uuid";
import type { InvoiceKind } from "#contract/invoices.ts";
import { type Credit, soldOrder } from "#server/orders/orders.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { publicShop } from "#server/shop/shop.ts";
import { say, shopLocale } from "#words/say.ts";
import * as rows from "./invoices.sql.ts";
import { creditSums, onPaper, type Paper, paperWords, soldSums } from "./paper.ts";

/**
 * Invoices and credit notes follow what happens to orders. In its transaction only a note is made; the number is taken
 * later, in a short transaction of its own, so that no two orders wait for each other on the counter
 * (docs/decisions/0009).
 */
export function invoicing(house: House) {
  house.happenings.on("orders.confirmed", (tx, { orderId }) => noteInvoice(tx, orderId));
  house.happenings.on("orders.credited", (tx, { orderId, credit }) => noteCredit(tx, orderId, credit));
  house.happenings.on("orders.uncredited", (tx, { cause }) => rows.dropWaiting(tx, cause));
  house.jobs.repeat("invoices.issue", "* * * * *", () => issueWaiting(house));
}

/** An order has one invoice for each life: once all of it was credited, living again is a new sale. */
async function noteInvoice(tx: Tx, orderId: string) {
  const first = { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} } as const;
  if (await rows.insertFirst(tx, first)) return;
  const [{ total_amount: sold }, made] = [await soldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  if (sold > 0 && made.credited >= sold * made.invoices)
    await rows.insertWaiting(tx, { ...first, cause: lifeOf(orderId, made.invoices + 1) });
}

/** What is owed no more of an invoiced order; one that was charged and not invoiced yet is invoiced first. */
async function noteCredit(tx: Tx, orderId: string, credit: Credit) {
  if (credit.what.kind !== "rest") await noteInvoice(tx, orderId);
  const [{ total_amount: sold }, made] = [await soldOrder(tx, orderId), await rows.sumDocuments(tx, orderId)];
  const left = sold * made.invoices - made.credited;
  const total = credit.what.kind === "rest" ? left : Math.min(left, credit.what.amount);
  if (total <= 0) return;
  // The same order can be cancelled once in each life.
  const cause = credit.what.kind === "rest" ? lifeOf(credit.cause, made.invoices) : credit.cause;
  const data: Noted = { ...credit, invoiceId: made.last_invoice };
  await rows.insertWaiting(tx, { id: uuid(), orderId, kind: "credit_note", cause, total, data });
}

/** A credit note that waits, and the invoice it is about. */
interface Noted extends Credit {
  invoiceId: string | null;
}
const lifeOf = (cause: string, life: number) => (life > 1 ? `${cause}:${life}` : cause);

/** Gives every document that waits its number, or those of one order; each in a transaction of its own. */
export async function issueWaiting(house: House, orderId: string | null = null) {
  for (const id of await rows.listWaiting(house.db, orderId))
    await inTransaction(house.db, (tx) => issue(house, tx, id));
}

/** Gives a document that waits the next number and writes it as it stays. Doing it again changes nothing. */
export async function issue(house: House, tx: Tx, id: string) {
  const waiting = await rows.lockWaiting<Noted>(tx, id);
  if (!waiting) return;
  const { kind, order_id: orderId, data: credit, total_amount: total } = waiting;
  const order = await soldOrder(tx, orderId);
  const shop = await publicShop({ db: tx as Db, config: house.config });
  const [at, invoice] = [house.now(), await numberOf(tx, orderId, credit.invoiceId)];
  // The counter's row is locked last, and only for what is left to do.
  const number = await rows.takeNumber(tx, kind);
  const paper = onPaper(
    (): Paper => ({
      kind,
      number: shownNumber(kind, number),
      issued_at: at.toISOString(),
      order_number: order.number,
      placed_at: order.placed_at,
      about: kind === "credit_note" ? { invoice, reason: say(credit.reason) } : null,
      seller: { name: shop.name, email: shop.contact.email, phone: shop.contact.phone },
      buyer: { email: order.email, address: order.billing_address ?? order.shipping_address },
      delivered_to: order.shipping_address,
      ...(kind === "invoice" ? soldSums(order) : creditSums(order, { ...credit, reason: say(credit.reason) }, total)),
      currency: order.currency,
      locale: shopLocale(),
      timezone: shop.timezone,
      words: paperWords(kind),
    }),
  );
  await rows.writeIssued(tx, id, { number, at, paper });
}

const numberOf = async (tx: Tx, orderId: string, invoiceId: string | null) =>
  (await rows.listIssued(tx, orderId)).find((one) => one.id === invoiceId)?.data.number ?? "";

const prefixes: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CN" };
const shownNumber = (kind: InvoiceKind, number: number) => `${prefixes[kind]}-${String(number).padStart(6, "0")}`;
