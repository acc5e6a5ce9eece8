import type { Area, Inconsistency, ReconciliationReport } from "#contract/reconciliation.ts";
import { getVariationsForSale } from "#server/catalogue/catalogue.ts";
import { countCouponsChecked } from "#server/coupons/coupons.ts";
import { countGiftCardsChecked } from "#server/gift-cards/gift-cards.ts";
import { countOrders, type Discrepancy, listInconsistencies } from "#server/orders/orders.ts";
import { countPayments } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { countStockChecked } from "#server/stock/stock.ts";
import { describeInconsistency } from "./descriptions.ts";
import { liftTimeouts } from "./reconciliation.sql.ts";

export interface Result {
  inconsistencies: Inconsistency[];
  areas: ReconciliationReport["areas"];
  tookMs: number;
}

/** Checks every stored figure against what it is derived from, as all of them stand at one moment. */
export async function checkAll(db: Db): Promise<Result> {
  const began = performance.now();
  const result = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await liftTimeouts(tx);
      const found = await listInconsistencies(tx);
      return { inconsistencies: await describeAll(tx, found), areas: await countChecked(tx, found) };
    });
  return { ...result, tookMs: Math.round(performance.now() - began) };
}

/** Inconsistencies as administrators read them. */
export async function describeAll(tx: Tx, found: Discrepancy[]): Promise<Inconsistency[]> {
  const variations = found.filter(({ area }) => area === "stock").map(({ id }) => Number(id));
  const sold = await getVariationsForSale(tx, [...new Set(variations)]);
  return found.map(({ area, check, id, name, order_id, expected, found: amount, unit, statuses }) => {
    const variation = area === "stock" ? sold.get(Number(id)) : undefined;
    const options = variation?.options.map((option) => option.value).join(", ");
    return {
      id: `${check}:${id}`,
      area,
      check,
      name: variation ? [variation.name, options].filter(Boolean).join(", ") : nameIn(area, name, order_id),
      order_id,
      product_id: variation?.product_id ?? null,
      expected,
      found: amount,
      unit,
      ...describeInconsistency({ area, check, statuses }),
    };
  });
}

function nameIn(area: Area, name: string, orderId: string | null) {
  switch (area) {
    case "orders":
      return orderId ? `Order ${name}` : `Customer ${name}`;
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

async function countChecked(tx: Tx, found: Discrepancy[]): Promise<ReconciliationReport["areas"]> {
  const checked: Record<Area, Record<string, number>> = {
    orders: await countOrders(tx),
    payments: await countPayments(tx),
    stock: await countStockChecked(tx),
    coupons: await countCouponsChecked(tx),
    gift_cards: await countGiftCardsChecked(tx),
  };
  return (Object.entries(checked) as [Area, Record<string, number>][]).map(([area, counts]) => ({
    area,
    checked: Object.entries(counts).map(([what, count]) => ({ what, count })),
    inconsistencies: found.filter((one) => one.area === area).length,
  }));
}
