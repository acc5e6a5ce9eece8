import type { Order, OrderStatus } from "#contract/orders/orders.ts";
import type { Buyer } from "./selling.ts";

/**
 * The expected state of an order, from requests and responses alone: the model of model-based tests. It shares no
 * arithmetic with the shop and reads none of its tables.
 */
export interface Sale {
  id: string;
  buyer: Buyer;
  total: number;
  /** Paid by gift card; refunded last. */
  onCard: number;
  lines: SoldLine[];
  /** Minor units that are no longer owed: cancelled or returned units, and agreed reductions. */
  given: number;
  /** Its customer was charged. */
  taken: boolean;
  /** The status last read. */
  status: OrderStatus;
  /** Money was captured that nobody requested: a person must decide, so its amounts only have bounds. */
  odd: boolean;
}
interface SoldLine {
  id: number;
  variationId: number;
  quantity: number;
  total: number;
  cancelled: number;
  shipped: number;
  returned: number;
}

/** An order as answered when it was placed. */
export const saleOf = ({ id, status, total, totals, items }: Order, buyer: Buyer): Sale => ({
  id,
  status,
  buyer,
  total: total.amount,
  onCard: totals.gift_cards.amount,
  lines: items.map((item) => ({
    id: item.id,
    variationId: item.variation_id ?? 0,
    quantity: item.quantity,
    total: item.total.amount,
    cancelled: 0,
    shipped: 0,
    returned: 0,
  })),
  given: 0,
  taken: false,
  odd: false,
});

/** Credits one more unit: the units of a line add up to its total and differ by a cent at most. */
export function giveUp(sale: Sale, line: SoldLine, how: "cancelled" | "returned") {
  const cents = (units: number) => (line.total * units - ((line.total * units) % line.quantity)) / line.quantity;
  const before = line.cancelled + line.returned;
  line[how]++;
  sale.given += cents(before + 1) - cents(before);
}

/** Compares an order as administrators see it with the model; returns the differences as messages. */
export function compare(sale: Sale, seen: Order): string[] {
  follow(sale, seen);
  const netPaid = seen.paid.amount - seen.refunded.amount;
  const check = (what: string, found: unknown, expected: unknown) =>
    found === expected ? [] : [`order ${seen.number} (${seen.status}): ${what} is ${found} and should be ${expected}`];
  return [
    ...check("the net payment", netPaid, expectedNetPaid(sale) ?? netPaid),
    ...check("whether refunds are within payments", netPaid >= 0 && netPaid <= seen.paid.amount, true),
    ...check("whether it was charged", seen.paid.amount > 0, sale.taken || seen.paid.amount > 0),
    ...check("a refund that waits", seen.refunds.some(({ status }) => status === "pending") && netPaid > 0, false),
    ...sale.lines.flatMap((line) => {
      const item = seen.items.find(({ id }) => id === line.id);
      return [
        ...check("cancelled", item?.cancelled_qty, line.cancelled),
        ...check("shipped", item?.fulfilled_qty, line.shipped),
        ...check("returned", item?.returned_qty, line.returned),
      ];
    }),
  ];
}

/** Time and late payments change orders without a request: their status is read from the shop, its meaning is not. */
function follow(sale: Sale, seen: Order) {
  const reopened = hasEnded(sale) && !hasEnded(seen);
  sale.status = seen.status;
  if (reopened) {
    // It is reopened after a full refund: its payment is for all units, also those cancelled before.
    sale.given = 0;
    sale.odd ||= sale.lines.some(({ cancelled }) => cancelled > 0);
  }
  sale.taken = !hasEnded(sale) && (sale.taken || seen.paid.amount > seen.refunded.amount);
}

/** What the shop may keep of an order's money; undefined where only a person can say. */
function expectedNetPaid(sale: Sale): number | undefined {
  const { taken, odd, total, onCard, given } = sale;
  if (hasEnded(sale) || !taken) return 0;
  return odd ? undefined : Math.max(0, total - onCard - given);
}

/** What orders keep of a gift card; undefined where only a person can say. */
export function chargedToCard(sales: { sale: Sale; seen: Order }[]): number | undefined {
  const live = sales.filter(({ sale, seen }) => sale.onCard > 0 && !hasEnded(sale) && seen.hold_reason !== cardSpent);
  if (live.some(({ sale }) => sale.odd)) return undefined;
  return live.reduce((sum, { sale }) => sum + Math.min(sale.onCard, sale.total - sale.given), 0);
}

const hasEnded = ({ status }: { status: OrderStatus }) => status === "expired" || status === "cancelled";
const open = ["pending_payment", "confirmed", "processing", "on_hold"];
const cardSpent = "gift_card_spent";
const withoutStock = ["paid_no_stock", "amount_mismatch_late", cardSpent];

/** The units of each product that orders must reserve. */
export function heldBy(sales: { sale: Sale; seen: Order }[]): Map<number, number> {
  const held = new Map<number, number>();
  for (const { sale, seen } of sales) {
    if (!open.includes(seen.status) || withoutStock.includes(seen.hold_reason ?? "")) continue;
    for (const { variationId, quantity, cancelled, shipped } of sale.lines)
      held.set(variationId, (held.get(variationId) ?? 0) + quantity - cancelled - shipped);
  }
  return held;
}
