import { listCouponInconsistencies } from "#server/coupons/coupons.ts";
import { listGiftCardInconsistencies } from "#server/gift-cards/gift-cards.ts";
import { provePayments } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { listStockInconsistencies } from "#server/stock/stock.ts";
import { countBooks, type Discrepancy, listInconsistentOrders } from "./inconsistencies.sql.ts";
import { listStatusProblems } from "./statuses.ts";

/** Compares orders, ledgers, lines, shipments, payments, reservations, stock, coupons and gift cards: empty when all are consistent. */
export async function listInconsistencies(db: Db | Tx): Promise<Discrepancy[]> {
  const payments = await provePayments(db);
  const stock = await listStockInconsistencies(db);
  const orders = await listInconsistentOrders(db);
  const inconsistent = new Set([...orders, ...payments.crooked].flatMap(({ order_id }) => order_id ?? []));
  return [
    ...orders,
    ...payments.crooked.map((row) => ({ ...row, area: "payments" as const, unit: "money" as const, of: row.id })),
    ...stock.map(({ variation_id, ...row }) => ({
      ...row,
      area: "stock" as const,
      unit: "count" as const,
      id: String(variation_id),
      order_id: null,
      name: `variation ${variation_id}`,
      of: `variation ${variation_id}`,
    })),
    ...(await listCouponInconsistencies(db)).map((row) => ({
      ...row,
      ...noOrder,
      area: "coupons" as const,
      unit: "count" as const,
    })),
    ...(await listGiftCardInconsistencies(db)).map((row) => ({
      ...row,
      ...noOrder,
      area: "gift_cards" as const,
      unit: "money" as const,
    })),
    ...(await listStatusProblems(db, payments.totals, inconsistent)),
  ];
}
const noOrder = { order_id: null };

/** How many orders and lines there are to check. */
export const countOrdersChecked = (db: Db | Tx) => countBooks(db);
