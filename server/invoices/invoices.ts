import { v7 as uuid } from "uuid";
import type { InvoiceKind } from "#contract/invoices.ts";
import { type Credit, soldOrder } from "#server/orders/orders.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { publicShop } from "#server/shop/shop.ts";
import * as rows from "./invoices.sql.ts";
import { creditSums, type Paper, soldSums } from "./paper.ts";

/**
 * Invoices and credit notes follow what happens to orders. In its transaction only a note is made; the number is taken
 * later, in a short transaction of its own, so that no two orders wait for each other on the counter
 * (docs/decisions/0009).
 */
export function invoicing(house: House) {
  house.happenings.on("orders.confirmed", (tx, { orderId }) =>
    rows.insertWaiting(tx, { id: uuid(), orderId, kind: "invoice", cause: orderId, total: 0, data: {} }),
  );
  house.happenings.on("orders.credited", (tx, { orderId, credit }) => noteCredit(tx, orderId, credit));
  house.happenings.on("orders.uncredited", (tx, { cause }) => rows.dropWaiting(tx, cause));
  house.jobs.repeat("invoices.issue", "* * * * *", () => issueWaiting(house));
}

async function noteCredit(tx: Tx, orderId: string, credit: Credit) {
  const { total_amount: sold } = await soldOrder(tx, orderId);
  const left = sold - (await rows.sumCredits(tx, orderId));
  const total = credit.what.kind === "rest" ? left : Math.min(left, credit.what.amount);
  const { cause } = credit;
  if (total > 0) await rows.insertWaiting(tx, { id: uuid(), orderId, kind: "credit_note", cause, total, data: credit });
}

/** Gives every document that waits its number, or those of one order; each in a transaction of its own. */
export async function issueWaiting(house: House, orderId: string | null = null) {
  for (const id of await rows.listWaiting(house.db, orderId))
    await inTransaction(house.db, (tx) => issue(house, tx, id));
}

/** Gives a document that waits the next number and writes it as it stays. Doing it again changes nothing. */
export async function issue(house: House, tx: Tx, id: string) {
  const waiting = await rows.lockWaiting<Credit>(tx, id);
  if (!waiting) return;
  const { kind, order_id: orderId, data: credit, total_amount: total } = waiting;
  const order = await soldOrder(tx, orderId);
  const shop = await publicShop({ db: tx as Db, config: house.config });
  const [at, invoice] = [house.now(), await numberOfInvoice(tx, orderId)];
  // The counter's row is locked last, and only for what is left to do.
  const number = await rows.takeNumber(tx, kind);
  const paper: Paper = {
    kind,
    number: shownNumber(kind, number),
    issued_at: at.toISOString(),
    order_number: order.number,
    placed_at: order.placed_at,
    about: kind === "credit_note" ? { invoice, reason: credit.reason } : null,
    seller: { name: shop.name, email: shop.contact.email, phone: shop.contact.phone },
    buyer: { email: order.email, address: order.billing_address ?? order.shipping_address },
    delivered_to: order.shipping_address,
    ...(kind === "invoice" ? soldSums(order) : creditSums(order, credit, total)),
    currency: order.currency,
    locale: shop.locale,
    timezone: shop.timezone,
  };
  await rows.writeIssued(tx, id, { number, at, paper });
}

const numberOfInvoice = async (tx: Tx, orderId: string) =>
  (await rows.listIssued(tx, orderId)).find((one) => one.kind === "invoice")?.data.number ?? "";

const prefixes: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CN" };
const shownNumber = (kind: InvoiceKind, number: number) => `${prefixes[kind]}-${String(number).padStart(6, "0")}`;
