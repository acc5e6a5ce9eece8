import type { Book, Finding, LedgerReport } from "#contract/ledger.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { countCouponsChecked } from "#server/coupons/coupons.ts";
import { giftCardsProven } from "#server/gift-cards/gift-cards.ts";
import { type Discrepancy, ordersProven, proveBooks } from "#server/orders/orders.ts";
import { paymentsProven } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { countStockChecked } from "#server/stock/stock.ts";
import { standStill } from "./ledger.sql.ts";
import { wordsOf } from "./words.ts";

export interface Proof {
  findings: Finding[];
  books: LedgerReport["books"];
  tookMs: number;
}

/** Holds all books against each other as they stand at one moment. */
export async function proveNow(db: Db): Promise<Proof> {
  const began = performance.now();
  const proof = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await standStill(tx);
      const off = await proveBooks(tx);
      return { findings: await findingsOf(tx, off), books: await sizes(tx, off) };
    });
  return { ...proof, tookMs: Math.round(performance.now() - began) };
}

/** What is off now, as it can be shown and mended. */
export const listFindings = async (tx: Tx): Promise<Finding[]> => findingsOf(tx, await proveBooks(tx));

async function findingsOf(tx: Tx, off: Discrepancy[]): Promise<Finding[]> {
  const variations = off.filter(({ book }) => book === "stock").map(({ id }) => Number(id));
  const sold = await getVariationsForSale(tx, [...new Set(variations)]);
  return off.map(({ book, check, id, name, order_id, expected, found, unit, statuses }) => {
    const variation = book === "stock" ? sold.get(Number(id)) : undefined;
    const options = variation?.options.map((option) => option.value).join(", ");
    return {
      id: `${check}:${id}`,
      book,
      check,
      name: variation ? [variation.name, options].filter(Boolean).join(", ") : nameIn(book, name, order_id),
      order_id,
      product_id: variation?.product_id ?? null,
      expected,
      found,
      unit,
      ...wordsOf({ book, check, statuses }),
    };
  });
}

function nameIn(book: Book, name: string, orderId: string | null) {
  switch (book) {
    case "orders":
      return `Order ${name}`;
    case "payments":
      return `A payment of order ${name}`;
    case "coupons":
      return orderId ? `The coupon of order ${name}` : `Coupon ${name}`;
    case "gift_cards":
      return orderId ? `The gift cards of order ${name}` : `Gift card ${name}`;
    case "stock":
      return name;
  }
}

async function sizes(tx: Tx, off: Discrepancy[]): Promise<LedgerReport["books"]> {
  const proven: Record<Book, Record<string, number>> = {
    orders: await ordersProven(tx),
    payments: await paymentsProven(tx),
    stock: await countStockChecked(tx),
    coupons: await countCouponsChecked(tx),
    gift_cards: await giftCardsProven(tx),
  };
  return (Object.entries(proven) as [Book, Record<string, number>][]).map(([book, counts]) => ({
    book,
    proven: Object.entries(counts).map(([what, count]) => ({ what, count })),
    findings: off.filter((one) => one.book === book).length,
  }));
}
