import { listCouponInconsistencies, reclaimCouponUse } from "#server/coupons/coupons.ts";
import { proveGiftCards } from "#server/gift-cards/gift-cards.ts";
import { paymentSums, provePayments } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { reserveLineUnitsAgain, listStockInconsistencies, releaseLineUnits } from "#server/stock/stock.ts";
import { countBooks, type Discrepancy, listCrookedOrders, recountUnits } from "./inconsistencies.sql.ts";
import { countGoods } from "#server/orders/fulfilment/fulfilment.ts";
import { lockOrder } from "#server/orders/orders.sql.ts";
import { givePerksBack } from "#server/orders/settlement/adjustments.ts";
import { countCards, countMoney } from "#server/orders/settlement/settlement.ts";
import { recountCancelled } from "./statuses.sql.ts";
import { listStandingProblems } from "./statuses.ts";

/** Holds orders, lines, shipments, payments, reservations, stock, coupons and gift cards against each other: empty when all adds up. */
export async function proveBooks(db: Db | Tx): Promise<Discrepancy[]> {
  const payments = await provePayments(db);
  const stock = await listStockInconsistencies(db);
  const orders = await listCrookedOrders(db);
  const crooked = new Set([...orders, ...payments.crooked].flatMap(({ order_id }) => order_id ?? []));
  return [
    ...orders,
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
    ...(await listCouponInconsistencies(db)).map((row) => ({
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
    ...(await listStandingProblems(db, payments.totals, crooked)),
  ];
}
const noOrder = { order_id: null };

/** How many orders and lines there are to prove. */
export const ordersProven = (db: Db | Tx) => countBooks(db);

/** Works out anew what an order says of itself: its units, what was shipped or cancelled, and what was paid and given back. */
export async function mendOrder(app: App, tx: Tx, orderId: string) {
  assertFound(await lockOrder(tx, orderId));
  await recountUnits(tx, orderId);
  await recountCancelled(tx, orderId);
  await countGoods(tx, assertFound(await lockOrder(tx, orderId)));
  await countMoney(app, tx, assertFound(await lockOrder(tx, orderId)), await paymentSums(tx, orderId));
}

/** Holds as many units for a line as it should: lets some go, or holds more. Throws `out_of_stock` where they are gone. */
export async function mendHeld(app: App, tx: Tx, orderId: string, { lineId, missing }: Held) {
  assertFound(await lockOrder(tx, orderId));
  const line = { order_line_id: lineId, quantity: Math.abs(missing) };
  if (missing < 0) await releaseLineUnits(app, tx, [line]);
  else if (!(await reserveLineUnitsAgain(app, tx, [line]))) throw new Problem("out_of_stock");
}
interface Held {
  lineId: number;
  missing: number;
}

/** Gives coupon and gift cards of an order that has ended back, or takes the coupon's use for one that lives, if one is left. */
export async function mendPerks(app: App, tx: Tx, orderId: string) {
  const order = assertFound(await lockOrder(tx, orderId));
  if (order.status === "cancelled" || order.status === "expired") await givePerksBack(tx, orderId);
  else await reclaimCouponUse(tx, orderId);
  await countCards(app, tx, order);
}
