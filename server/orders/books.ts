import { provePayments } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/db.ts";
import { proveStock } from "#server/stock/stock.ts";
import { type Discrepancy, listCrookedOrders, listPaid } from "./books.sql.ts";

/** Holds orders, lines, shipments, payments, reservations and stock against each other: empty when all adds up. */
export async function proveBooks(db: Db | Tx): Promise<Discrepancy[]> {
  const payments = await provePayments(db);
  const stock = await proveStock(db);
  return [
    ...(await listCrookedOrders(db)),
    ...payments.crooked.map(({ id, problem }) => ({ of: id, problem })),
    ...stock.map(({ variation_id, problem }) => ({ of: `variation ${variation_id}`, problem })),
    ...(await moneyProblems(db, payments.totals)),
  ];
}

async function moneyProblems(
  db: Db | Tx,
  totals: { order_id: string; captured: number; refunded: number; live: number }[],
): Promise<Discrepancy[]> {
  const byOrder = new Map(totals.map((sums) => [sums.order_id, sums]));
  return (await listPaid(db)).flatMap(({ id, status, total, paid, refunded }) => {
    const { captured = 0, refunded: back = 0, live = 0 } = byOrder.get(id) ?? {};
    const problems: string[] = [];
    if (paid !== captured || refunded !== back)
      problems.push(`says ${paid} paid and ${refunded} back, payments say ${captured} and ${back}`);
    const isOver = status === "cancelled" || status === "expired";
    if (isOver && (captured > back || live > 0)) problems.push(`is ${status} but keeps money or a live payment`);
    if (status === "completed" && captured < total) problems.push(`is completed with ${captured} of ${total} paid`);
    return problems.map((problem) => ({ of: id, problem }));
  });
}
