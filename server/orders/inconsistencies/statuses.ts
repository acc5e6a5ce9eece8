import { amountOwed, hasEnded, paymentStatusOf } from "#server/orders/ledger/balance.ts";
import { fulfilmentStatusOf } from "#server/orders/status/order-status.ts";
import type { PaymentTotals } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { Discrepancy } from "./inconsistencies.sql.ts";
import { type History, listHistories, listOrderStatuses, type OrderStatusRow } from "./statuses.sql.ts";

interface Finding extends Pick<Discrepancy, "check" | "expected" | "found" | "problem"> {
  area?: Discrepancy["area"];
  unit?: Discrepancy["unit"];
  statuses?: Discrepancy["statuses"];
  /** It is no inconsistency if one of these is true. */
  unless?: (keyof History)[];
}

const noPayments: Omit<PaymentTotals, "order_id"> = {
  captured: 0,
  refunded: 0,
  retained: 0,
  open: 0,
  authorized: 0,
  ever_authorized: 0,
  is_voided: false,
  is_disputed: false,
  is_synced: true,
};

/**
 * Orders whose payments, statuses, coupon or gift cards are inconsistent. Of the orders in `inconsistent` only what does
 * not follow from another inconsistency.
 */
export async function listStatusProblems(
  db: Db | Tx,
  totals: PaymentTotals[],
  inconsistent: Set<string>,
): Promise<Discrepancy[]> {
  const byOrder = new Map(totals.map((sums) => [sums.order_id, sums]));
  const findings = (await listOrderStatuses(db)).flatMap((row) => {
    const sums = byOrder.get(row.id) ?? noPayments;
    const found = [...paidProblems(row, sums), ...discountProblems(row)];
    const derived = inconsistent.has(row.id) ? [] : [...statusProblems(row, sums), ...unpaidProblems(row, sums)];
    return [...found, ...derived].map((one) => ({ row, ...one }));
  });
  const doubtful = findings.flatMap(({ unless, row }) => (unless ? [row.id] : []));
  const histories = await listHistories(db, doubtful);
  const confirmed = findings
    .filter(({ unless = [], row }) => !unless.some((reason) => histories.get(row.id)?.[reason]))
    .map(({ row: { id, number }, unless: _unless, area = "orders", unit = "money", ...found }) => {
      return { id, order_id: id, name: String(number), of: id, area, unit, ...found };
    });
  const inconsistentCards = new Set(confirmed.filter(({ area }) => area === "gift_cards").map(({ id }) => id));
  return confirmed.filter(({ check, id }) => check !== "payment_status" || !inconsistentCards.has(id));
}

const finding = (check: string, expected: number, found: number, problem: string): Finding => ({
  check,
  expected,
  found,
  problem,
});

/** Compares the ledger of an order with its payments; an ended order has none, and a completed one is paid. */
function* paidProblems(row: OrderStatusRow, totals: Omit<PaymentTotals, "order_id">): Iterable<Finding> {
  const { status, paid_amount, refunded_amount } = row;
  const { captured, refunded, retained, open } = totals;
  if (paid_amount !== captured)
    yield finding("order_paid", captured, paid_amount, `ledger says ${paid_amount} paid, payments say ${captured}`);
  if (refunded_amount !== refunded)
    yield finding(
      "order_refunded",
      refunded,
      refunded_amount,
      `ledger says ${refunded_amount} refunded, payments say ${refunded}`,
    );
  if (hasEnded(row) && (retained > 0 || open > 0))
    yield finding("over_with_money", 0, retained, `is ${status} but has money or an open payment`);
  const [owed, paid] = [amountOwed(row), row.paid_amount - row.refunded_amount + row.chargeback_amount];
  if (status === "completed" && paid < owed)
    yield finding("completed_unpaid", owed, paid, `is completed with ${paid} of ${owed} paid`);
}

/** An order in progress was paid or authorized, whatever happened to that since. */
function* unpaidProblems(row: OrderStatusRow, { ever_authorized }: Omit<PaymentTotals, "order_id">): Iterable<Finding> {
  const { status } = row;
  if (status !== "confirmed" && status !== "processing") return;
  const [owed, secured] = [amountOwed(row), row.paid_amount + ever_authorized];
  if (secured < owed)
    yield {
      ...finding("sold_unpaid", owed, secured, `is ${status} with ${secured} of ${owed} paid or authorized`),
      unless: ["held"],
    };
}

function* statusProblems(row: OrderStatusRow, totals: Omit<PaymentTotals, "order_id">): Iterable<Finding> {
  const { payment_status, fulfilment_status } = row;
  const paid = paymentStatusOf(row, totals);
  // While something is to be requested from a provider the statuses may differ.
  if (payment_status !== paid && totals.is_synced) yield statusFinding("payment_status", paid, payment_status);
  const arrived = fulfilmentStatusOf(row);
  if (fulfilment_status !== arrived) yield statusFinding("fulfilment_status", arrived, fulfilment_status);
}

const statusFinding = (check: string, expected: string, found: string): Finding => ({
  check,
  expected: null,
  found: null,
  unit: "status",
  statuses: { expected, found },
  problem: `${check} is ${found} and should be ${expected}`,
});

/** An open order has its coupon use and what its ledger says of gift cards; an ended one has neither. */
function* discountProblems(row: OrderStatusRow): Iterable<Finding> {
  const { status, has_coupon, coupon_use, on_cards } = row;
  const use = { area: "coupons" as const, unit: "count" as const };
  if (hasEnded(row) && coupon_use === "held")
    yield { ...use, ...finding("use_retained", 0, 1, `is ${status} and holds the use of a coupon`) };
  if (!hasEnded(row) && has_coupon && coupon_use !== "held" && coupon_use !== "retained") {
    const problem = `is ${status} and does not hold the use of its coupon`;
    yield { ...use, check: "use_missing", expected: 1, found: 0, problem, unless: ["reopened"] };
  }
  const expected = hasEnded(row) ? 0 : row.gift_card_amount - row.gift_card_refunded_amount;
  const problem = `is ${status} and has ${on_cards} of gift cards, but its ledger says ${expected}`;
  const money = { area: "gift_cards" as const, expected, found: on_cards, problem };
  if (on_cards > expected) yield { ...money, check: hasEnded(row) ? "money_kept" : "money_over" };
  if (on_cards < expected) yield { ...money, check: "money_missing" };
}
