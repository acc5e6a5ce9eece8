import { listCouponInconsistencies } from "#server/coupons/coupons.ts";
import { listGiftCardInconsistencies } from "#server/gift-cards/gift-cards.ts";
import { listInconsistentPayments, listTotals } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { listStockInconsistencies } from "#server/stock/stock.ts";
import { type Discrepancy, listInconsistentCustomers, listInconsistentOrders } from "./inconsistencies.sql.ts";
import { listStatusProblems } from "./statuses.ts";

/** Compares orders, ledgers, lines, shipments, payments, reservations, stock, coupons and gift cards. */
export async function listInconsistencies(db: Db | Tx): Promise<Discrepancy[]> {
  const totals = await listTotals(db);
  const payments = await listInconsistentPayments(db);
  const stock = await listStockInconsistencies(db);
  const orders = await listInconsistentOrders(db);
  const customers = await listInconsistentCustomers(db);
  const coupons = await listCouponInconsistencies(db);
  const giftCards = await listGiftCardInconsistencies(db);
  const inconsistent = new Set([...orders, ...payments].flatMap(({ order_id }) => order_id ?? []));
  const [count, money] = [{ order_id: null, unit: "count" as const }, { unit: "money" as const }];
  return [
    ...orders,
    ...payments.map((row): Discrepancy => ({ ...row, ...money, area: "payments", of: row.id })),
    ...stock.map(({ variation_id: id, ...row }): Discrepancy => {
      const name = `variation ${id}`;
      return { ...row, ...count, area: "stock", id: String(id), name, of: name };
    }),
    ...customers.map((row): Discrepancy => ({ ...row, order_id: null, area: "orders", of: `customer ${row.id}` })),
    ...coupons.map((row): Discrepancy => ({ ...row, ...count, area: "coupons" })),
    ...giftCards.map((row): Discrepancy => ({ ...row, ...money, order_id: null, area: "gift_cards" })),
    ...(await listStatusProblems(db, totals, inconsistent)),
  ];
}
