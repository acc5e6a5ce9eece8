import type { Discrepancy } from "#server/orders/orders.ts";

interface Description {
  says: string;
  advice: string;
}

const compareInvoice = "Compare the order with its invoice, and refund what was charged too much.";
const derivedStatus =
  "No money moves by it. It is derived again with the next change of the order; add a note to the order if it stays.";
const askOperator = "Have whoever looks after the database compare it with the entries it is the sum of.";
const countShelf = "Count the shelf of this product, and set its stock to what you find.";

/** What each inconsistency is, and what a person is to do about it. `{found}` and `{expected}` stand for statuses. */
const descriptions: Record<string, Description> = {
  "orders.subtotal": { says: "The subtotal is not the sum of the lines", advice: compareInvoice },
  "orders.discount": { says: "The discount is not the sum of the lines' discounts", advice: compareInvoice },
  "orders.line_total": {
    says: "A line's total is not its units at their price, less its discount, with its tax",
    advice: "Compare the line with the invoice, and refund what was charged too much.",
  },
  "orders.line_tax": {
    says: "A line's tax is not its rate of what it costs",
    advice: "Compare the line with the invoice. What the invoice says is what is owed to the tax office.",
  },
  "orders.charged": {
    says: "The charges in the order's ledger are not its total",
    advice: compareInvoice,
  },
  "orders.order_paid": {
    says: "The payments in the order's ledger are not what its payments captured",
    advice: "Compare both with the payment provider. A missing entry is added by whoever looks after the database.",
  },
  "orders.order_refunded": {
    says: "The refunds in the order's ledger are not what its payments refunded",
    advice: "Compare both with the payment provider. A missing entry is added by whoever looks after the database.",
  },
  "orders.ended_credit": {
    says: "The order has ended, but not all of its charges are credited",
    advice: "Compare its credit notes with its invoice, and have whoever looks after the database add the credit.",
  },
  "orders.line_credit": {
    says: "A line's credits are not what its cancelled and returned units come to",
    advice: "Compare its credit notes with its cancelled and returned units, and refund what was credited too little.",
  },
  "orders.payment_status": {
    says: "The order says it is {found}, but its payments make it {expected}",
    advice: derivedStatus,
  },
  "orders.fulfilment_status": {
    says: "The order says it is {found}, but its shipments and returns make it {expected}",
    advice: derivedStatus,
  },
  "orders.sold_unpaid": {
    says: "The order is being worked on, but was neither paid nor authorized in full",
    advice: "Do not ship it: put it on hold and ask the customer for the rest, or cancel it.",
  },
  "orders.quantity": {
    says: "The number of items is not the sum of the lines",
    advice: "The lines are right: pack by them. No price changes.",
  },
  "orders.shipped": {
    says: "A line says another number of shipped items than the shipments hold",
    advice: "Compare with the carrier what was sent, then cancel or add the shipment that is wrong.",
  },
  "orders.held": { says: "A line should hold another number of units than is reserved for it", advice: countShelf },
  "orders.left": { says: "Another number of units left the shelf for a line than was shipped", advice: countShelf },
  "orders.stray_reservation": {
    says: "Units are reserved for a line that does not exist",
    advice: "These units can't be sold. Have whoever looks after the database remove the reservation.",
  },
  "orders.over_with_money": {
    says: "The order has ended, but money or an open payment was kept",
    advice: "Open the order and refund what it keeps; end an open payment at the payment provider.",
  },
  "orders.completed_unpaid": {
    says: "The order is completed, but not all of it was paid",
    advice: "Ask the customer for the rest, and note on the order what was agreed.",
  },
  "payments.captured": {
    says: "What the payment says was captured is not what the provider reported",
    advice: "Compare both with the payment provider. Its next report makes the payment right.",
  },
  "payments.refunded": {
    says: "What the payment says was refunded is not what the provider reported",
    advice: "Compare both with the payment provider. Its next report makes the payment right.",
  },
  "payments.unproven_refund": {
    says: "A refund is said to be done, but the provider never said so",
    advice:
      "Look for it at the payment provider. If it is not there the customer is still owed it: return the money there.",
  },
  "stock.reserved": {
    says: "The reserved units are not the sum of the reservations and of what carts hold",
    advice: countShelf,
  },
  "stock.held_too_long": {
    says: "Carts hold units though their time is over",
    advice: "They are released every minute. If this stays, see whether the shop's jobs run.",
  },
  "stock.on_hand": {
    says: "The units on the shelf are not what deliveries, counts and shipments come to",
    advice: countShelf,
  },
  "stock.moved": { says: "The movements of reserved units do not come to what is reserved", advice: countShelf },
  "coupons.used": {
    says: "The coupon's count of uses is not the number of orders that use it",
    advice: "Set the most uses of this coupon so that as many are left as there should be.",
  },
  "coupons.use_missing": {
    says: "The order has a coupon's discount, but does not count as a use of it",
    advice: "Its price stays. Set the most uses of the coupon one lower if it must not be used once more.",
  },
  "coupons.use_retained": {
    says: "The order has ended, but still counts as a use of its coupon",
    advice: "Set the most uses of the coupon one higher, or make its customer another one.",
  },
  "gift_cards.money_missing": {
    says: "The order's ledger says that gift cards paid it, but their money is back on them",
    advice: "See whether it was spent again. If not, switch the card off; else ask the customer for it.",
  },
  "gift_cards.money_kept": {
    says: "The order has ended, but still has money of its gift cards",
    advice: "Issue a card of that amount, and send its code to the customer.",
  },
  "gift_cards.money_over": {
    says: "The order has more of its gift cards than its ledger says",
    advice: "Issue a card with what is too much, and send its code to the customer.",
  },
  "gift_cards.balance": { says: "The balance of the card is not the sum of its entries", advice: askOperator },
};

/** An inconsistency in words, with what to do about it. */
export function describeInconsistency({
  area,
  check,
  statuses,
}: Pick<Discrepancy, "area" | "check" | "statuses">): Description {
  const { says, advice } = descriptions[`${area}.${check}`] ?? {
    says: "A figure is not what it should be",
    advice: "Look at it by hand.",
  };
  const named = (status: string | undefined) => (status ?? "").replaceAll("_", " ");
  return {
    says: says.replace("{found}", named(statuses?.found)).replace("{expected}", named(statuses?.expected)),
    advice,
  };
}
