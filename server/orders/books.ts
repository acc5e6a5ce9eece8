import { proveCoupons } from "#server/coupons/coupons.ts";
import { proveGiftCards } from "#server/gift-cards/gift-cards.ts";
import { paymentSums, provePayments } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { proveStock } from "#server/stock/stock.ts";
import { countBooks, type Discrepancy, listCrookedOrders, listPaid, recountUnits } from "./books.sql.ts";
import { lockOrder } from "./orders.sql.ts";
import { countMoney } from "./settling.ts";

/** Holds orders, lines, shipments, payments, reservations, stock, coupons and gift cards against each other: empty when all adds up. */
export async function proveBooks(db: Db | Tx): Promise<Discrepancy[]> {
  const payments = await provePayments(db);
  const stock = await proveStock(db);
  return [
    ...(await listCrookedOrders(db)),
    ...payments.crooked.map((row) => ({ ...row, book: "payments" as const, unit: "money" as const, of: row.id })),
    ...stock.map(({ variation_id, ...row }) => ({
      ...row,
      book: "stock" as const,
      unit: "count" as const,
      id: String(variation_id),
      order_id: null,
      name: `variation ${variation_id}`,
      of: `variation ${variation_id}`,
    })),
    ...(await proveCoupons(db)).map((row) => ({
      ...row,
      ...noOrder,
      book: "coupons" as const,
      unit: "count" as const,
    })),
    ...(await proveGiftCards(db)).map((row) => ({
      ...row,
      ...noOrder,
      book: "gift_cards" as const,
      unit: "money" as const,
    })),
    ...(await moneyProblems(db, payments.totals)),
  ];
}
const noOrder = { order_id: null };

/** How many orders and lines there are to prove. */
export const ordersProven = (db: Db | Tx) => countBooks(db);

/** Works out anew what an order says of itself: its units, what was shipped, and what was paid and given back. */
export async function mendOrder(house: House, tx: Tx, orderId: string) {
  found(await lockOrder(tx, orderId));
  await recountUnits(tx, orderId);
  await countMoney(house, tx, found(await lockOrder(tx, orderId)), await paymentSums(tx, orderId));
}

async function moneyProblems(
  db: Db | Tx,
  totals: { order_id: string; captured: number; refunded: number; waived: number; kept: number; live: number }[],
): Promise<Discrepancy[]> {
  const byOrder = new Map(totals.map((sums) => [sums.order_id, sums]));
  return (await listPaid(db)).flatMap(({ id, number, status, total, paid, refunded }) => {
    const { captured = 0, refunded: back = 0, waived = 0, kept = 0, live = 0 } = byOrder.get(id) ?? {};
    const off: Pick<Discrepancy, "check" | "expected" | "found" | "problem">[] = [];
    const note = (check: string, expected: number, found: number, problem: string) =>
      off.push({ check, expected, found, problem });
    if (paid !== captured) note("order_paid", captured, paid, `says ${paid} paid, payments say ${captured}`);
    if (refunded !== back) note("order_refunded", back, refunded, `says ${refunded} back, payments say ${back}`);
    const isOver = status === "cancelled" || status === "expired";
    if (isOver && (kept > 0 || live > 0))
      note("over_with_money", 0, kept, `is ${status} but keeps money or a live payment`);
    if (status === "completed" && captured + waived < total)
      note("completed_unpaid", total, captured, `is completed with ${captured} of ${total} paid`);
    return off.map((one) => ({
      ...one,
      book: "orders",
      id,
      order_id: id,
      name: String(number),
      unit: "money",
      of: id,
    }));
  });
}
