import type { PaymentTotals } from "#server/payments/payments.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import type { Discrepancy } from "./inconsistencies.sql.ts";
import { fulfilmentStatusOf, paymentStatusOf } from "#server/orders/status/order-status.ts";
import { listPasts, listStandings, type Past, type StandingRow } from "./statuses.sql.ts";

interface Off extends Pick<Discrepancy, "check" | "expected" | "found" | "problem"> {
  book?: Discrepancy["book"];
  unit?: Discrepancy["unit"];
  statuses?: Discrepancy["statuses"];
  /** What of it makes it right after all. */
  unless?: (keyof Past)[];
}

const noPayments: Omit<PaymentTotals, "order_id"> = {
  captured: 0,
  refunded: 0,
  waived: 0,
  kept: 0,
  live: 0,
  authorized: 0,
  promised: 0,
  voided: false,
  disputed: false,
  is_told: true,
};

/**
 * Orders whose money, statuses, coupon or gift cards are not what payments, lines and shipments make of them. What
 * follows from a figure that is off itself (`crooked`: those orders) is told once that is mended.
 */
export async function listStandingProblems(
  db: Db | Tx,
  totals: PaymentTotals[],
  crooked: Set<string>,
): Promise<Discrepancy[]> {
  const byOrder = new Map(totals.map((sums) => [sums.order_id, sums]));
  const off = (await listStandings(db)).flatMap((row) => {
    const sums = byOrder.get(row.id) ?? noPayments;
    const found = [...paidProblems(row, sums), ...perkProblems(row), ...cancelledProblems(row)];
    const follows = crooked.has(row.id) ? [] : [...statusProblems(row, sums), ...unpaidProblems(row, sums)];
    return [...found, ...follows].map((one) => ({ row, ...one }));
  });
  const doubtful = off.flatMap(({ unless, row }) => (unless ? [row.id] : []));
  const pasts = await listPasts(db, doubtful);
  const proven = off
    .filter(({ unless = [], row }) => !unless.some((excuse) => pasts.get(row.id)?.[excuse]))
    .map(({ row: { id, number }, check, expected, found, problem, book = "orders", unit = "money", statuses }) => {
      const order = { id, order_id: id, name: String(number), of: id };
      return { ...order, book, check, expected, found, unit, problem, ...(statuses ? { statuses } : {}) };
    });
  const crookedCards = new Set(proven.filter(({ book }) => book === "gift_cards").map(({ id }) => id));
  return proven.filter(({ check, id }) => check !== "payment_status" || !crookedCards.has(id));
}

const isOver = ({ status }: StandingRow) => status === "cancelled" || status === "expired";

/** What an order says was paid and returned against what its payments come to. */
function* paidProblems(row: StandingRow, sums: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { status, paid, refunded, total, cancelled, set_off } = row;
  const { captured, refunded: back, waived, kept, live } = sums;
  if (paid !== captured)
    yield {
      check: "order_paid",
      expected: captured,
      found: paid,
      problem: `says ${paid} paid, payments say ${captured}`,
    };
  if (refunded !== back)
    yield {
      check: "order_refunded",
      expected: back,
      found: refunded,
      problem: `says ${refunded} back, payments say ${back}`,
    };
  if (isOver(row) && (kept > 0 || live > 0))
    yield {
      check: "over_with_money",
      expected: 0,
      found: kept,
      problem: `is ${status} but keeps money or a live payment`,
    };
  const due = Math.max(0, total - Math.max(cancelled, waived) - set_off);
  if (status === "completed" && captured < due)
    yield {
      check: "completed_unpaid",
      expected: due,
      found: captured,
      problem: `is completed with ${captured} of ${due} paid`,
    };
}

/** What is packed counts as sold: it was paid or promised once, whatever became of that since. */
function* unpaidProblems(row: StandingRow, sums: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { status, total, cancelled, set_off } = row;
  const { captured, waived, promised } = sums;
  if (status !== "confirmed" && status !== "processing") return;
  const [due, covered] = [Math.max(0, total - cancelled - set_off), captured + waived + promised];
  if (covered < due)
    yield {
      check: "sold_unpaid",
      expected: due,
      found: covered,
      problem: `is ${status} with ${covered} of ${due} paid or promised`,
      unless: ["doubted"],
    };
}

function* statusProblems(row: StandingRow, sums: Omit<PaymentTotals, "order_id">): Iterable<Off> {
  const { payment_status, fulfilment_status, total, cancelled, set_off, cards, cards_kept } = row;
  const owed = Math.max(0, total - Math.max(cancelled, sums.waived) - set_off);
  const paid = paymentStatusOf({ ...sums, cards, cardsBack: cards - cards_kept }, total, owed);
  // What a provider is still to be told is written down once it has answered.
  if (payment_status !== paid && sums.is_told) yield statusOff("payment_status", paid, payment_status);
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

/** Of each cancelled unit the share can be a minor unit more or less, as the shares of a line are the line. */
function* cancelledProblems({ cancelled, cancelled_worth, cancelled_units }: StandingRow): Iterable<Off> {
  if (Math.abs(cancelled - cancelled_worth) > cancelled_units)
    yield {
      check: "cancelled",
      expected: cancelled_worth,
      found: cancelled,
      problem: `says ${cancelled} cancelled, but the cancelled units come to ${cancelled_worth}`,
    };
}

/**
 * An order holds the use of its coupon and the money of its gift cards while it lives, and nothing of them after, unless
 * the use was kept.
 */
function* perkProblems(row: StandingRow): Iterable<Off> {
  const { status, has_coupon, coupon_use, cards, cards_kept } = row;
  const use = { book: "coupons" as const, unit: "count" as const };
  if (isOver(row) && coupon_use === "held")
    yield { ...use, check: "use_kept", expected: 0, found: 1, problem: `is ${status} and holds the use of a coupon` };
  if (!isOver(row) && has_coupon && coupon_use !== "held" && coupon_use !== "kept") {
    const problem = `is ${status} and does not hold the use of its coupon`;
    yield { ...use, check: "use_missing", expected: 1, found: 0, problem, unless: ["revived"] };
  }
  const held = isOver(row) ? 0 : cards;
  const problem = `is ${status} and has ${cards_kept} of gift cards, which paid ${cards}`;
  const money = { book: "gift_cards" as const, expected: held, found: cards_kept, problem };
  if (cards_kept > held) yield { ...money, check: isOver(row) ? "money_kept" : "money_over" };
  if (cards_kept < held) yield { ...money, check: "money_missing", unless: ["gave_back", "revived"] };
}
