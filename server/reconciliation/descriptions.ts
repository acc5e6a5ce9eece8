import type { Discrepancy } from "#server/orders/orders.ts";

interface Description {
  says: string;
  advice: string;
}

const compareInvoice = "Compare the order with its invoice and refund any overcharge.";
const derivedStatus =
  "No money is affected. It's recalculated the next time the order changes. To trigger this, add a note to the order.";
const askOperator = "Ask your database administrator to compare it with its entries.";
const countShelf = "Count this product's stock and update its quantity.";

/** What each inconsistency is, and what a person is to do about it. `{found}` and `{expected}` stand for statuses. */
const descriptions: Record<string, Description> = {
  "orders.subtotal": { says: "The subtotal doesn't match the sum of the line items", advice: compareInvoice },
  "orders.discount": { says: "The discount doesn't match the sum of the line discounts", advice: compareInvoice },
  "orders.line_total": {
    says: "A line total doesn't match its price, quantity, discount and tax",
    advice: "Compare the line with the invoice and refund any overcharge.",
  },
  "orders.line_tax": {
    says: "A line's tax doesn't match its tax rate",
    advice: "Compare the line with the invoice. The invoice determines the tax you owe.",
  },
  "orders.charged": { says: "The charges in the order's ledger don't match its total", advice: compareInvoice },
  "orders.order_paid": {
    says: "The payments in the order's ledger don't match the captured amounts",
    advice: "Compare both with your payment provider. Ask your database administrator to add missing entries.",
  },
  "orders.order_refunded": {
    says: "The refunds in the order's ledger don't match the refunded amounts",
    advice: "Compare both with your payment provider. Ask your database administrator to add missing entries.",
  },
  "orders.ended_credit": {
    says: "The order is closed, but not all of its charges are credited",
    advice: "Compare its credit notes with its invoice. Ask your database administrator to add the credit.",
  },
  "orders.line_credit": {
    says: "A line's credits don't match its cancelled and returned items",
    advice: "Compare its credit notes with its cancelled and returned items and refund any missing credit.",
  },
  "orders.payment_status": {
    says: "The order's payment status is {found}, but its payments make it {expected}",
    advice: derivedStatus,
  },
  "orders.fulfilment_status": {
    says: "The order's fulfillment status is {found}, but its shipments and returns make it {expected}",
    advice: derivedStatus,
  },
  "orders.sold_unpaid": {
    says: "The order is in progress, but isn't fully paid or authorized",
    advice: "Don't ship it. Put it on hold and ask the customer for the amount due, or cancel it.",
  },
  "orders.customer_orders": {
    says: "The stored number of a customer's orders doesn't match their orders",
    advice: "Only the order of the list of customers is affected. " + askOperator,
  },
  "orders.customer_spent": {
    says: "What a customer is stored to have spent doesn't match their payments",
    advice: "Only the order of the list of customers is affected. " + askOperator,
  },
  "orders.quantity": {
    says: "The number of items doesn't match the line items",
    advice: "The line items are correct. Pack the order by them. Prices aren't affected.",
  },
  "orders.shipped": {
    says: "A line's shipped quantity doesn't match its shipments",
    advice: "Check with the carrier what was shipped, then correct the shipments.",
  },
  "orders.held": { says: "A line's reserved quantity is wrong", advice: countShelf },
  "orders.left": { says: "The stock deducted for a line doesn't match its shipped quantity", advice: countShelf },
  "orders.stray_reservation": {
    says: "Stock is reserved for a line that doesn't exist",
    advice: "This stock can't be sold. Ask your database administrator to remove the reservation.",
  },
  "orders.over_with_money": {
    says: "The order is closed, but a payment is open or not refunded",
    advice: "Open the order and refund the remaining amount. Void open payments with your payment provider.",
  },
  "orders.completed_unpaid": {
    says: "The order is completed, but isn't fully paid",
    advice: "Ask the customer for the amount due and add a note to the order.",
  },
  "payments.captured": {
    says: "The payment's captured amount doesn't match the provider's report",
    advice: "Compare both with your payment provider. The provider's next report corrects the payment.",
  },
  "payments.refunded": {
    says: "The payment's refunded amount doesn't match the provider's report",
    advice: "Compare both with your payment provider. The provider's next report corrects the payment.",
  },
  "payments.unproven_refund": {
    says: "A refund is marked as sent, but the provider hasn't confirmed it",
    advice: "Look for the refund with your payment provider. If it's missing, issue it there.",
  },
  "stock.reserved": {
    says: "The reserved quantity doesn't match the reservations of orders and carts",
    advice: countShelf,
  },
  "stock.held_too_long": {
    says: "Cart reservations have expired but weren't released",
    advice: "They're released every minute. If this continues, check that the shop's background jobs are running.",
  },
  "stock.on_hand": { says: "The stock on hand doesn't match its movements", advice: countShelf },
  "stock.moved": { says: "The reserved quantity doesn't match its movements", advice: countShelf },
  "coupons.used": {
    says: "The coupon's usage count doesn't match the orders that use it",
    advice: "Adjust the coupon's usage limit so that the right number of uses remain.",
  },
  "coupons.use_missing": {
    says: "The order has a coupon discount, but isn't counted as a use of the coupon",
    advice: "The order's price doesn't change. To prevent an extra use, lower the coupon's usage limit by one.",
  },
  "coupons.use_retained": {
    says: "The order is closed, but still counts as a use of its coupon",
    advice: "Raise the coupon's usage limit by one, or create a new coupon for the customer.",
  },
  "gift_cards.money_missing": {
    says: "The order was paid with gift cards, but their balance has been restored",
    advice:
      "Check whether the balance was spent again. If not, deactivate the card. Otherwise, ask the customer for the amount.",
  },
  "gift_cards.money_kept": {
    says: "The order is closed, but its gift cards weren't refunded",
    advice: "Issue a gift card for that amount and send its code to the customer.",
  },
  "gift_cards.money_over": {
    says: "The order used more of its gift cards than its ledger shows",
    advice: "Issue a gift card for the difference and send its code to the customer.",
  },
  "gift_cards.balance": { says: "The card's balance doesn't match its entries", advice: askOperator },
};

/** An inconsistency in words, with what to do about it. */
export function describeInconsistency({
  area,
  check,
  statuses,
}: Pick<Discrepancy, "area" | "check" | "statuses">): Description {
  const { says, advice } = descriptions[`${area}.${check}`] ?? {
    says: "A value is inconsistent",
    advice: "Check it manually.",
  };
  const named = (status: string | undefined) => (status ?? "").replaceAll("_", " ");
  return {
    says: says.replace("{found}", named(statuses?.found)).replace("{expected}", named(statuses?.expected)),
    advice,
  };
}
