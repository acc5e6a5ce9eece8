import { amountOwed, hasEnded, paymentStatusOf } from "#server/orders/ledger/balance.ts";
import { fulfilmentStatusOf } from "#server/orders/status/order-status.ts";
import type { PaymentTotals } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { Discrepancy } from "./inconsistencies.sql.ts";
import { listOrderStatuses, listPasts, type OrderStatusRow, type Past } from "./statuses.sql.ts";

interface Off extends Pick<Discrepancy, "check" | "expected" | "found" | "problem"> {
  area?: Discrepancy["area"];
  unit?: Discrepancy["unit"];
  statuses?: Discrepancy["statuses"];
  /** What of it makes it right after all. */
  unless?: (keyof Past)[];
}

const noPayments: Omit<PaymentTotals, "order_id"> = {
  captured: 0,
  refunded: 0,
  kept: 0,
  live: 0,
  authorized: 0,
  ever_authorized: 0,
  is_voided: false,
  is_disputed: false,
  is_synced: true,
};

/**
 * Orders whose money, statuses, coupon or gift cards are not what payments, lines and shipments make of them. What
 * follows from a figure that is off itself (`crooked`: those orders) is told once that is mended.
 */
export async function listStatusProblems(
  db: Db | Tx,
  totals: PaymentTotals[],
  inconsistent: Set<string>,
): Promise<Discrepancy[]> {
  const byOrder = new Map(totals.map((sums) => [sums.order_id, sums]));
  const off = (await listOrderStatuses(db)).flatMap((row) => {
    const sums = byOrder.get(row.id) ?? noPayments;
    const found = [...paidProblems(row, sums), ...discountProblems(row)];
    const follows = inconsistent.has(row.id) ? [] : [...statusProblems(row, sums), ...unpaidProblems(row, sums)];
    return [...found, ...follows].map((one) => ({ row, ...one }));
  });
  const doubtful = off.flatMap(({ unless, row }) => (unless ? [row.id] : []));
  const pasts = await listPasts(db, doubtful);
  const proven = off
    .filter(({ unless = [], row }) => !unless.some((excuse) => pasts.get(row.id)?.[excuse]))
    .map(({ row: { id, number }, check, expected, found, problem, area = "orders", unit = "money", statuses }) => {
      const order = { id, order_id: id, name: String(number), of: id };
      return { ...order, area, check, expected, found, unit, problem, ...(statuses ? { statuses } : {}) };
    });
  const inconsistentCards = new Set(proven.filter(({ area }) => area === "gift_cards").map(({ id }) => id));
  return proven.filter(({ check, id }) => check !== "payment_status" || !inconsistentCards.has(id));
}

/** The ledger of an order against its payments, what one that is over keeps, and whether a completed one was paid. */
function* paidProblems(row: OrderStatusRow, totals: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { status, paid_amount, refunded_amount } = row;
  const { captured, refunded, kept, live } = totals;
  if (paid_amount !== captured)
    yield {
      check: "order_paid",
      expected: captured,
      found: paid_amount,
      problem: `ledger says ${paid_amount} paid, payments say ${captured}`,
    };
  if (refunded_amount !== refunded)
    yield {
      check: "order_refunded",
      expected: refunded,
      found: refunded_amount,
      problem: `ledger says ${refunded_amount} refunded, payments say ${refunded}`,
    };
  if (hasEnded(row) && (kept > 0 || live > 0))
    yield {
      check: "over_with_money",
      expected: 0,
      found: kept,
      problem: `is ${status} but keeps money or a live payment`,
    };
  const [owed, paid] = [amountOwed(row), row.paid_amount - row.refunded_amount + row.chargeback_amount];
  if (status === "completed" && paid < owed)
    yield {
      check: "completed_unpaid",
      expected: owed,
      found: paid,
      problem: `is completed with ${paid} of ${owed} paid`,
    };
}

/** What is packed counts as sold: it was paid or authorized once, whatever became of that since. */
function* unpaidProblems(row: OrderStatusRow, { ever_authorized }: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { status } = row;
  if (status !== "confirmed" && status !== "processing") return;
  const [owed, secured] = [amountOwed(row), row.paid_amount + ever_authorized];
  if (secured < owed)
    yield {
      check: "sold_unpaid",
      expected: owed,
      found: secured,
      problem: `is ${status} with ${secured} of ${owed} paid or authorized`,
      unless: ["doubted"],
    };
}

function* statusProblems(row: OrderStatusRow, totals: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { payment_status, fulfilment_status } = row;
  const paid = paymentStatusOf(row, totals);
  // What a provider is still to be told is written down once it has answered.
  if (payment_status !== paid && totals.is_synced) yield statusOff("payment_status", paid, payment_status);
  const arrived = fulfilmentStatusOf(row);
  if (fulfilment_status !== arrived) yield statusOff("fulfilment_status", arrived, fulfilment_status);
}

const statusOff = (check: string, expected: string, found: string): Off => ({
  check,
  expected: null,
  found: null,
  unit: "status",
  statuses: { expected, found },
  problem: `${check} is ${found} and should be ${expected}`,
});

/**
 * An order holds the use of its coupon while it is open, unless the use is kept, and what its ledger says of its gift cards;
 * one that has ended has nothing of either.
 */
function* discountProblems(row: OrderStatusRow): Iterable<Off> {
  const { status, has_coupon, coupon_use, on_cards } = row;
  const use = { area: "coupons" as const, unit: "count" as const };
  if (hasEnded(row) && coupon_use === "held")
    yield { ...use, check: "use_kept", expected: 0, found: 1, problem: `is ${status} and holds the use of a coupon` };
  if (!hasEnded(row) && has_coupon && coupon_use !== "held" && coupon_use !== "kept") {
    const problem = `is ${status} and does not hold the use of its coupon`;
    yield { ...use, check: "use_missing", expected: 1, found: 0, problem, unless: ["revived"] };
  }
  const expected = hasEnded(row) ? 0 : row.gift_card_amount - row.gift_card_refunded_amount;
  const problem = `is ${status} and has ${on_cards} of gift cards, but its ledger says ${expected}`;
  const money = { area: "gift_cards" as const, expected, found: on_cards, problem };
  if (on_cards > expected) yield { ...money, check: hasEnded(row) ? "money_kept" : "money_over" };
  if (on_cards < expected) yield { ...money, check: "money_missing" };
}
